import { keepText } from "#app/lib/url-text.ts";

/** The longest message, in characters. */
export const longestMessage = 5000;

/** Why this text cannot be sent: a sentence, or null when it can (docs/specification.md#sending-messages: trimmed content non-empty). */
export function refusalToSend(content: string): string | null {
  if (!content.trim()) return "Write a message first";
  if (content.length > longestMessage)
    return `Please use at most ${longestMessage.toLocaleString("en-US")} characters in a message`;
  return null;
}

export function conversationPath(id: string): string {
  return `/messages?conversation=${encodeURIComponent(id)}`;
}

/** In Lite the messages bring no scripts; this address of them does, for as long as the page is open (docs/specification.md#lite). */
export function livePath(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}live=1`;
}

export function isLive({ pathname, searchParams }: URL): boolean {
  return pathname === "/messages" && searchParams.get("live") === "1";
}

/** A conversation with what was typed into its send form, for the way over sign-in. */
export function draftPath(id: string, content: string): string {
  const draft = keepText(content.trim());
  return draft ? `${conversationPath(id)}&${new URLSearchParams({ draft })}` : conversationPath(id);
}

/** The door closes the sockets of a session that has ended with this code; a page that is told so does not come back. */
export const signedOutCode = 4401;

/** A pair in the order of its ids, as its one row keeps it. */
export function pairOf(a: string, b: string): { firstId: string; secondId: string } {
  return a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };
}
