/**
 * What a thread's address asks for: the messages before the one with this number, or those after it, or the
 * newest that contain a text. Nothing: the page with the first unread message, else the newest messages.
 */
export type ThreadAsked = { before: number | null; after: number | null; q: string };

/** The longest text that is searched, in characters. */
export const longestQuery = 100;

export const fromTheEnd: ThreadAsked = { before: null, after: null, q: "" };

/** Reads what an address asks for; what cannot be read is left out. */
export function threadAskedIn(parameters: URLSearchParams): ThreadAsked {
  const before = numberIn(parameters.get("before"));
  return {
    before,
    after: before === null ? numberIn(parameters.get("after")) : null,
    q: (parameters.get("q") ?? "").trim().slice(0, longestQuery),
  };
}

/** The number of a message; null if the text is none. */
export function numberIn(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The address of a part of a conversation (docs/specification.md#threads). */
export function threadPath(id: string, { before, after, q }: Partial<ThreadAsked> = {}): string {
  const parameters = new URLSearchParams({ conversation: id });
  if (q) parameters.set("q", q);
  if (before != null) parameters.set("before", String(before));
  if (after != null) parameters.set("after", String(after));
  return `/messages?${parameters}`;
}
