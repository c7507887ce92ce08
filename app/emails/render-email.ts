import { brand } from "#app/brand.ts";
import type { Mail, SiteOperator } from "#app/context.ts";
import type { MailContent } from "#app/emails/mail-data.ts";
import { escapeHtml } from "#app/lib/html.ts";

/**
 * Renders an email as text and as plain HTML that every email program shows. It ends with the sender's
 * details.
 */
export function renderMail(content: MailContent, to: string, kind: string, operator: SiteOperator): Mail {
  const { paragraphs, link } = content;
  const sender = [`— ${brand}`, `${operator.name}, ${operator.address}, ${operator.email}`];
  // Titles come from users, and an email header must be one line.
  const subject = content.subject.replace(/\s+/g, " ").trim();
  const text = [...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : []), ...sender].join("\n\n");
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    ...sender.map((line) => `<p>${escapeHtml(line)}</p>`),
  ].join("");
  return { to, subject, text, html, kind };
}
