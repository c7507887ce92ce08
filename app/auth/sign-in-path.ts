/** The sentences that may send somebody to /sign-in; any other `message` in the address is not shown. */
export const signInMessages = [
  "You must be logged in to view your orders",
  "Please sign in to continue with your purchase",
  "Please sign in to continue",
] as const;

/** Said where a verified address is needed (product.md section 7). @param what "order", "send messages" */
export function verifyFirst(what: string): string {
  return `Please verify your email address before you ${what}. The link is in the mail we sent you.`;
}

/** The sign-in page with the way back. @param back a path of ours */
export function signInPath(back: string, message?: string): string {
  const query = new URLSearchParams({ redirectTo: back, ...(message ? { message } : {}) });
  return `/sign-in?${query}`;
}
