/** How many words of a text are searched for one by one (docs/specification.md#search-words). */
const maxWords = 6;
/** The trigram indexes find nothing with fewer letters; shorter words are found only as whole words. */
export const minPartLength = 3;
/** The shortest word that is corrected, in letters: `cat` is one letter away from too many others. */
const minTypoLength = 4;
/** Known words have at most 24 letters, and a mistyped one may have one too many. */
const maxTypoLength = 25;
/** Words of at most this length keep their ending. */
const minStemLength = 4;

/** Filler words. They count only if a text has no other words. */
const fillers = new Set(
  "a an and any are as at be by can do for from get have help how i i'm in into is it like looking make me my need of on one or our please service services so some someone that the this to want we who will with you your".split(
    " ",
  ),
);

/** Whether a word is a filler. @param word in lower case */
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
function allWordsOf(text: string): string[] {
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
 * translating. A word that is short or has no such ending is its own stem.
 */
export function stemOf(word: string): string {
  const stem = word.endsWith("ss") ? word : word.replace(endings, "");
  return stem.length >= minStemLength ? stem : word.length > minStemLength ? word.replace(/s$/, "") : word;
}

/** A word, and each variant of it without one letter. */
export function variantsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, i) => letters.toSpliced(i, 1).join(""))])];
}

/**
 * Whether two words differ by one replaced, missing or extra letter, or by two adjacent letters in the wrong
 * order.
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

/**
 * The word that a mistyped one most likely means, of those that differ by one letter: the most frequent one.
 * Null if there is none.
 * @param seen how often a word occurs
 */
export function closestWord(word: string, known: readonly { word: string; seen: number }[]): string | null {
  const near = known
    .filter((each) => isOneTypoAway(word, each.word))
    .sort((one, other) => other.seen - one.seen || (one.word < other.word ? -1 : 1));
  return near[0]?.word ?? null;
}

/** Whether a word has as many letters as words that are corrected. */
export function mayBeMistyped(word: string, fewest = minTypoLength): boolean {
  const { length } = [...word];
  return length >= fewest && length <= maxTypoLength;
}

/** A text with some of its words replaced. */
export function withWords(text: string, replaced: Map<string, string>): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => replaced.get(word.toLowerCase()) ?? word);
}
