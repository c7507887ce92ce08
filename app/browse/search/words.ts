/** How many words of a text the search looks for one by one (docs/specification.md#search-words). */
const maxWords = 6;
/** The trigram indexes find no text with fewer letters; shorter words are found as whole words only. */
export const minPartLength = 3;
/** The fewest letters of a word that may be mistyped: `cat` is one letter from too many others. */
export const minTypoLength = 4;
/** The known words have at most 24 letters, and a mistyped one may have one too many. */
export const maxTypoLength = 25;
/** Words of this length and less keep their ending. */
const minStemLength = 4;

/** Words that say nothing about a service. They count only where a text has no others. */
const fillers = new Set(
  "a an and any are as at be by can do for from get have help how i i'm in into is it like looking make me my need of on one or our please service services so some someone that the this to want we who will with you your".split(
    " ",
  ),
);

/** Whether a word says nothing about a service. @param word in lower case */
export function isFiller(word: string): boolean {
  return fillers.has(word);
}

/**
 * The words of a search text in lower case, without fillers ('a', 'for'), each once, at most 6. The text may
 * be in any script.
 */
export function wordsOf(text: string): string[] {
  const all = allWordsOf(text);
  const telling = all.filter((word) => !isFiller(word));
  return (telling.length > 0 ? telling : all).slice(0, maxWords);
}

/** All words of a text in lower case, each once, without quotation marks and the genitive's `'s`. */
export function allWordsOf(text: string): string[] {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .replace(/[’']/g, "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:'+[\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/'s$/, "")))];
}

const endings = /(?:ings?|ions?|ors?|ers?|ed|ies|es|s|e|y)$/;

/**
 * The part that an English word shares with its other forms: `translat` of translate, translation and
 * translating. The word itself if it is short or has no such ending.
 */
export function stemOf(word: string): string {
  const stem = word.endsWith("ss") ? word : word.replace(endings, "");
  return stem.length >= minStemLength ? stem : word.length > minStemLength ? word.replace(/s$/, "") : word;
}

/** A word, and the word without one of its letters, in each way. */
export function variantsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, i) => letters.toSpliced(i, 1).join(""))])];
}

/**
 * Whether two words differ by one letter that is other, missing or too many, or by two neighbours in the
 * wrong order.
 */
export function isOneTypoAway(one: string, other: string): boolean {
  if (one === other) return false;
  const [a, b] = [[...one], [...other]];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const rest = (letters: string[], from: number) => letters.slice(from).join("");
  return (
    rest(a, start + 1) === rest(b, start + 1) ||
    rest(a, start + 1) === rest(b, start) ||
    rest(a, start) === rest(b, start + 1) ||
    (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, start + 2) === rest(b, start + 2))
  );
}

/** A text with some of its words replaced, as the page shows it. */
export function withWords(text: string, replaced: Map<string, string>): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => replaced.get(word.toLowerCase()) ?? word);
}
