/** Said where the viewer's password is asked for once more. */
export const wrongPasswordSentence = "This is not your current password";

/** A warning, not a refusal (docs/specification.md#passwords). */
export const commonPasswordSentence =
  "That password is one of the most common ones, so it is easy to guess. Better choose another.";

/** The sentences that may send somebody to /sign-in; any other `message` in the address is not shown. */
export const signInMessages = [
  "You must be logged in to view your orders",
  "Please sign in to continue with your purchase",
  "Please sign in to continue",
  commonPasswordSentence,
] as const;

/** What somebody reads who has the right password of a suspended account. */
export const suspendedSentence =
  "This account is suspended. Please write to us if you think that is a mistake.";

/** The page that asks for the second factor, with the way back. @param back a path of ours */
export function factorPath(back: string): string {
  return back === "/" ? "/sign-in/factor" : `/sign-in/factor?${new URLSearchParams({ redirectTo: back })}`;
}

/** Where the link of the verify mail leads, and, without its token, where another one is sent. */
export const verifyPath = "/verify";

/** Said where a verified address is needed (docs/specification.md#verification). @param what "order", "send messages" */
export function verifyFirstSentence(what: string): string {
  return `Please verify your email address before you ${what}. The link is in the mail we sent you.`;
}

/** The sign-in page with the way back. @param back a path of ours */
export function signInPath(back: string, message?: string): string {
  const query = new URLSearchParams({ redirectTo: back, ...(message ? { message } : {}) });
  return `/sign-in?${query}`;
}
