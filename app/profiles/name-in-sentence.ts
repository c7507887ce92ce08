import { displayName, type NameParts } from "#app/profiles/profile.ts";

/**
 * How a sentence refers to a person: by the first word of the full name if that is a name, else by the
 * display name (docs/specification.md#display-names).
 */
export function nameInSentence(profile: NameParts | null): string {
  return givenName(profile) ?? displayName(profile);
}

/**
 * The first word of the full name; null if it is not a name of at most 20 letters. An email sends it to an
 * unverified address, so it must not be able to contain a link or a message.
 */
export function givenName(profile: NameParts | null): string | null {
  const [first = ""] = (profile?.fullName ?? "").trim().split(/\s+/);
  return isName(first) ? first : null;
}

/** True if a word is a name of at most 20 letters that no mail program turns into a link. */
export function isName(word: string): boolean {
  return /^\p{L}[\p{L}\p{M}'’-]{0,19}$/u.test(word);
}
