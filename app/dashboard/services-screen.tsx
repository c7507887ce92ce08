import { Link } from "@remix-run/react";
import { DashboardFrame } from "#app/dashboard/dashboard-frame.tsx";
import type { DashboardGigs } from "#app/dashboard/dashboard-gigs.server.ts";
import type { DashboardSeller } from "#app/dashboard/dashboard-seller.server.ts";
import { GigsPanel } from "#app/dashboard/gigs-panel.tsx";
import { RefusedNote } from "#app/dashboard/refused-note.tsx";
import type { ListedDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import { DraftList } from "#app/gigs/editor/draft-list.tsx";
import { linksTo } from "#app/navigation.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Props = {
  gigs: DashboardGigs;
  /** The page of services starts after this one; null: the first page. */
  after: string | null;
  /** Drafts of services that are not published yet. Only on the first page. */
  drafts: ListedDraft[];
  seller: DashboardSeller;
  /** Why a form changed nothing; null if nothing was refused. */
  refusal: string | null;
};

/** /dashboard/services (docs/specification.md#selling-services). */
export function ServicesScreen({ gigs, after, drafts, seller, refusal }: Props) {
  const isEmpty = gigs.rows.length === 0 && after === null;
  return (
    <DashboardFrame title="Your services" current="services">
      {refusal === null ? null : (
        <div className="mt-5">
          <RefusalNote title={refusal} />
        </div>
      )}
      {seller.isRefused ? <RefusedNote seller={seller} /> : null}
      {isEmpty || seller.isRefused ? null : (
        <p className="row mt-5">
          {linksTo("/services/create").map(({ to, label }) => (
            <Link key={to} className="btn" to={to}>
              {label}
            </Link>
          ))}
          <Link className="more" to="/profile/selling#away">
            Going away?<span className="vh"> Pause all your services until you're back.</span>
          </Link>
        </p>
      )}
      {drafts.length === 0 || seller.isRefused ? null : <DraftList drafts={drafts} />}
      {isEmpty && seller.isRefused ? null : <GigsPanel gigs={gigs} after={after} />}
    </DashboardFrame>
  );
}
