import type { CSSProperties } from "react";
import { brand } from "#app/brand.ts";
import type { MailFrame, MailPart } from "#app/emails/mail-content.ts";

// The HTML of every email. Mail programs drop stylesheets, so each element has its own style; those that
// support dark mode read the sheet in the head, which overrides them. It has no pictures: many programs show
// none until the reader asks for them. Widths are those of a phone, and at most 560 px.

const sans = '-apple-system, "Segoe UI", Roboto, "Noto Sans", system-ui, sans-serif';
const serif = '"Iowan Old Style", Palatino, Georgia, serif';
const [paper, card, line, ink, inkSoft, accent] = [
  "#f8f3e8",
  "#fffcf5",
  "#dccfb8",
  "#211b15",
  "#4b4237",
  "#b5371c",
];

const darkTheme = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .paper { background: #181511 !important; color: #f4ecde !important }
  .card { background: #231f19 !important; border-color: #40382e !important }
  .line { border-color: #40382e !important }
  .soft { color: #cfc3b0 !important }
  .button { background: #ef8263 !important; color: #210b04 !important }
}`;

const styles = {
  body: { margin: 0, padding: "24px 12px", background: paper, color: ink, font: `16px/1.55 ${sans}` },
  preview: { display: "none", maxHeight: 0, overflow: "hidden" },
  sheet: { maxWidth: 560, margin: "0 auto", overflowWrap: "anywhere" },
  brand: { margin: "0 0 12px", font: `600 20px/1.2 ${serif}` },
  card: { padding: "20px 20px 24px", background: card, border: `1px solid ${line}`, borderRadius: 12 },
  subject: { margin: "0 0 16px", font: `600 22px/1.25 ${serif}` },
  paragraph: { margin: "0 0 14px", whiteSpace: "pre-line" },
  quote: {
    margin: "0 0 14px",
    padding: "2px 0 2px 14px",
    borderLeft: `3px solid ${line}`,
    whiteSpace: "pre-line",
  },
  by: { margin: "0 0 6px", color: inkSoft },
  table: { width: "100%", margin: "0 0 14px", borderCollapse: "collapse" },
  label: {
    padding: "7px 12px 7px 0",
    borderBottom: `1px solid ${line}`,
    color: inkSoft,
    fontWeight: 400,
    textAlign: "left",
    verticalAlign: "top",
  },
  labelLink: { color: "inherit" },
  value: { padding: "7px 0", borderBottom: `1px solid ${line}`, textAlign: "right", verticalAlign: "top" },
  action: { margin: "20px 0 0" },
  button: {
    display: "inline-block",
    padding: "12px 20px",
    borderRadius: 6,
    background: accent,
    color: "#fffaf2",
    fontWeight: 600,
    textDecoration: "none",
  },
  footer: { margin: "16px 8px 0", color: inkSoft, fontSize: 13, lineHeight: 1.45 },
  last: { margin: "6px 0 0" },
  choice: { display: "inline-block", marginRight: 16, color: "inherit" },
} satisfies Record<string, CSSProperties>;

/** The HTML document of an email (docs/specification.md#email-form). */
export function MailPage({ subject, preview, paragraphs, link, why, choices, sender }: MailFrame) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
        <style>{darkTheme}</style>
      </head>
      <body className="paper" style={styles.body}>
        <div style={styles.preview}>{preview}</div>
        <div style={styles.sheet}>
          <p style={styles.brand}>{brand}</p>
          <div className="card" style={styles.card}>
            <h1 dir="auto" style={styles.subject}>
              {subject}
            </h1>
            {paragraphs.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be the same, and none moves
              <Part key={index} part={part} />
            ))}
            {link ? (
              <p style={styles.action}>
                <a className="button" href={link.url} style={styles.button}>
                  {link.label}
                </a>
              </p>
            ) : null}
          </div>
          <div className="soft" style={styles.footer}>
            <p style={styles.last}>{why}</p>
            {choices.length > 0 ? (
              <p style={styles.last}>
                {choices.map(({ label, url }) => (
                  <a key={url} href={url} style={styles.choice}>
                    {label}
                  </a>
                ))}
              </p>
            ) : null}
            <p style={styles.last}>{sender}</p>
          </div>
        </div>
      </body>
    </html>
  );
}

function Part({ part }: { part: MailPart }) {
  if (typeof part === "string")
    return (
      <p dir="auto" style={styles.paragraph}>
        {part}
      </p>
    );
  if ("quote" in part)
    return (
      <>
        <p className="soft" dir="auto" style={styles.by}>{`${part.by} wrote:`}</p>
        <blockquote className="line" dir="auto" style={styles.quote}>
          {part.quote}
        </blockquote>
      </>
    );
  return (
    <table style={styles.table}>
      <tbody>
        {part.rows.map(([label, value, url], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two orders may have the same title, and none moves
          <tr key={index}>
            <th className="line soft" scope="row" dir="auto" style={styles.label}>
              {url === undefined ? (
                label
              ) : (
                <a href={url} style={styles.labelLink}>
                  {label}
                </a>
              )}
            </th>
            <td className="line" style={styles.value}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
