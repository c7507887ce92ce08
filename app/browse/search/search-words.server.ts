import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { pageSize } from "#app/browse/listing.ts";
import { type Filters, isFiltered } from "#app/browse/search/filters.ts";
import { sameWords } from "#app/browse/search/same-words.ts";
import { bestNumbers, filterConditions } from "#app/browse/search/search.server.ts";
import { porterStem } from "#app/browse/search/stem.ts";
import { maxSuggestions, suggestionsTtl } from "#app/browse/search/suggestion.ts";
import {
  anywhereQuery,
  type IndexedTexts,
  type SearchTopic,
  titleQuery,
  type WordQuery,
  wordQueries,
} from "#app/browse/search/word-query.ts";
import {
  closestWord,
  mayBeMistyped,
  stemOf,
  variantsOf,
  withWords,
  wordsOf,
} from "#app/browse/search/words.ts";
import type { Db, Log } from "#app/context.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { isListed, summaryColumns } from "#app/gigs/gigs.server.ts";
import { gigs, profiles, searchVariants, searchWords } from "#drizzle/schema.ts";

/** 'Services that match these words' (docs/specification.md#search-words). */
export type WordMatches = {
  gigs: GigSummary[];
  /** The text that was searched for instead, because no gig has one of its words; null: the text itself. */
  corrected: string | null;
};

/** How many gigs a query finds, best rated first. For each, the gig, its seller and its topics are read. */
const ranked = 60;
/** How many words a mistyped word is compared with. */
const comparedWords = 100;

type Query = { q: string; filters: Filters; topics: SearchTopic[]; shown: GigSummary[] };

/**
 * Finds the gigs that have the words of a text in any order: first those with all of them, then with words
 * that mean the same, then with most of them, best rated first. A word that no gig has is replaced by one
 * that differs by a letter, if there is one. The cost does not grow with the catalogue.
 * @param shown the gigs with the whole text. They are not repeated, and count toward the one page that is
 * filled
 */
export async function searchByWords(db: Db, { q, filters, topics, shown }: Query): Promise<WordMatches> {
  const words = wordsOf(q);
  if (words.length === 0) return { gigs: [], corrected: null };
  const missing = await listUnknown(db, words);
  const replaced = await correct(db, missing);
  const meant = words.map((word) => replaced.get(word) ?? word);
  const { all, same, most } = wordQueries(meant, topics);
  const ranks = new Map<number, number>();
  for (const query of [all, same, most]) {
    // The closest matches fill the page, unless filters remove some.
    if (!query || (!isFiltered(filters) && ranks.size >= pageSize + shown.length)) continue;
    for (const [number, rank] of await rankNumbers(db, query))
      ranks.set(number, Math.min(rank, ranks.get(number) ?? rank));
  }
  // The sort is stable: among equal ranks, the best rated stays first.
  const numbers = [...ranks].sort(([, one], [, other]) => one - other).map(([number]) => number);
  const found = await listInOrder(db, numbers, filters, shown.length + pageSize);
  const isShown = new Set(shown.map(({ slug }) => slug));
  return {
    gigs: found.filter(({ slug }) => !isShown.has(slug)).slice(0, pageSize - shown.length),
    corrected: replaced.size > 0 ? withWords(q, replaced) : null,
  };
}

/** How many gigs are read for suggestions: several may have the same title. */
const titlesRead = 10;

/**
 * The titles of listed gigs with all words of a text that is still being typed, best rated first, each title
 * once. Words of one or two letters may be in the tags instead. The cost does not grow with the catalogue.
 * @param text words in lower case, separated by one space
 */
async function listTitles(db: Db, text: string): Promise<{ title: string; slug: string }[]> {
  const query = titleQuery(text.split(" "));
  if (query === null) return [];
  const found = await db
    .select({ title: gigs.title, slug: gigs.slug })
    .from(sql`(${bestNumbers(query, titlesRead)}) as candidate`)
    .crossJoin(gigs)
    .where(and(sql`${gigs.number} = candidate.number`, isListed))
    .orderBy(sql`candidate.place desc`);
  const isFirst = (title: string, i: number) => found.findIndex((other) => other.title === title) === i;
  return found.filter(({ title }, i) => isFirst(title, i)).slice(0, maxSuggestions);
}

/** The titles with all words of a text, cached. */
export const titlesWithWords = {
  name: "suggestions",
  ttl: suggestionsTtl,
  read: (db: Db, _log: Log, text: string) => listTitles(db, text),
};

/**
 * The words that no gig has, not even with another ending, and the plurals that no gig has. A word whose
 * meaning we know is not mistyped.
 */
async function listUnknown(db: Db, words: string[]): Promise<string[]> {
  const spellings = [...new Set(words.flatMap((word) => [word, stemOf(word)]))];
  const [row] = await db.all<{ known: string }>(
    sql`select json_array(${sql.join(spellings.map(isInIndex), sql`, `)}) as known`,
  );
  const known: number[] = JSON.parse(row?.known ?? "[]");
  const isKnown = (word: string) => known[spellings.indexOf(word)] === 1;
  const isMeant = (word: string) => sameWords(porterStem(word)).length > 0;
  return words.filter(
    (word) => !isKnown(word) && !isMeant(word) && (!isKnown(stemOf(word)) || word.endsWith("s")),
  );
}

/** The numbers of the best rated gigs that a query finds, best rated first, and their ranks. */
async function rankNumbers(db: Db, { query, rank }: WordQuery): Promise<[number: number, rank: number][]> {
  const found = await db.all<IndexedTexts & { number: number }>(
    sql`select gig.number, gig.title, gig.words, gig.seller, gig.topics
      from (${bestNumbers(query, ranked)}) as found cross join gig_words as gig on gig.number = found.number`,
  );
  return found.map((gig) => [gig.number, rank(gig)]);
}

function isInIndex(word: string): SQL {
  return sql`exists (select 1 from gigs_best_fts where gigs_best_fts match ${anywhereQuery(word)})`;
}

/**
 * The words that a mistyped word most likely means: those that differ by one letter, the most frequent one
 * first. A word without such a match is left out. Reads at most 200 rows for each word.
 */
export async function correct(db: Db, unknown: string[]): Promise<Map<string, string>> {
  const mistyped = unknown.filter((word) => mayBeMistyped(word));
  if (mistyped.length === 0) return new Map();
  const near = (word: string) =>
    db
      .select({ word: searchWords.word, seen: searchWords.seen })
      .from(searchWords)
      .where(
        inArray(
          searchWords.word,
          db
            .select({ word: searchVariants.word })
            .from(searchVariants)
            .where(inArray(searchVariants.variant, variantsOf(word)))
            .limit(comparedWords),
        ),
      );
  const [one, ...others] = mistyped.map(near);
  if (!one) return new Map();
  const answers = await db.batch([one, ...others]);
  const best = mistyped.map((word, i) => closestWord(word, answers[i] ?? []));
  return new Map(mistyped.flatMap((word, i): [string, string][] => (best[i] ? [[word, best[i]]] : [])));
}

/** The listed gigs among these numbers that pass the filters, in the order of the numbers. */
async function listInOrder(
  db: Db,
  numbers: number[],
  filters: Filters,
  limit: number,
): Promise<GigSummary[]> {
  const candidates = isFiltered(filters) ? numbers : numbers.slice(0, limit);
  if (candidates.length === 0) return [];
  return await db
    .select(summaryColumns)
    // A cross join looks up each candidate. Otherwise SQLite would compare all listed gigs with them.
    .from(sql`json_each(${JSON.stringify(candidates)}) as candidate`)
    .crossJoin(gigs)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(and(sql`${gigs.number} = candidate.value`, isListed, ...filterConditions(filters)))
    .orderBy(sql`candidate.key`)
    .limit(limit);
}
