import { namesBrand } from "#app/profiles/look-alikes.ts";

/** What a display name is made from. An empty text counts as missing. */
export type NameParts = { username: string | null; fullName: string | null; email?: string | null };

/** The longest profile text, in characters. */
export const maxBioLength = 600;

/**
 * A user as other users see them. `username` is null if the account was deleted. `avatarUrl` is null if there
 * is no picture; initials are shown instead.
 */
export type Person = { username: string | null; fullName: string | null; avatarUrl: string | null };

/** True if the account was deleted. It is shown as 'User', without links. */
export function isDeleted(person: Pick<Person, "username">): boolean {
  return person.username === null;
}

/** The display name: username, full name, email prefix or 'User' (docs/specification.md#display-names). */
export function displayName(profile: NameParts | null): string {
  return profile?.username?.trim() || profile?.fullName?.trim() || emailPrefix(profile) || "User";
}

/** Unicode's bidirectional controls. In a name, they would reorder the text after it. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/** A full name as others see it; empty if there is none, or if it seems to contain our brand. */
export function shownFullName(profile: Pick<NameParts, "fullName"> | null): string {
  const fullName = profile?.fullName?.replace(turns, "").trim() ?? "";
  return namesBrand(fullName) ? "" : fullName;
}

/**
 * The full name and the username, if both exist: `Daniel Okafor · @seller`; else the display name
 * (docs/specification.md#display-names).
 */
export function bothNames(profile: NameParts | null): string {
  const [fullName, username] = [shownFullName(profile), profile?.username?.trim()];
  return fullName && username ? `${fullName} · @${username}` : displayName(profile);
}

/** A seller's display name; 'Expert Freelancer' if there is no name (docs/specification.md#display-names). */
export function sellerName(profile: NameParts | null): string {
  return profile?.username?.trim() || profile?.fullName?.trim() || "Expert Freelancer";
}

/**
 * The two letters of an avatar without a picture, from the full name, the email prefix, the username or
 * 'User'.
 */
export function initials(profile: NameParts | null): string {
  const source = profile?.fullName?.trim() || emailPrefix(profile) || profile?.username || "User";
  const letters = source.match(/[\p{L}\p{N}]/gu) ?? [...source];
  return letters.slice(0, 2).join("").toUpperCase();
}

function emailPrefix(profile: NameParts | null): string | undefined {
  return profile?.email?.split("@")[0]?.trim() || undefined;
}

/** The address of a profile picture at the smallest width that looks sharp. @param size CSS px */
export function picturePath(avatarUrl: string, size: number): string {
  return `${avatarUrl}?w=${size > 48 ? 320 : 96}`;
}
