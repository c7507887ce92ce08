/** The values of a filter, with their labels. */
export type Choices<Key extends string = string> = readonly { key: Key; label: string }[];

/** A shorter text matches too much, and the trigram indexes cannot find it. */
const shortestText = 3;

/** The longest email address. Stripe's ids are shorter. */
export const maxTextLength = 254;

/** `oldest`: oldest first. Null: newest first. */
export type ListOrder = "oldest" | null;

/**
 * Reads the text `q` of a search from the address: one line, in composed form, at most `most` characters,
 * without a leading `#` of a number or `@` of a username.
 */
export function textOf(params: URLSearchParams, most = maxTextLength): string {
  const text = (params.get("q") ?? "")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .replace(/^[#@]/, "");
  return [...text.normalize("NFC")].slice(0, most).join("");
}

/** Reads a filter. Null if it has no such value. */
export function choiceOf<Key extends string>(choices: Choices<Key>, text: string | null): Key | null {
  return choices.find(({ key }) => key === text)?.key ?? null;
}

/** Reads the number of the previous page's last row; null for the first page. */
export function cursorOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Reads a day in UTC, `YYYY-MM-DD`. Empty if the calendar has no such day: 2026-02-30. */
export function dayOf(text: string | null): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(text ?? "")?.[0] ?? "";
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : "";
}

/** Reads the order of a list. */
export function orderOf(params: URLSearchParams): ListOrder {
  return params.get("order") === "oldest" ? "oldest" : null;
}

/** Why this text cannot be searched for; null if it can, or if there is none. */
export function refusalToText(q: string): string | null {
  const length = [...q.replace(/[\u0300-\u036f]/g, "")].length;
  return length > 0 && length < shortestText ? `Type at least ${shortestText} characters` : null;
}

/** An address with a query. Values that are null or empty, the defaults, are left out. */
export function listPath(path: string, values: Record<string, string | number | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}
