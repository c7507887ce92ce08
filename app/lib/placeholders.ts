/**
 * The pictures that replace a missing one (docs/specification.md#picture-fallback). The bucket stores each as
 * `{key}/320.webp` and `{key}/640.webp`, so that `/images/{key}` serves them like any other.
 */
export const placeholderKeys = ["placeholder-1", "placeholder-2", "placeholder-3"] as const;

/**
 * The placeholders of a picture, in the order to try. The key decides the first, so that neighbours differ.
 */
export function placeholdersFor(key: string): string[] {
  const first = [...key].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
  return placeholderKeys.map((_, i) => placeholderKeys[(first + i) % placeholderKeys.length] ?? "");
}

/** The first letter or digit of a title in upper case; undefined if it has none. */
export function firstLetter(title: string): string | undefined {
  // The upper case of one letter can be two letters (ß).
  const [letter] = /[\p{L}\p{N}]/u.exec(title.normalize("NFC"))?.[0].toUpperCase() ?? "";
  return letter;
}

/** The text if it is one letter or digit, else undefined. */
export function letterOf(text: string | null): string | undefined {
  return text !== null && /^[\p{L}\p{N}]$/u.test(text) ? text : undefined;
}
