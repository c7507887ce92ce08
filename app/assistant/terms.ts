import { isChatter } from "#app/assistant/chatter.ts";
import { sameWords } from "#app/browse/search/same-words.ts";
import { porterStem } from "#app/browse/search/stem.ts";
import { isFiller, mayBeMistyped } from "#app/browse/search/words.ts";

/** How many words of a question count (docs/specification.md#assistant-query). */
export const maxTerms = 12;
/** How many stems are cached. */
const maxStems = 10_000;

/**
 * A word of a question, in lower case, and the spellings that match it: the word itself first, then its
 * joined spellings, then words that mean the same.
 */
export type Term = { word: string; any: readonly Spelling[] };

/** One or more adjacent words, and their stems, with a space before and after each. */
type Spelling = { text: string; stems: string };

/**
 * The significant words of a question, at most 12 (docs/specification.md#assistant-query). If there are none,
 * all words count. The text may be in any script.
 * @param corrected what mistyped words mean
 */
export function termsOf(text: string, corrected: ReadonlyMap<string, string> = new Map()): Term[] {
  const words = wordsOfQuestion(text).map((each) => ({
    ...each,
    word: corrected.get(each.word) ?? each.word,
  }));
  const telling = words.filter(isTelling);
  const terms = new Map<string, Term>();
  for (const each of telling.length > 0 ? telling : words) {
    const [first, ...others] = [each.word, ...each.spellings].map(spellingOf);
    if (!first || terms.has(first.stems)) continue;
    const spellings = [first, ...others, ...joinedWith(each, words).map(spellingOf)];
    const meanings = [...spellings.map(({ stems }) => stems.trim()), ...pairsWith(each, words)]
      .flatMap(sameWords)
      .map(spellingOf);
    const any = new Map([...spellings, ...meanings].map((spelling) => [spelling.stems, spelling]));
    terms.set(first.stems, { word: each.word, any: [...any.values()] });
    if (terms.size === maxTerms) break;
  }
  return [...terms.values()];
}

/** How many words of a question are corrected: each costs up to 200 rows. */
const maxCorrected = 2;
/** The shortest word that is corrected. One letter more than in a search, where fewer words are names. */
const shortestCorrected = 5;

/**
 * Those words that may be mistyped, of the terms that no gig has: at most 2, the longest ones. A word in the
 * table of same words is not mistyped.
 */
export function mistypedAmong(missing: readonly Term[]): string[] {
  return missing
    .filter(({ word }) => mayBeMistyped(word, shortestCorrected) && sameWords(porterStem(word)).length === 0)
    .map(({ word }) => word)
    .sort((one, other) => other.length - one.length)
    .slice(0, maxCorrected);
}

type Word = { word: string; spellings: string[] };

/** A word says something about a service if it is neither a filler nor a number nor a single letter. */
function isTelling(word: Word): boolean {
  return [...word.word].length > 1 && isPartOfName(word);
}

function isPartOfName({ word }: Word): boolean {
  return !isFiller(word) && !isChatter(word) && !/^\d+(?:st|nd|rd|th)?$/.test(word);
}

/** Neighbours may be written as one word: `web site`, `e book`. */
function joinedWith(word: Word, words: Word[]): string[] {
  const place = words.indexOf(word);
  const [before, after] = [words[place - 1], words[place + 1]];
  return [
    ...(after && isPartOfName(after) ? [word.word + after.word] : []),
    ...(before && isPartOfName(before) ? [before.word + word.word] : []),
  ];
}

/**
 * The stems of the word with the one before it, and with the one after it. Words that say nothing are
 * skipped.
 */
function pairsWith(word: Word, words: Word[]): string[] {
  const telling = words.filter((each) => each === word || isPartOfName(each)).map((each) => each.word);
  const place = telling.indexOf(word.word);
  return [place - 1, place]
    .filter((first) => first >= 0 && first + 1 < telling.length)
    .map((first) => stemsOf(telling.slice(first, first + 2).join(" ")).trim());
}

/**
 * All words of a question. A hyphen joins a part of one or two letters with its neighbours (e-book); other
 * parts are separate words.
 */
function wordsOfQuestion(text: string): Word[] {
  const found =
    plain(text)
      .replace(/[’']/g, "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  return found.flatMap((each) => {
    const parts = each.split("-").map((part) => part.replace(/'s$/, ""));
    const isOne = parts.length > 1 && parts.some((part) => [...part].length < 3);
    if (isOne) return [{ word: parts.join(""), spellings: [parts.join("-")] }];
    return parts.map((word) => ({ word, spellings: [] }));
  });
}

function spellingOf(text: string): Spelling {
  return { text, stems: stemsOf(text) };
}

/** The stems of a text's words as the index has them, in their order, a space around each. */
export function stemsOf(text: string): string {
  const words = plain(text).match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];
  return ` ${words.map(stemOf).join(" ")} `;
}

/** Most words of a market recur, and an answer compares up to 2,000 gigs. */
const stems = new Map<string, string>();

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = porterStem(word);
  if (stems.size >= maxStems) stems.clear();
  stems.set(word, stem);
  return stem;
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
