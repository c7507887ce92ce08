import { day } from "#app/lib/dates.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";

/**
 * How long typed text is parked while its author signs in, in ms (docs/specification.md#drafts). The verify
 * link that returns to it lives as long.
 */
export const parkedLife = day;

/**
 * The limits of a form's long fields, in characters, by name: rows are left out, as in `faqs.question` of
 * `faqs[2].question`, and so is a number at the end. Any other field is short.
 */
export type FieldLimits = Readonly<Record<string, number>>;

/** The limit of a short field, in characters: a name, a choice, a price. */
const shortField = 254;

/** The most bytes that the fields of one form may have together. */
const mostBytes = 64 * 1024;

/** True if each field keeps its limit, and all together keep `mostBytes` (docs/specification.md#drafts). */
export function fitsParked(fields: TypedFields, limits: FieldLimits): boolean {
  const isWithin = ([name, text]: [string, string]) => {
    const most = limits[name.replace(/\[\d{1,3}\]|\d{1,3}$/g, "")] ?? shortField;
    return text.length <= most || [...text.replace(/\r\n?/g, "\n").trim()].length <= most;
  };
  return bytesOf(fields) <= mostBytes && Object.entries(fields).every(isWithin);
}

/** The size of parked text in bytes. */
export function bytesOf(fields: TypedFields): number {
  return new TextEncoder().encode(JSON.stringify(fields)).length;
}

/** A path with the id of parked text in its `draft` parameter, before any fragment. */
export function withParked(path: string, id: string): string {
  const [page = "", fragment] = path.split("#");
  const parked = `${page}${page.includes("?") ? "&" : "?"}draft=${id}`;
  return fragment === undefined ? parked : `${parked}#${fragment}`;
}
