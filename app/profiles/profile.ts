/** What names a person. An empty text counts as missing. */
export type NameParts = { username: string | null; fullName: string | null; email?: string | null };

/** Somebody as others see them. `username` null: their account was deleted. `avatarUrl` null: two letters stand for the picture. */
export type Person = { username: string | null; fullName: string | null; avatarUrl: string | null };

/** Whether somebody's account was deleted: they are shown as 'User', and nothing leads to them. */
export function isDeleted(person: Pick<Person, "username">): boolean {
  return person.username === null;
}

/** How a person is called: username, full name, e-mail prefix, 'User' (docs/specification.md#display-names). */
export function displayName(profile: NameParts | null): string {
  return profile?.username?.trim() || profile?.fullName?.trim() || emailPrefix(profile) || "User";
}

/** How somebody who sells is called; a missing name is 'Expert Freelancer' (docs/specification.md#display-names). */
export function sellerName(profile: NameParts | null): string {
  return profile?.username?.trim() || profile?.fullName?.trim() || "Expert Freelancer";
}

/** The two letters of an avatar without a picture: of the full name or of the e-mail prefix, else of the name shown. */
export function initials(profile: NameParts | null): string {
  const source = profile?.fullName?.trim() || emailPrefix(profile) || profile?.username || "User";
  const letters = source.match(/[\p{L}\p{N}]/gu) ?? [...source];
  return letters.slice(0, 2).join("").toUpperCase();
}

function emailPrefix(profile: NameParts | null): string | undefined {
  return profile?.email?.split("@")[0]?.trim() || undefined;
}
