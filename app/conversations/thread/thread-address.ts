import { href } from "#app/lib/href.ts";

/**
 * The query of a thread's address: the messages before the one with this number, or those after it, or the
 * newest that contain a text. Without one: the page with the first unread message, else the newest messages.
 */
export type ThreadAsked = { before: number | null; after: number | null; q: string };

/** The longest search text, in characters. */
export const maxQueryLength = 100;

export const fromTheEnd: ThreadAsked = { before: null, after: null, q: "" };

/** Parses an address; values that are not valid are ignored. */
export function threadAskedIn(parameters: URLSearchParams): ThreadAsked {
  const before = numberIn(parameters.get("before"));
  return {
    before,
    after: before === null ? numberIn(parameters.get("after")) : null,
    q: [...(parameters.get("q") ?? "").trim()].slice(0, maxQueryLength).join(""),
  };
}

/** Parses the number of a message; null if the text is not a number. */
export function numberIn(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The address of a part of a conversation (docs/specification.md#threads). */
export function threadPath(id: string, { before, after, q }: Partial<ThreadAsked> = {}): string {
  const parameters = new URLSearchParams({ conversation: id });
  if (q) parameters.set("q", q);
  if (before != null) parameters.set("before", String(before));
  if (after != null) parameters.set("after", String(after));
  return `${href("/messages")}?${parameters}`;
}
