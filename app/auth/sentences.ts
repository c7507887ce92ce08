/** The error of a form that asks for the viewer's password again, if it is wrong. */
export const wrongPasswordSentence = "Your current password is incorrect";

/** Warns that a password is common. It is still accepted (docs/specification.md#passwords). */
export const commonPasswordSentence =
  "That password is very common and easy to guess. We recommend that you choose another.";

/** Shown to a new user before the warning about their password (docs/specification.md#sign-up-screen). */
export const joinedSentence = "Your account is ready, and an email with a link is on its way to you";

/**
 * The messages that /sign-in shows from its `message` parameter. Any other text is ignored, so that a
 * link cannot put words into the page.
 */
export const signInMessages = [
  "You must be logged in to view your orders",
  "Please sign in to continue with your purchase",
  "Please sign in to continue",
  "Please sign in to become a seller",
  commonPasswordSentence,
] as const;

/** The error of a sign-in to a suspended account. Shown only after the right password. */
export const suspendedSentence =
  "This account is suspended. If you think this is a mistake, please write to us.";

/** The toast of a sign-in that failed for a technical reason (docs/specification.md#signing-in). */
export const signInFaultSentence = "Failed to sign in";

/**
 * The refusal of an action that needs a verified address (docs/specification.md#verification).
 * @param what the refused action: "order", "send messages"
 */
export function verifyFirstSentence(what: string): string {
  return `Please verify your email address before you ${what}. The link is in the email we sent you.`;
}
