import { brand } from "#app/brand.ts";
import type { Mail, SiteOperator } from "#app/context.ts";
import type { MailContent, MailFrame, MailPart } from "#app/emails/mail-content.ts";
import { subjectLine } from "#app/emails/subject-line.ts";

/** What belongs to an email in addition to its content. */
type MailSetting = {
  id: string;
  to: string;
  kind: string;
  why: string;
  stop: MailStop | null;
  operator: SiteOperator;
};

/** `unsubscribe`: the signed link that stops its group. `choose`: the page of all groups. */
export type MailStop = { unsubscribe: string; choose: string };

/**
 * Renders an email as text and as HTML with the same facts (docs/specification.md#email-form).
 * @param why why the reader gets it, a sentence
 * @param stop the addresses where its reader can stop emails like it; null: they always get them
 * @param htmlOf renders the HTML (app/emails/mail-page.tsx)
 */
export function renderMail(
  content: MailContent,
  { id, to, kind, why, stop, operator }: MailSetting,
  htmlOf: (frame: MailFrame) => string,
): Mail {
  const { link } = content;
  const paragraphs = content.paragraphs.map(harmlessPart);
  const sender = `${operator.name}, ${operator.address}, ${operator.email}`;
  const subject = subjectOf(content);
  const choices = stop ? choicesOf(stop) : [];
  const text = [
    ...paragraphs.map(textOf),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    `— ${brand}`,
    [why, ...choices.map(({ label, url }) => `${label}: ${url}`)].join("\n"),
    sender,
  ].join("\n\n");
  const html = htmlOf({ subject, preview: previewOf(paragraphs), paragraphs, link, why, choices, sender });
  return { id, to, subject, text, html, kind, headers: stop ? unsubscribeHeaders(stop) : {} };
}

const choicesOf = ({ unsubscribe, choose }: MailStop) => [
  { label: "Stop these emails", url: unsubscribe },
  { label: "Choose your emails", url: choose },
];

/** One press in a mail program unsubscribes (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe }: MailStop) => ({
  "List-Unsubscribe": `<${unsubscribe}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** The subject as it is sent. */
export function subjectOf({ subject, count }: MailContent): string {
  return closed(subjectLine(harmless(subject), count));
}

/** A part as text. */
export function textOf(part: MailPart): string {
  if (typeof part === "string") return part;
  if ("rows" in part)
    return part.rows
      .flatMap(([label, value, url]) => [`${label}: ${value}`, ...(url ? [url] : [])])
      .join("\n");
  const lines = part.quote.split("\n").map((line) => `> ${line}`.trimEnd());
  return `${part.by} wrote:\n${lines.join("\n")}`;
}

/** The first paragraph after the greeting; a short email's only paragraph. */
function previewOf(paragraphs: MailPart[]): string {
  const texts = paragraphs.filter((part) => typeof part === "string");
  return texts.find((text) => !/^Hi\b/.test(text)) ?? "";
}

function harmlessPart(part: MailPart): MailPart {
  if (typeof part === "string") return harmless(part);
  if ("quote" in part) return { quote: harmless(part.quote), by: harmless(part.by) };
  return { rows: part.rows.map(([label, value, url]) => [harmless(label), harmless(value), url]) };
}

/** Control characters except line breaks, and marks that override or embed a direction. */
const hidden = /(?!\n)\p{Cc}|[\u202a-\u202e]/gu;

/** Texts by users are shown as they are, without characters that would hide text or change its direction. */
function harmless(text: string): string {
  return closed(text.replaceAll("\r\n", "\n").replace(hidden, ""));
}

/**
 * Closes the direction marks that a text leaves open, so that the direction of the text after it does not
 * change.
 */
function closed(text: string): string {
  let open = 0;
  const balanced = text.replace(/[\u2066-\u2069]/g, (mark) => {
    open += mark === "\u2069" ? -1 : 1;
    if (open >= 0) return mark;
    open = 0;
    return "";
  });
  return balanced + "\u2069".repeat(open);
}
