import { anchorOf, type LegalText } from "#app/help/legal-text.ts";
import { date } from "#app/lib/dates.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Prose } from "#app/ui/prose.tsx";

/**
 * A legal text with its date and a table of contents, suitable for printing
 * (docs/specification.md#static-pages).
 */
export function LegalScreen({ text }: { text: LegalText }) {
  const { title, updated, sections } = text;
  const headings = sections.map(({ heading }) => heading).filter((heading) => heading !== null);
  return (
    <div className="wrap page">
      <Crumbs items={[{ label: "Home", to: "/" }, { label: title }]} />
      <article className="prose legal">
        <h1 className="stitch mt-3">{title}</h1>
        <p className="muted">
          Effective <time dateTime={updated}>{date(Date.parse(updated))}</time>
        </p>
        <nav className="panel" aria-label="Contents">
          <ul>
            {headings.map((heading) => (
              <li key={heading}>
                <a href={`#${anchorOf(heading)}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
        {sections.map(({ heading, blocks }) => (
          <section key={heading} aria-labelledby={heading === null ? undefined : anchorOf(heading)}>
            {heading === null ? null : <h2 id={anchorOf(heading)}>{heading}</h2>}
            <Prose blocks={blocks} />
          </section>
        ))}
      </article>
    </div>
  );
}
