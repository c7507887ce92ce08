import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { answerSize, byScore, type Match, points } from "#app/assistant/score.ts";
import { bothQuery, countQuery, scoreQuery, sizeOf, termQuery } from "#app/assistant/score-query.ts";
import { ScoredGigs } from "#app/assistant/scored-gigs.server.ts";
import { mistypedAmong, type Term, termsOf } from "#app/assistant/terms.ts";
import { correct } from "#app/browse/search/search-words.server.ts";
import type { Db } from "#app/context.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { isListed, summaryColumns } from "#app/gigs/gigs.server.ts";
import { gigPlace, gigs, profiles } from "#drizzle/schema.ts";

/** A gig that the assistant recommends, with the words that matched and where. */
export type Recommendation = { gig: GigSummary; matches: Match[] };

/** The most points that one term gives a gig. */
const most = points.title + points.description;
/**
 * How many gigs with any of the terms are read, for all terms together. A term with more than its share is
 * common: a gig that has only common terms is looked up by its score, or by the index's own ranking.
 */
const listedRows = 1800;
/** How many gigs with one term are read. */
const maxListed = 500;
/**
 * With at most this many common terms, gigs are looked up by their score; with more, the index ranks them.
 */
export const termsByScore = 3;
/** How many index entries a score query may pass. `surelyPassed`: the newest gigs that it always passes. */
const passedEntries = 1_000_000;
export const surelyPassed = 20_000;
/** How many gigs that the index ranks highest are scored. */
export const rankedRead = 1000;
/** How many gigs the index may rank. If more match, it ranks the newest. */
const maxRanked = 1_000_000;
/** How many of the newest gigs with several of the terms are read first. */
const firstRead = 20;
/** How many of the newest gigs that still tie are compared by their rating. */
export const comparedByRating = 60;

/** The terms of a question, and the numbers of the newest gigs with each: at most `limit`. */
type Lists = { terms: Term[]; lists: number[][]; limit: number };

/**
 * The listed gigs that score highest for a question, at most 3. Ties go to those with more of its words, then
 * to the best rated (docs/specification.md#assistant-score). The number of rows read does not grow with the
 * catalogue (docs/specification.md#assistant-bounds): gigs with rare terms are read and scored here. For up
 * to three common terms, "at least this score" is one query of the index (`scoreQuery`), which stops at the
 * third gig. For more terms these queries grow too long, so the index ranks: BM25 with small weights grows
 * with the number of places that have the terms, as the score does. It also weighs rarer terms more, so the
 * best gig may be missed.
 * @param isLate true ends the search with the best gigs found so far
 */
export async function recommend(
  db: Db,
  question: string,
  isLate: () => boolean = () => false,
): Promise<Recommendation[]> {
  const found = await listTerms(db, question);
  if (found.terms.length === 0) return [];
  const scored = new ScoredGigs(db, found.terms);
  await addByTerms(db, found, scored, isLate);
  return await listBest(db, scored);
}

/** The terms of a question, with mistyped words corrected, and the gigs with each. */
async function listTerms(db: Db, question: string): Promise<Lists> {
  const typed = await listGigs(db, termsOf(question));
  const missing = typed.terms.filter((_, i) => typed.lists[i]?.length === 0);
  const corrected = await correct(db, mistypedAmong(missing));
  if (corrected.size === 0) return typed;
  const terms = termsOf(question, corrected);
  // By query, not by word: a corrected word may join its neighbour, which is then found in more gigs.
  const same = new Map(typed.terms.map((term, i) => [termQuery(term), typed.lists[i]]));
  const others = await listGigs(
    db,
    terms.filter((term) => !same.has(termQuery(term))),
    typed.limit,
  );
  for (const [i, term] of others.terms.entries()) same.set(termQuery(term), others.lists[i]);
  return { terms, lists: terms.map((term) => same.get(termQuery(term)) ?? []), limit: typed.limit };
}

/** The numbers of the newest gigs with each of the terms. */
async function listGigs(
  db: Db,
  terms: Term[],
  limit = Math.min(maxListed, Math.floor(listedRows / terms.length)),
): Promise<Lists> {
  const queries = terms.map((term) => ({ query: termQuery(term), after: 0 }));
  return { terms, lists: await readMatches(db, queries, limit), limit };
}

/** The best of the scored gigs, as they are shown. */
async function listBest(db: Db, scored: ScoredGigs): Promise<Recommendation[]> {
  const finalists = new Map(scored.finalists(comparedByRating).map((gig) => [gig.number, gig]));
  if (finalists.size === 0) return [];
  const rows = await db
    .select({ number: gigs.number, place: sql<number>`${gigPlace}`, ...summaryColumns })
    .from(gigs)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(and(inArray(gigs.number, [...finalists.keys()]), isListed));
  return rows
    .flatMap(({ number, place, ...gig }) => {
      const finalist = finalists.get(number);
      return finalist ? [{ gig, place, score: finalist.score, matches: finalist.matches }] : [];
    })
    .sort(byScore)
    .slice(0, answerSize)
    .map(({ gig, matches }) => ({ gig, matches }));
}

/** Scores all gigs with a rare term, and the gigs with only common terms that can be among the best. */
async function addByTerms(
  db: Db,
  { terms, lists, limit }: Lists,
  scored: ScoredGigs,
  isLate: () => boolean,
): Promise<void> {
  const rare = terms.filter((_, i) => (lists[i]?.length ?? 0) < limit);
  if (rare.length > 0) await scored.addFound(sql`gigs_stems_fts match ${anyOf(rare)} limit ${listedRows}`);
  await scored.add(often(lists));
  const newest = Math.max(0, ...lists.map(([first = 0]) => first));
  const common = terms
    .flatMap((term, i): CommonTerm[] => {
      const density = densityOf(lists[i] ?? [], limit, newest);
      return density === null ? [] : [{ term, density }];
    })
    .sort((one, other) => one.density - other.density);
  if (common.length === 0) return;
  if (common.length > termsByScore) await addRanked(common, newest, scored);
  await new CommonSearch(db, common, newest).run(scored, isLate);
}

/** The gigs that occur in the most lists. They give the search a high score to start from. */
function often(lists: number[][]): number[] {
  const counts = new Map<number, number>();
  for (const number of lists.flat()) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts]
    .sort(([one, times], [other, otherTimes]) => otherTimes - times || other - one)
    .slice(0, firstRead)
    .map(([number]) => number);
}

/** The share of the newest gigs that have a term; null if its list is complete. */
function densityOf(list: number[], limit: number, newest: number): number | null {
  return list.length < limit ? null : limit / (newest - (list.at(-1) ?? 0) + 1);
}

/** A term, and the share of the newest gigs that have it. */
type CommonTerm = { term: Term; density: number };

/**
 * Scores the gigs with any of the terms that the index ranks highest. BM25 with weights as small as these
 * grows with the number of places in which a gig has the terms, as the score does, but counts rarer terms
 * more. The index ranks inside itself: D1 reads only what it returns.
 */
async function addRanked(common: CommonTerm[], newest: number, scored: ScoredGigs): Promise<void> {
  const without = common.reduce((share, { density }) => share * (1 - density), 1);
  const after = Math.max(0, Math.floor(newest - maxRanked / (1 - without)));
  const ranking = sql.raw(`'bm25(${points.title / 100}, ${points.description / 100})'`);
  await scored.addFound(sql`gigs_stems_fts match ${anyOf(common.map(({ term }) => term))} and rowid > ${after}
    and rank match ${ranking} order by rank limit ${rankedRead}`);
}

/** Finds gigs by the score that common terms give them. */
class CommonSearch {
  readonly #db: Db;
  readonly #terms: Term[];
  readonly #density: number;
  readonly #newest: number;

  /** @param common rarest first @param newest the number of the newest gig */
  constructor(db: Db, common: CommonTerm[], newest: number) {
    this.#db = db;
    this.#terms = common.map(({ term }) => term);
    this.#density = common.reduce((total, { density }) => total + density, 0) / common.length;
    this.#newest = newest;
  }

  /**
   * Finds the highest score that three gigs have, and the newest of these gigs. One query tells whether three
   * gigs have a score, so the search increases the score in growing steps, then bisects.
   */
  async run(scored: ScoredGigs, isLate: () => boolean): Promise<void> {
    let bound = scored.bound();
    let above = most * this.#terms.length + 1;
    let step = 1;
    while (bound + 1 < above && !isLate()) {
      const score = step > 0 && bound + step < above ? bound + step : (bound + above + 1) >> 1;
      const found = await this.#find(score);
      await scored.add(found);
      if (found.length < answerSize) {
        above = score;
        step = 0;
      } else {
        bound = Math.max(score, scored.bound());
        step *= 4;
      }
    }
    bound = Math.max(bound, 1);
    // Of gigs with the same score, those with more terms come first.
    const counted = this.#terms.length > termsByScore ? 1 : this.#terms.length;
    for (let count = counted; count > 0 && !isLate(); count--)
      await scored.add(await this.#find(bound, count, comparedByRating));
  }

  /**
   * The newest gigs with at least this score and this number of terms. A query of many terms is long, so it
   * runs only if it can pass all gigs. Otherwise the index's highest-ranked gigs are the answer.
   */
  async #find(score: number, count = 1, limit: number = answerSize): Promise<number[]> {
    const byScore = scoreQuery(this.#terms, score);
    if (byScore === null) return [];
    const query = count > 1 ? bothQuery(byScore, countQuery(this.#terms, count)) : byScore;
    const passed = Math.floor(passedEntries / (sizeOf(query) * this.#density));
    if (this.#terms.length > termsByScore && passed < this.#newest) return [];
    const after = this.#newest - Math.max(surelyPassed, passed);
    return (await readMatches(this.#db, [{ query, after }], limit)).flat();
  }
}

/** The query of `gigs_stems_fts` for gigs with any of the terms. */
function anyOf(terms: Term[]): string {
  return terms.map(termQuery).join(" OR ");
}

/**
 * The numbers of the newest gigs that each query finds, newest first, in one round trip. `after`: only gigs
 * with a higher number.
 */
async function readMatches(
  db: Db,
  queries: { query: string; after: number }[],
  limit: number,
): Promise<number[][]> {
  const [first, ...others] = queries.map(({ query, after }) => {
    const found: SQL = sql`select rowid as number from gigs_stems_fts
      where gigs_stems_fts match ${query} and rowid > ${Math.max(0, after)} order by rowid desc limit ${limit}`;
    return db.select({ number: sql<number>`number` }).from(sql`(${found})`);
  });
  if (!first) return [];
  return (await db.batch([first, ...others])).map((rows) => rows.map(({ number }) => number));
}
