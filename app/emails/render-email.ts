import { brand } from "#app/brand.ts";
import type { Mail } from "#app/context.ts";
import type { MailContent } from "#app/emails/mail-data.ts";
import { escapeHtml } from "#app/lib/html.ts";

/** Renders an email as text and as plain HTML that every mail program shows. */
export function renderMail(content: MailContent, to: string, kind: string): Mail {
  const { paragraphs, link } = content;
  // Titles come from users, and a mail header must be one line.
  const subject = content.subject.replace(/\s+/g, " ").trim();
  const text = [...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : []), `— ${brand}`].join("\n\n");
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    `<p>— ${brand}</p>`,
  ].join("");
  return { to, subject, text, html, kind };
}
