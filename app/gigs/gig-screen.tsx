import { AboutGig } from "#app/gigs/about-gig.tsx";
import { BuyBar } from "#app/gigs/buy-bar.tsx";
import { ComparePackages } from "#app/gigs/compare-packages.tsx";
import type { GigPage } from "#app/gigs/gig-page.ts";
import { OrderBox } from "#app/gigs/order-box.tsx";
import { Avatar } from "#app/profiles/avatar.tsx";
import { sellerName } from "#app/profiles/profile.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";

/** The service detail (spec.md section 2), the same on each of its addresses. */
export function GigScreen({ page }: { page: GigPage }) {
  return (
    <div className="wrap page">
      <Crumbs items={page.crumbs} />
      <div className="gig">
        <div>
          <h1 className="mt-3 mb-4">{page.title}</h1>
          <div className="row mb-6">
            <p className="who">
              <Avatar profile={page.seller} size={44} />
              <b>{sellerName(page.seller)}</b>
            </p>
            {page.seller?.sellerLevel ? (
              <span className="tag ok">
                <Icon name="badge" />
                {page.seller.sellerLevel}
              </span>
            ) : null}
          </div>
          <Picture
            src={page.imageUrl}
            title={page.title}
            width={640}
            height={480}
            sizes="(min-width:960px) 800px, 92vw"
            widths={[320, 640, 960]}
            eager
          />
        </div>
        <aside className="aside" aria-label="Order">
          <OrderBox page={page} key={page.id} />
        </aside>
        <AboutGig page={page} />
      </div>
      <ComparePackages packages={page.packages} />
      {page.refusal ? null : <BuyBar packages={page.packages} />}
    </div>
  );
}
