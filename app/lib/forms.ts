import { Buffer } from "node:buffer";
import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/cloudflare";
import { z } from "zod";
import { formBounds, isKnownField, type KnownFields } from "#app/lib/form-fields.ts";

// Every form is read here. An action parses its form once, with conform and the form's zod schema. A refused
// form is shown again with all its values and errors. Two kinds of form do not use conform:
// - Forms with only buttons and hidden fields: the user types nothing, and the action reads the fields.
// - An order's transitions (app/orders/page/transition.form.ts): their schema depends on the order's
//   questions.

/** The answer to a form that no page of the product can send. */
export const unreadableForm = "This form could not be read. Open the page again and send it from there.";

/** The longest text of a form, in bytes (docs/specification.md#form-bounds). Files do not count. */
export const maxTextLength = 64 * 1024;

/** The longest text of a form whose page has `longTexts` in its handle, in characters. */
const longerText = 256 * 1024;

/** Reading a body throws it once more bytes have arrived than its address accepts. */
export class BodyTooLong extends Error {
  override name = "BodyTooLong";

  /** Compares the name: the pages are a separate bundle, with their own class. */
  static is(error: unknown): error is BodyTooLong {
    return error instanceof Error && error.name === "BodyTooLong";
  }
}

/** How many characters of each field are kept when a form is refused. */
const keptText = 10_000;

/** A posted form. */
export type SentForm = {
  /** Its fields. If the form is refused: the texts of known fields, truncated. */
  fields: FormData;
  /** Why the form is refused as a whole, as a sentence; null if it is within the limits. */
  refusal: string | null;
  /** A text field as it was sent; empty if it was not. */
  text(name: string): string;
  /** Parses the fields. For a refused form this fails, with the refusal in its reply. */
  parse<Schema extends z.ZodType>(schema: Schema): Submission<z.output<Schema>>;
};

/**
 * Reads a posted form. Nothing else reads the body before its limits are checked, so that no form can keep
 * the worker busy (docs/specification.md#form-bounds).
 * @param known the names that the form's page sends; any other name refuses the form
 * @throws Response 413 for a body without a declared length that is too long
 */
export function readForm(request: Request, ...known: KnownFields[]): Promise<SentForm> {
  return readBounded(request, maxTextLength, known);
}

/** Reads a form with long texts, whose handle has `longTexts`. */
export function readLongForm(request: Request, ...known: KnownFields[]): Promise<SentForm> {
  return readBounded(request, longerText, known);
}

async function readBounded(request: Request, longest: number, known: KnownFields[]): Promise<SentForm> {
  const sent = await readFields(request);
  const names = [...new Set(sent.fields.keys())];
  const isAccepted =
    sent.isWhole && names.every((name) => isKnownField(name, known)) && textLength(sent.fields) <= longest;
  const fields = isAccepted ? withoutNul(sent.fields) : knownTexts(sent.fields, known);
  return {
    fields,
    refusal: isAccepted ? null : unreadableForm,
    text: (name) => textIn(fields, name),
    parse: (schema) => parseWithZod(fields, { schema: isAccepted ? schema : z.never(unreadableForm) }),
  };
}

/**
 * Reads a form of buttons and hidden fields, with nothing typed.
 * @throws Response 400 if the form is refused
 */
export async function requireForm(request: Request, ...known: KnownFields[]): Promise<FormData> {
  const { fields, refusal } = await readForm(request, ...known);
  if (refusal) throw data(refusal, { status: 400 });
  return fields;
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}

type Fields = { fields: FormData; isWhole: boolean };

const nothing: Fields = { fields: new FormData(), isWhole: false };

/**
 * The fields of a body, at most as many as a form may have. `isWhole`: it is a valid form with no more fields
 * than that.
 */
async function readFields(request: Request): Promise<Fields> {
  const type = request.headers.get("Content-Type") ?? "";
  try {
    if (/^application\/x-www-form-urlencoded\b/i.test(type))
      return splitFields(new TextDecoder().decode(await request.arrayBuffer()));
    if (/^multipart\/form-data\b/i.test(type)) return await parts(type, await request.arrayBuffer());
  } catch (error) {
    if (BodyTooLong.is(error)) throw data(error.message, { status: 413 });
    // The body was truncated, or does not match its content type.
  }
  return nothing;
}

function splitFields(text: string): Fields {
  const all = text.split("&", formBounds.fields + 1);
  const fields = new FormData();
  for (const [name, value] of new URLSearchParams(all.slice(0, formBounds.fields).join("&")))
    fields.append(name, value);
  return { fields, isWhole: all.length <= formBounds.fields };
}

/** The boundary of a multipart body, in the characters that RFC 2046 (5.1.1) allows. */
const boundaryParameter = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))\s*(?:;|$)/i;

/**
 * The maximum length of a part's header, in bytes. A file's name has at most 255 characters of three bytes.
 */
const maxHeadLength = 1024;

/**
 * Checks a multipart body in one pass before the runtime parses it: counts the parts, because 25 MB can hold
 * half a million, then checks their headers. `@remix-run/form-data-parser` 0.17 refuses a body whose last
 * line end arrives in its own chunk, and does not limit the boundary.
 */
async function parts(type: string, body: ArrayBuffer): Promise<Fields> {
  const [, quoted, plain] = boundaryParameter.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) return nothing;
  const bytes = Buffer.from(body);
  const delimiter = Buffer.from(`--${boundary}`);
  const starts: number[] = [];
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    // One more than the fields, for the end of the last part.
    if (starts.length > formBounds.fields) return nothing;
    starts.push(at + delimiter.length);
  }
  for (const start of starts.slice(0, -1)) {
    const head = bytes.subarray(start, start + maxHeadLength);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return nothing;
    // A file's name may contain anything, but the parser refuses NUL in a part's header.
    for (let at = head.indexOf(0); at >= 0 && at < end; at = head.indexOf(0, at + 1)) head[at] = 95;
  }
  // Makes the runtime use the boundary that was counted, whatever else the header contains.
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  return { fields: await new Response(body, { headers }).formData(), isWhole: true };
}

function textLength(fields: FormData): number {
  return [...fields.values()].reduce((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

/** Removes NUL, which no keyboard types and neither HTML nor SQLite's text functions can store. */
function withoutNul(fields: FormData): FormData {
  const clean = new FormData();
  for (const [name, value] of fields)
    clean.append(name, typeof value === "string" ? value.replaceAll("\0", "") : value);
  return clean;
}

function knownTexts(fields: FormData, known: readonly KnownFields[]): FormData {
  const texts = new FormData();
  for (const name of new Set(fields.keys())) {
    const value = fields.get(name);
    if (typeof value === "string" && isKnownField(name, known))
      texts.set(name, value.replaceAll("\0", "").slice(0, keptText));
  }
  return texts;
}
