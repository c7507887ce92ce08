import { Link } from "@remix-run/react";
import { type About, isBlank, splitAtAmounts } from "#app/browse/about.ts";
import { Faqs } from "#app/ui/faqs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Prose } from "#app/ui/prose.tsx";

/**
 * The section 'About {name} Services' (docs/specification.md#about-section). Its heading names the scrolling
 * area.
 * @param about null: there is no content; "failed": the content could not be formatted
 */
export function AboutSection({ name, about }: { name: string; about: About | "failed" | null }) {
  if (about === null) return null;
  if (about === "failed") {
    return (
      <section className="sec about">
        <div className="empty">
          <h2>Content Temporarily Unavailable</h2>
          <p className="muted">We're working on improving this section. Please check back later.</p>
          <div className="row">
            <Link className="btn" to="/">
              Return to Home
            </Link>
          </div>
        </div>
      </section>
    );
  }
  return (
    <section className="sec about">
      <h2 className="stitch" id="about">
        {`About ${name} Services`}
      </h2>
      {isBlank(about) ? <p className="muted">No content available</p> : null}
      <Description {...about} />
      {about.features.length > 0 ? (
        <>
          <h2>Key Features</h2>
          <ul className="facts">
            {about.features.map(({ title, description }) => (
              <li key={title}>
                <Icon name="done" />
                <h3>{title}</h3>
                <p className="muted">{description}</p>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {about.faqs.length > 0 ? (
        <>
          <h2>Frequently Asked Questions</h2>
          <Faqs faqs={about.faqs} />
        </>
      ) : null}
    </section>
  );
}

function Description({ rows, twoColumns, scrolls }: About) {
  const texts = rows.map((blocks, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order
    <div className={twoColumns ? "told two" : "told"} key={i}>
      <Prose blocks={blocks} mark={highlightAmounts} />
    </div>
  ));
  if (!scrolls) return texts;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="panel long" aria-labelledby="about" tabIndex={0}>
      {texts}
    </section>
  );
}

function highlightAmounts(text: string) {
  return splitAtAmounts(text).map((piece, i) =>
    i % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order
      <span className="hi" key={i}>
        {piece}
      </span>
    ),
  );
}
