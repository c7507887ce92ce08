/** Refuses a form that asks for the viewer's password again. */
export const wrongPasswordSentence = "This is not your current password";

/** Warns of a common password. The password is accepted (docs/specification.md#passwords). */
export const commonPasswordSentence =
  "That password is one of the most common ones, so it is easy to guess. Better choose another.";

/**
 * The messages that /sign-in shows from its `message` parameter. Any other text is ignored, so that a
 * link cannot put words into the page.
 */
export const signInMessages = [
  "You must be logged in to view your orders",
  "Please sign in to continue with your purchase",
  "Please sign in to continue",
  commonPasswordSentence,
] as const;

/** Refuses a sign-in to a suspended account. Shown only after the right password. */
export const suspendedSentence =
  "This account is suspended. Please write to us if you think that is a mistake.";

/** The toast of a sign-in that failed for a technical reason (docs/specification.md#signing-in). */
export const signInFaultSentence = "Failed to sign in";

/**
 * Refuses what needs a verified address (docs/specification.md#verification).
 * @param what the refused action: "order", "send messages"
 */
export function verifyFirstSentence(what: string): string {
  return `Please verify your email address before you ${what}. The link is in the mail we sent you.`;
}
