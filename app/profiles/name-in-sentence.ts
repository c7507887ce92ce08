import { namesBrand } from "#app/profiles/look-alikes.ts";
import { displayName, type NameParts } from "#app/profiles/profile.ts";

/** A sentence shows at most this many words of a full name: more could be a message. */
const maxWords = 4;

/**
 * How a sentence refers to a person: by the full name as they gave it if that is a name, else by the display
 * name (docs/specification.md#display-names).
 */
export function nameInSentence(profile: NameParts | null): string {
  return givenName(profile?.fullName) ?? displayName(profile);
}

/**
 * The whole full name, because not every name begins with the given name; null if it is not a name of at most
 * 4 words of 20 letters, or seems to contain our brand. Emails contain it, so it must not be able to hold a
 * link or a message, or to pass for our support.
 */
export function givenName(fullName: string | null | undefined): string | null {
  const words = (fullName ?? "").trim().split(/\s+/);
  const isShort = words.length <= maxWords && words.every(isName);
  return isShort && !namesBrand(fullName ?? "") ? words.join(" ") : null;
}

/** True if a word is a name of at most 20 letters that no mail program turns into a link. */
function isName(word: string): boolean {
  return /^\p{L}[\p{L}\p{M}'’-]{0,19}$/u.test(word);
}
