import { day } from "#app/lib/dates.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";

/**
 * How long typed text is parked while its author signs in, in ms (docs/specification.md#drafts). The verify
 * link that returns to it is valid for the same time.
 */
export const parkedLife = day;

/**
 * The limits of a form's long fields, in characters, by name without row numbers or a trailing number:
 * `faqs[2].question` is `faqs.question`. All other fields are short.
 */
export type FieldLimits = Readonly<Record<string, number>>;

/** The limit of a short field, in characters: a name, a choice, a price. */
const shortField = 254;

/** The maximum size of all fields of one form together, in bytes. */
const maxBytes = 64 * 1024;

/**
 * True if each field is within its limit, and all together within `maxBytes` (docs/specification.md#drafts).
 */
export function fitsParked(fields: TypedFields, limits: FieldLimits): boolean {
  const isWithin = ([name, text]: [string, string]) => {
    const most = limits[name.replace(/\[\d{1,3}\]|\d{1,3}$/g, "")] ?? shortField;
    return text.length <= most || [...text.replace(/\r\n?/g, "\n").trim()].length <= most;
  };
  return bytesOf(fields) <= maxBytes && Object.entries(fields).every(isWithin);
}

/** The size of parked text in bytes. */
export function bytesOf(fields: TypedFields): number {
  return new TextEncoder().encode(JSON.stringify(fields)).length;
}

/**
 * A path with the id of parked text in its `draft` parameter, before any fragment. It replaces an earlier
 * one: a form may be sent from the page that shows other parked text.
 */
export function withParked(path: string, id: string): string {
  const [whole = "", fragment] = path.split("#");
  const page = whole.replace(/[?&]draft=[^&]*$|(?<=[?&])draft=[^&]*&/g, "");
  const parked = `${page}${page.includes("?") ? "&" : "?"}draft=${id}`;
  return fragment === undefined ? parked : `${parked}#${fragment}`;
}
