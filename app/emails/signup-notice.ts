import { second } from "#app/lib/dates.ts";

/** docs/specification.md#new-signup-notice: the new signup detection window, in ms. */
export const signupWindow = 30 * second;

/** A sign-in so soon after the profile was made is a new signup (docs/specification.md#new-signup-notice). Both in UTC ms. */
export function isNewSignup(profileCreatedAt: number, signedInAt: number): boolean {
  return signedInAt - profileCreatedAt < signupWindow;
}

/** What the operator is told of it. */
export function signupMessage(userName: string): string {
  return `${userName} has signed up`;
}
