import { daysText, revisionsText } from "#app/gigs/gig.ts";
import type { GigPage } from "#app/gigs/gig-page.ts";
import { blocksOf } from "#app/lib/blocks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Prose } from "#app/ui/prose.tsx";

/** The tabs (spec.md section 2). They are links to sections: the one of the address shows, without a script. */
export function AboutGig({ page }: { page: GigPage }) {
  return (
    <div className="tabbed mt-8">
      <nav className="tabs" aria-label="About this service">
        <a href="#description">Description</a>
        <a href="#details">Details</a>
      </nav>
      <section id="description">
        <h2 className="vh">Description</h2>
        <div className="prose">
          <Prose blocks={blocksOf(page.description)} />
        </div>
        {page.features.length > 0 ? (
          <>
            <h3>What you'll get</h3>
            <ul className="ticks">
              {page.features.map((feature) => (
                <li key={feature}>
                  <Icon name="check" />
                  {feature}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </section>
      <section id="details">
        <h2>Details</h2>
        <dl className="kv max-w-[26rem]">
          <dt>Delivery time</dt>
          <dd>{daysText(page.deliveryDays)}</dd>
          <dt>Revisions</dt>
          <dd>{revisionsText(page.revisions)}</dd>
        </dl>
      </section>
    </div>
  );
}
