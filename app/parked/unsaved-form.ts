import { escapeHtml } from "#app/lib/html.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";

/** The title of the screen. */
export const notSent = "Your text was not sent";

/**
 * The markup of a form whose text could not be saved over sign-in, with everything typed
 * (docs/specification.md#drafts). The error screen shows it. It is a string, so that public pages' scripts do
 * not include a screen that hardly anyone sees.
 * @param sent the form
 * @param typed what the user typed into it; the other fields become hidden
 */
export function unsavedForm(sent: FormData, typed: TypedFields): string {
  const fields = [...sent].flatMap(([name, value], place) =>
    typeof value === "string"
      ? [field(name, value, Object.hasOwn(typed, name) ? `typed-${place}` : null)]
      : [],
  );
  return `<form method="post" class="mid stack"><h1>${notSent}</h1>
<div class="note bad" role="alert"><div><h2>We can't keep this text while you sign in</h2><p>Keep this page open. <a href="/sign-in" target="_blank" rel="noreferrer">Sign in in another tab</a>, and verify your email address if you are asked to. Then come back and send your text again.</p></div></div>
${fields.join("\n")}
<div class="row"><button type="submit" class="btn go">Send again</button></div></form>`;
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
