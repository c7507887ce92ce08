import { allWordsOf, isFiller } from "#app/browse/search/words.ts";

/** How many words of a question count (docs/specification.md#assistant-query). */
export const maxTerms = 12;
/** The shortest word that counts if there are others, in letters. */
const minTermLength = 3;

/**
 * The significant words of a question: those of 3 letters and more that are no filler words, each once, in
 * lower case, at most 12 (docs/specification.md#assistant-query). If there are none, all words count. The
 * text may be in any script.
 */
export function termsOf(text: string): string[] {
  const words = allWordsOf(text);
  const telling = words.filter((word) => lengthOf(word) >= minTermLength && !isFiller(word));
  const terms = telling.length > 0 ? telling : words;
  // Two spellings of one word are one term: `café` and `cafe`.
  return [...new Map(terms.map((term) => [plain(term), term])).values()].slice(0, maxTerms);
}

/** Whether the search indexes can find a term. They find nothing shorter than three letters. */
export function isIndexed(term: string): boolean {
  return lengthOf(term) >= minTermLength;
}

/** A combining accent does not count as a letter. */
function lengthOf(word: string): number {
  return [...plain(word)].length;
}

/** A text as the search index compares it: in lower case, with Latin letters stripped of their accents. */
export function plain(text: string): string {
  // Most texts have no accent: an answer compares up to 2,000 gigs, and this is ten times as fast.
  if (!/[\u0080-\uffff]/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\u00c0-\u1eff]/g, (letter) => {
      const [base = letter, ...marks] = letter.normalize("NFD");
      return marks.length === 1 && base < "\u0080" ? base : letter;
    })
    .replace(/[\u0300-\u036f]/g, "");
}
