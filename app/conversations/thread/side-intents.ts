/** What a user can change about a conversation for themselves, with the notices. */
export const sideIntents = {
  archive: { changes: { isArchived: true }, notice: "Archived. A new message brings it back" },
  "bring-back": { changes: { isArchived: false }, notice: "It is in your list again" },
  mute: { changes: { isMuted: true }, notice: "Muted: no number in the header and no email" },
  unmute: { changes: { isMuted: false }, notice: "No longer muted" },
  block: { changes: { isBlocked: true }, notice: "Blocked. Neither of you can write" },
  unblock: { changes: { isBlocked: false }, notice: "No longer blocked" },
} as const;

export type SideIntent = keyof typeof sideIntents;

export function isSideIntent(value: unknown): value is SideIntent {
  return typeof value === "string" && Object.hasOwn(sideIntents, value);
}
