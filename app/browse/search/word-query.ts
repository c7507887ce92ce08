import { sameWords } from "#app/browse/search/same-words.ts";
import { porterStem } from "#app/browse/search/stem.ts";
import { minPartLength, stemOf } from "#app/browse/search/words.ts";

/** A category or subcategory as the search knows it. `token`: `#c3` or `#s12` (drizzle/migrations). */
export type SearchTopic = { token: string; name: string };

/** 'Most of the words' means all but one of these, the longest ones: each further word doubles the cost. */
const comparedWords = 4;

/**
 * A query of `gigs_best_fts`, and how far the gigs that it finds are from what was typed.
 * `rank`: the place in the order of all results, the lowest first.
 */
export type WordQuery = { query: string; rank: (gig: IndexedTexts) => number };

/** The indexed texts of a gig: `words` of title and tags, names of the seller, tokens of its topics. */
export type IndexedTexts = { title: string; words: string; seller: string; topics: string };

/** The queries of a text. Each is needed only if those before it do not fill the page. */
export type WordQueries = { all: WordQuery; same: WordQuery | null; most: WordQuery | null };

/**
 * The queries for all words, for words that mean the same (null if there are none), and for most of the words
 * (null if there is only one). They search for the stems, so they also find every closer match: `rank` sorts
 * the results (docs/specification.md#search-words).
 */
export function wordQueries(words: string[], topics: SearchTopic[]): WordQueries {
  const anywhere = (word: string) =>
    anyOf([
      isPart(stemOf(word)) ? quoted(stemOf(word)) : asWord(stemOf(word)),
      ...topicsOf(stemOf(word), topics).map(asWord),
    ]);
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, comparedWords);
  const spellings = [words, words.map(stemOf)].map((form) => form.map((word) => wordTest(word, topics)));
  const same = words.map((word, i) => meaningsOf(word, words[i - 1], words[i + 1]));
  const meant = words.map((word, i) =>
    anyTest([wordTest(stemOf(word), topics), ...(same[i] ?? []).map(meaningTest)]),
  );
  const compared = (form: WordTest[]) => form.filter((_, i) => longest.includes(words[i] ?? ""));
  return {
    all: { query: allOf(words.map(anywhere)), rank: rankOf(spellings, [0, 1, 2, 3, 6]) },
    same: same.every((meanings) => meanings.length === 0)
      ? null
      : {
          query: allOf(words.map((word, i) => anyOf([anywhere(word), ...(same[i] ?? []).map(meaningQuery)]))),
          rank: rankOf([meant], [4, 5, 7]),
        },
    most:
      longest.length < 2
        ? null
        : {
            query: allButOne(longest.map(anywhere)),
            rank: rankOf(spellings.map(compared), [8, 9, 10, 11, 12], 1),
          },
  };
}

/** Whether a text of the index has a word: the title, or its words, names and topics. */
type WordTest = { isInTitle: (title: string) => boolean; isInNames: (names: string) => boolean };

/**
 * The rank of a gig: the first of `ranks` if its title has the words of the first form, the second if title,
 * tags, names and topics have them; the same for the next form; the last rank if some are elsewhere.
 * @param missing how many words may be absent
 */
function rankOf(forms: WordTest[][], ranks: number[], missing = 0): WordQuery["rank"] {
  return (gig) => {
    const title = plain(gig.title);
    const names = ` ${plain(`${gig.words} ${gig.seller} ${gig.topics}`)} `;
    const steps = forms.flatMap((form) => [
      form.filter(({ isInTitle }) => isInTitle(title)).length >= form.length - missing,
      form.filter(({ isInNames }) => isInNames(names)).length >= form.length - missing,
    ]);
    const first = steps.indexOf(true);
    return ranks.at(first < 0 ? -1 : first) ?? 0;
  };
}

function wordTest(word: string, topics: SearchTopic[]): WordTest {
  const [text, tokens] = [plain(word), topicsOf(word, topics)];
  const isWithin = (names: string) => names.includes(isPart(word) ? text : ` ${text} `);
  return {
    isInTitle: isPart(word) ? (title) => title.includes(text) : isWithin,
    isInNames: (names) => isWithin(names) || tokens.some((token) => names.includes(` ${token} `)),
  };
}
/** A word that means the same counts only where it begins a word of the title or the tags. */
function meaningTest(meaning: string): WordTest {
  const start = ` ${plain(beginning(meaning))}`;
  return {
    isInTitle: (title) => ` ${title.replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(start),
    isInNames: (names) => names.includes(start),
  };
}

function meaningQuery(meaning: string): string {
  return `words : ${quoted(` ${beginning(meaning)}`)}`;
}

/** A short word is found only whole (`ad`, not `address`), so it ends with a space. */
function beginning(meaning: string): string {
  const words = meaning.replaceAll("-", " ");
  return isPart(stemOf(words)) && [...words].length > minPartLength ? stemOf(words) : `${words} `;
}

/** A test that passes if any of these tests passes. */
function anyTest(tests: WordTest[]): WordTest {
  return {
    isInTitle: (title) => tests.some((test) => test.isInTitle(title)),
    isInNames: (names) => tests.some((test) => test.isInNames(names)),
  };
}

/** The words that mean the same as a word, alone or together with a neighbour. */
function meaningsOf(word: string, before?: string, after?: string): string[] {
  const stem = porterStem(word);
  const pairs = [
    ...(before === undefined ? [] : [`${porterStem(before)} ${stem}`]),
    ...(after === undefined ? [] : [`${stem} ${porterStem(after)}`]),
  ];
  return [...new Set([stem, ...pairs].flatMap(sameWords))];
}

/** In lower case and without accents, as the index compares. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

/**
 * The query for titles with all of these words. The last word may be incomplete: it matches the beginning of
 * a word or, from 3 letters on, any part of one. Null if only a single letter is typed.
 */
export function titleQuery(words: string[]): string | null {
  const terms = words.flatMap((word, i) => {
    if (isPart(word)) return [`(title : ${quoted(word)})`];
    if (i < words.length - 1) return [`(${asWord(word)})`];
    return [...word].length > 1 ? [`(words : ${quoted(` ${word}`)})`] : [];
  });
  return terms.length > 0 ? allOf(terms) : null;
}

/** A query that finds a word, or a part of one, anywhere in a gig. */
export function anywhereQuery(word: string): string {
  return isPart(word) ? quoted(word) : asWord(word);
}

/** A phrase of FTS5. Everything in it is plain text. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Whether the index finds the word as a part of others. A combining accent does not count as a letter. */
function isPart(word: string): boolean {
  return [...word.replace(/[\u0300-\u036f]/g, "")].length >= minPartLength;
}

/** The index has a space around each word of titles and tags, and around each topic. */
function asWord(word: string): string {
  return `words : ${quoted(` ${word} `)}`;
}

/** The tokens of the categories and subcategories with a word that begins with this one. */
function topicsOf(word: string, topics: SearchTopic[]): string[] {
  return topics
    .filter(({ name }) =>
      name
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .some((each) => (isPart(word) ? each.startsWith(word) : each === word)),
    )
    .map(({ token }) => token);
}

function anyOf(terms: string[]): string {
  return `(${terms.map((term) => `(${term})`).join(" OR ")})`;
}

function allOf(terms: string[]): string {
  return `(${terms.join(" AND ")})`;
}

/** All terms but at most one, with as few terms as possible: all of one half and most of the other. */
function allButOne(terms: string[]): string {
  const [left, right] = [terms.slice(0, terms.length >> 1), terms.slice(terms.length >> 1)];
  const withMost = (half: string[], other: string[]) =>
    other.length > 1 ? allOf([...half, allButOne(other)]) : allOf(half);
  return anyOf([withMost(left, right), withMost(right, left)]);
}
