/** A text that its user can insert into messages (docs/specification.md#saved-replies). */
export type SavedReply = { number: number; content: string };

/** The longest saved reply, in characters, and how many a user can have. */
export const maxReplyLength = 1000;
export const maxReplies = 20;

/** Appends a saved reply to the typed text. */
export function withReply(typed: string, reply: string): string {
  return typed.trim() === "" ? reply : `${typed.trimEnd()}\n${reply}`;
}
