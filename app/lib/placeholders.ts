/**
 * The general pictures that stand for one that is missing (docs/specification.md#picture-fallback). The bucket keeps each of them as
 * `{key}/320.webp` and `{key}/640.webp`, so they answer at `/images/{key}` like any other.
 */
export const placeholderKeys = ["placeholder-1", "placeholder-2", "placeholder-3"] as const;

/** The placeholder list for a picture. It begins where the picture's key says: neighbours differ, and each keeps its own. */
export function placeholdersFor(key: string): string[] {
  const first = [...key].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
  return placeholderKeys.map((_, i) => placeholderKeys[(first + i) % placeholderKeys.length] ?? "");
}

/** The letter or digit that a title begins with, in upper case; undefined when it has none. */
export function firstLetter(title: string): string | undefined {
  // Upper case may be two letters (ß).
  const [letter] = /[\p{L}\p{N}]/u.exec(title.normalize("NFC"))?.[0].toUpperCase() ?? "";
  return letter;
}

/** The text when it is one letter or digit, else undefined. */
export function letterOf(text: string | null): string | undefined {
  return text !== null && /^[\p{L}\p{N}]$/u.test(text) ? text : undefined;
}
