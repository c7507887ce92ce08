import { brand } from "#app/brand.ts";
import type { Mail } from "#app/context.ts";
import { escapeHtml } from "#app/lib/html.ts";

/** A mail before it has an address: one subject, short paragraphs, at most one link to follow. */
export type MailContent = { subject: string; paragraphs: string[]; link?: { label: string; url: string } };

/** A letter as text and as plain HTML that any mail program shows. */
export function renderMail(content: MailContent, to: string, kind: string): Mail {
  const { paragraphs, link } = content;
  // People write titles; a header has one line.
  const subject = content.subject.replace(/\s+/g, " ").trim();
  const text = [...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : []), `— ${brand}`].join("\n\n");
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    `<p>— ${brand}</p>`,
  ].join("");
  return { to, subject, text, html, kind };
}
