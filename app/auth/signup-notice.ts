import { second } from "#app/lib/dates.ts";

/**
 * A sign-in counts as a new signup if the profile is at most this old, in ms
 * (docs/specification.md#new-signup-notice).
 */
const signupWindow = 30 * second;

/** Whether a sign-in is a new signup. Both times in UTC ms. */
export function isNewSignup(profileCreatedAt: number, signedInAt: number): boolean {
  return signedInAt - profileCreatedAt < signupWindow;
}

/** The text of the notice, and the subject of its email. */
export function signupMessage(userName: string): string {
  return `New sign-up: ${userName}`;
}
