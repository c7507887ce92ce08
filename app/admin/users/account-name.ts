import { isDeletedUsername } from "#app/profiles/deleted-username.ts";

/** How the console names an account: `@ann`. @param username null, or that of a deleted account */
export function accountName(username: string | null): string {
  return username === null || isDeletedUsername(username) ? "a deleted account" : `@${username}`;
}
