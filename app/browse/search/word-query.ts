import { minPartLength, stemOf } from "#app/browse/search/words.ts";

/** A category or subcategory as the search knows it. `token`: `#c3` or `#s12` (drizzle/migrations). */
export type SearchTopic = { token: string; name: string };

/** 'Most of the words' means all but one of these, the longest ones: each further word doubles the cost. */
const comparedWords = 4;

/** A query of `gigs_best_fts` for some words, of which up to `missing` may be absent. */
export type WordQuery = { query: string; words: string[]; missing: number };

/**
 * The queries for all words and for most of them; null if there is only one. Both search for the stems, in
 * any column, so they also find every closer match: `distanceFrom` sorts the results
 * (docs/specification.md#search-words).
 */
export function wordQueries(
  words: string[],
  topics: SearchTopic[],
): { all: WordQuery; most: WordQuery | null } {
  const anywhere = (word: string) =>
    anyOf([
      isPart(stemOf(word)) ? quoted(stemOf(word)) : asWord(stemOf(word)),
      ...topicsOf(stemOf(word), topics).map(asWord),
    ]);
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, comparedWords);
  return {
    all: { query: allOf(words.map(anywhere)), words, missing: 0 },
    most: longest.length < 2 ? null : { query: allButOne(longest.map(anywhere)), words: longest, missing: 1 },
  };
}

/** The indexed texts of a gig: `words` of title and tags, names of the seller, tokens of its topics. */
export type IndexedTexts = { title: string; words: string; seller: string; topics: string };

/**
 * How far a gig is from a query that found it: 0 if the title has the words; 1 if title, tags, names and
 * topics have them; 2 and 3 if they have the stems; 4 if some are only in the description.
 */
export function distanceFrom({ words, missing }: WordQuery, topics: SearchTopic[]) {
  const forms = [words, words.map(stemOf)].map((form) =>
    form.map((word) => ({ isPart: isPart(word), text: plain(word), tokens: topicsOf(word, topics) })),
  );
  return (gig: IndexedTexts): number => {
    const title = plain(gig.title);
    const names = ` ${plain(`${gig.words} ${gig.seller} ${gig.topics}`)} `;
    const steps = forms.flatMap((form) => {
      const inTitle = form.filter(({ isPart, text }) =>
        (isPart ? title : names).includes(isPart ? text : ` ${text} `),
      );
      const inNames = form.filter(
        ({ isPart, text, tokens }) =>
          names.includes(isPart ? text : ` ${text} `) || tokens.some((token) => names.includes(` ${token} `)),
      );
      return [inTitle, inNames].map((found) => found.length >= words.length - missing);
    });
    const first = steps.indexOf(true);
    return first < 0 ? steps.length : first;
  };
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
