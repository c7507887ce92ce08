import { daysText, revisionsText } from "#app/gigs/gig.ts";
import type { GigPage } from "#app/gigs/gig-page.ts";
import { blocksOf } from "#app/lib/blocks.ts";
import { Icon } from "#app/ui/icon.tsx";

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
        <Prose text={page.description} />
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

function Prose({ text }: { text: string }) {
  return (
    <div className="prose">
      {blocksOf(text).map((block, i) =>
        block.kind === "paragraph" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order
          <p key={i}>{block.text}</p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order
          <ul key={i} className="list-disc pl-5">
            {block.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}
