/** A text that its user puts into messages (docs/specification.md#saved-replies). */
export type SavedReply = { number: number; content: string };

/** The longest saved reply, in characters, and how many one user has. */
export const longestReply = 1000;
export const mostReplies = 20;

/** A typed text with a saved reply behind it. */
export function withReply(typed: string, reply: string): string {
  return typed.trim() === "" ? reply : `${typed.trimEnd()}\n${reply}`;
}
