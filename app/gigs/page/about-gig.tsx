import type { ReactNode } from "react";
import { daysText } from "#app/gigs/gig.ts";
import { revisionsText } from "#app/gigs/packages/package.ts";
import type { GigPage } from "#app/gigs/page/gig-page.ts";
import { Faqs } from "#app/ui/faqs.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { reportPath } from "#app/ui/report-path.ts";
import { Ticks } from "#app/ui/ticks.tsx";

type Props = { page: GigPage; reviews: ReactNode };

/**
 * The tabs (docs/specification.md#gig-tabs). They are links to sections; CSS shows the one in the address,
 * without a script.
 */
export function AboutGig({ page, reviews }: Props) {
  const hasFaqs = page.faqs.length > 0;
  return (
    <div className="tabbed">
      <nav className="tabs" aria-label="About this service">
        <a href="#description">Description</a>
        <a href="#details">Details</a>
        <a href="#reviews">
          Reviews {page.reviewCount > 0 ? <span className="count">{page.reviewCount}</span> : null}
        </a>
        {hasFaqs ? (
          <a href="#faqs">
            FAQs <span className="count">{page.faqs.length}</span>
          </a>
        ) : null}
      </nav>
      <section id="description">
        <h2 className="vh">Description</h2>
        <div className="prose">
          <Prose blocks={page.description} />
        </div>
        {page.features.length > 0 ? (
          <>
            <h3>What you'll get</h3>
            <Ticks items={page.features} />
          </>
        ) : null}
      </section>
      <section id="details">
        <h2>Details</h2>
        <dl className="kv">
          <dt>Delivery time</dt>
          <dd>{daysText(page.deliveryDays)}</dd>
          <dt>Revisions</dt>
          <dd>{revisionsText(page.revisions)}</dd>
        </dl>
      </section>
      <section id="reviews">{reviews}</section>
      {hasFaqs ? (
        <section id="faqs">
          <h2 className="vh">FAQs</h2>
          <Faqs faqs={page.faqs} />
        </section>
      ) : null}
      {page.isOwn ? null : (
        <p>
          <a className="report" href={reportPath("gig", page.id)}>
            Report this service
          </a>
        </p>
      )}
    </div>
  );
}
