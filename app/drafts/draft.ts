import { day } from "#app/lib/dates.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";

/**
 * How long a draft lives, in ms (docs/specification.md#drafts): as long as the verify link that leads back to
 * it.
 */
export const draftLife = day;

/**
 * The limits of a form's long fields, in characters, by name: rows are left out, as in `faqs.question` of
 * `faqs[2].question`, and so is a number at the end. Any other field is short.
 */
export type FieldLimits = Readonly<Record<string, number>>;

/** The limit of a short field, in characters: a name, a choice, a price. */
const shortField = 254;

/** How many bytes the fields of one draft may have together. */
const longestDraft = 64 * 1024;

/** True if each field keeps its limit, and all together those of a draft (docs/specification.md#drafts). */
export function fitsDraft(fields: TypedFields, limits: FieldLimits): boolean {
  const isWithin = ([name, text]: [string, string]) => {
    const most = limits[name.replace(/\[\d{1,3}\]|\d{1,3}$/g, "")] ?? shortField;
    return text.length <= most || [...text.replace(/\r\n?/g, "\n").trim()].length <= most;
  };
  return bytesOf(fields) <= longestDraft && Object.entries(fields).every(isWithin);
}

/** The size of a draft in bytes. */
export function bytesOf(fields: TypedFields): number {
  return new TextEncoder().encode(JSON.stringify(fields)).length;
}

/** A path with the id of a draft as its parameter, before any fragment. */
export function withDraft(path: string, id: string): string {
  const [page = "", fragment] = path.split("#");
  const draft = `${page}${page.includes("?") ? "&" : "?"}draft=${id}`;
  return fragment === undefined ? draft : `${draft}#${fragment}`;
}
