import { Link } from "@remix-run/react";
import type { GigSummary } from "#app/gigs/gig.ts";
import { GigCards } from "#app/gigs/gig-card.tsx";
import { AboutGig } from "#app/gigs/page/about-gig.tsx";
import { BuyBar } from "#app/gigs/page/buy-bar.tsx";
import { ComparePackages } from "#app/gigs/page/compare-packages.tsx";
import { Gallery } from "#app/gigs/page/gallery.tsx";
import { answerText, queueText, salesText } from "#app/gigs/page/gig-facts.ts";
import type { GigPage } from "#app/gigs/page/gig-page.ts";
import { OrderBox } from "#app/gigs/page/order-box.tsx";
import { productRecord } from "#app/gigs/page/product-record.ts";
import { RecentlyViewed } from "#app/gigs/page/recently-viewed.tsx";
import { ShareLink } from "#app/gigs/page/share-link.tsx";
import { SaveButton } from "#app/gigs/saved/saving.tsx";
import { useChoice } from "#app/gigs/use-choice.ts";
import { creditSentence } from "#app/ledger/credit.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { bothNames, sellerName } from "#app/profiles/profile.ts";
import { GigReviews, type ReviewList } from "#app/reviews/gig-reviews.tsx";
import { StructuredData } from "#app/seo/structured-data.tsx";
import { breadcrumbRecord, faqRecords } from "#app/seo/structured-records.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Stars } from "#app/ui/stars.tsx";

type Props = {
  page: GigPage;
  reviews: ReviewList;
  related: GigSummary[];
  /** The seller's orders in progress, at most `maxQueue`; null if they could not be read. */
  queue: number | null;
  /** How long people waited for the seller's first answer, in ms; null if it could not be read. */
  answerTimes: number[] | null;
  /** The service is a draft: its address does not exist yet. */
  isPreview?: boolean;
};

/** The page of a gig (docs/specification.md#gig-page), the same at each of its addresses. */
export function GigScreen({ page, reviews, related, queue, answerTimes, isPreview }: Props) {
  const facts = [salesText(page.sales), queueText(queue), answerText(answerTimes)].filter(
    (text) => text !== null,
  );
  const shown = useChoice(page, (cents) => creditSentence(cents, page.creditCents));
  return (
    // The inline script adds this id to the recently viewed gigs in the browser's storage.
    <div className="wrap page" data-viewed={page.id}>
      <Crumbs items={page.crumbs} />
      <div className="gig">
        <div>
          <h1 className="mt-3 mb-4">{page.title}</h1>
          <div className="row mb-6">
            <p className="who">
              <Avatar profile={page.seller} size={44} />
              <b>{page.seller ? <SellerName {...page.seller} /> : sellerName(null)}</b>
            </p>
            {page.seller?.sellerLevel ? (
              <span className="tag ok">
                <Icon name="badge" />
                {page.seller.sellerLevel}
              </span>
            ) : null}
            {page.rating === null ? null : <Stars rating={page.rating} count={page.reviewCount} />}
            {facts.length > 0 ? <p className="small muted">{facts.join(" · ")}</p> : null}
            {isPreview || page.refusal !== null ? null : <SaveButton gig={page.slug} title={page.title} />}
            {isPreview ? null : <ShareLink path={page.meta.path} title={page.title} key={page.id} />}
          </div>
          <Gallery pictures={page.pictures} title={page.title} key={page.id} />
        </div>
        <aside className="aside" aria-label="Order">
          <OrderBox page={page} shown={shown} key={page.id} />
        </aside>
        <AboutGig
          page={page}
          // The key makes another gig open at its description: the browser keeps :target while the element
          // exists.
          key={page.id}
          reviews={<GigReviews list={reviews} average={page.rating} service={page.title} />}
        />
        {page.seller ? <AboutSeller seller={page.seller} /> : null}
      </div>
      <ComparePackages packages={page.packages} mayOrder={page.refusal === null} />
      {related.length > 0 ? (
        <section className="sec">
          <div className="head">
            <h2 className="stitch">Related Services</h2>
          </div>
          <GigCards gigs={related} className="four" />
        </section>
      ) : null}
      <RecentlyViewed id={page.id} key={page.id} />
      {page.refusal ? null : <BuyBar shown={shown} />}
      <StructuredData
        records={
          import.meta.env.SSR
            ? (origin) => [
                productRecord(page, origin),
                breadcrumbRecord(page.crumbs, origin),
                ...faqRecords(page.faqs),
              ]
            : null
        }
      />
    </div>
  );
}

/** The seller's names, linked to their page. */
function SellerName(seller: NonNullable<GigPage["seller"]>) {
  const names = bothNames(seller);
  return seller.path ? <Link to={seller.path}>{names}</Link> : names;
}

/** The seller of the gig: portrait, names, level, country, languages, date of joining, and their own text. */
function AboutSeller({ seller }: { seller: NonNullable<GigPage["seller"]> }) {
  return (
    <section className="sec">
      <h2>About the seller</h2>
      <p className="who my-4">
        <Avatar profile={seller} size={44} />
        <span>
          <b>
            <SellerName {...seller} />
          </b>
          <br />
          {seller.facts}
        </span>
      </p>
      <p>{seller.about}</p>
    </section>
  );
}
