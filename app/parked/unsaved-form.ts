import { escapeHtml } from "#app/lib/html.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";

/** Why a form comes back on the error screen. */
const reasons = {
  /** What was typed could not be parked. */
  parking: {
    title: "Your text was not sent",
    heading: "We can't keep this text while you sign in",
    text: 'Keep this page open. <a href="/sign-in" target="_blank" rel="noreferrer">Sign in in another tab</a>, and verify your email address if you are asked to. Then come back and send your text again.',
  },
  /** The database did not answer. */
  unknown: {
    title: "Please try again in a moment",
    heading: "Your text was not sent",
    text: "We couldn't check your sign-in just now, and nothing was changed. Wait a moment, then send your text again. Choose any files again.",
  },
  /** The service draft that the form belongs to no longer exists. */
  gone: {
    title: "Your text was not saved",
    heading: "This draft was published or deleted in another window",
    text: 'Copy what you need from here. If it was published, <a href="/dashboard/services">edit the service</a> to change it.',
  },
} as const;

/**
 * A form with everything in it but passwords and codes, for the error screen (docs/specification.md#drafts).
 * It is built as an HTML string, which keeps this rare screen out of the scripts of public pages.
 * @param sent the form
 * @param typed what the user typed into it; the other fields are hidden
 * @returns a Response to throw
 */
export function unsavedForm(
  sent: FormData,
  typed: TypedFields,
  reason: keyof typeof reasons,
  status: 400 | 404 | 503,
): Response {
  const { title, heading, text } = reasons[reason];
  const fields = [...sent].flatMap(([name, value], place) =>
    typeof value === "string" && !/password|^code$/i.test(name)
      ? [field(name, value, Object.hasOwn(typed, name) ? `typed-${place}` : null)]
      : [],
  );
  const html = `<form method="post" class="mid stack"><h1>${title}</h1>
<div class="note bad" role="alert"><div><h2>${heading}</h2><p>${text}</p></div></div>
${fields.join("\n")}
${reason === "gone" ? "" : '<div class="row"><button type="submit" class="btn go">Send again</button></div>'}</form>`;
  return Response.json({ title, html }, { status, headers: { "Cache-Control": "private, no-store" } });
}

/** @param id null: the field is hidden */
function field(name: string, value: string, id: string | null): string {
  const [key, text] = [escapeHtml(name), escapeHtml(value)];
  if (id === null) return `<input type="hidden" name="${key}" value="${text}">`;
  // HTML drops the first line break after the tag.
  return `<div class="field"><label for="${id}">${escapeHtml(labelOf(name))}</label><textarea class="in" id="${id}" name="${key}" rows="6">\n${text}</textarea></div>`;
}

/** A field's name as words: `faqs[0].question` is "Faqs 1 question". */
function labelOf(name: string): string {
  const words = name
    .replace(/\[(\d+)\]/g, (_, row: string) => ` ${Number(row) + 1}`)
    .replace(/(?<=[a-z])(?=[A-Z0-9])|[.-]/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
