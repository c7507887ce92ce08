import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Match, points } from "#app/assistant/score.ts";
import { scoreQuery, sizeOf } from "#app/assistant/score-query.ts";
import { answerSize, ScoredGigs } from "#app/assistant/scored-gigs.server.ts";
import { isIndexed } from "#app/assistant/terms.ts";
import { quoted } from "#app/browse/search/word-query.ts";
import type { Db } from "#app/context.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { isListed, summaryColumns } from "#app/gigs/gigs.server.ts";
import { gigs, profiles } from "#drizzle/schema.ts";

/** A gig that the assistant recommends, with the words that matched and where. */
export type Recommendation = { gig: GigSummary; matches: Match[] };

/** The most points that one term gives a gig. */
const most = points.title + points.description;
/**
 * How many gigs with any of the terms are read, for all terms together. A term with more than its share is
 * common: a gig that has only common terms is looked up by its score, or by the index's own ranking.
 */
const listedRows = 2000;
/** How many gigs with one term are read. */
const longestList = 500;
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
const mostRanked = 1_000_000;
/** How many of the newest gigs with several of the terms are read first. */
const firstRead = 20;

/**
 * The listed gigs that score highest for some terms, at most 3; of equal ones the newest
 * (docs/specification.md#assistant-score). The number of rows read does not grow with the catalogue
 * (docs/specification.md#assistant-bounds): gigs with rare terms are read and scored here. For up to three
 * common terms, "at least this score" is one query of the search index (`scoreQuery`), which stops at the
 * third gig. For more terms these queries grow too long, so the index ranks: BM25 with small weights grows
 * with the number of places that have the terms, as the score does. It also weighs rarer terms more, so the
 * best gig may be missed: of 300 questions at a million gigs, 2 answers differed in score.
 * @param terms as `termsOf` returns them
 * @param isLate true ends the search with the best gigs found so far
 */
export async function recommend(
  db: Db,
  terms: string[],
  isLate: () => boolean = () => false,
): Promise<Recommendation[]> {
  const scored = new ScoredGigs(db, terms);
  const indexed = terms.filter(isIndexed);
  if (indexed.length < terms.length) await scored.addNewest();
  if (indexed.length > 0) await addByTerms(db, indexed, scored, isLate);
  const best = scored.best();
  if (best.length === 0) return [];
  const found = await db
    .select({ number: gigs.number, ...summaryColumns })
    .from(gigs)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(
      and(
        inArray(
          gigs.number,
          best.map(({ number }) => number),
        ),
        isListed,
      ),
    );
  return best.flatMap(({ number, matches }) => {
    const row = found.find((gig) => gig.number === number);
    if (!row) return [];
    const { number: _, ...gig } = row;
    return [{ gig, matches }];
  });
}

/** Scores all gigs with a rare term, and the gigs with only common terms that can be among the best. */
async function addByTerms(db: Db, terms: string[], scored: ScoredGigs, isLate: () => boolean): Promise<void> {
  const limit = Math.min(longestList, Math.floor(listedRows / terms.length));
  const lists = await readMatches(
    db,
    terms.map((term) => ({ query: quoted(term), after: 0 })),
    limit,
  );
  const rare = terms.filter((_, i) => (lists[i]?.length ?? 0) < limit);
  if (rare.length > 0) await scored.addFound(sql`gigs_fts match ${anyOf(rare)}`);
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

/** The gigs that occur in most lists. They give the search a high score to start from. */
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
type CommonTerm = { term: string; density: number };

/**
 * Scores the gigs with any of the terms that the index ranks highest. BM25 with weights as small as these
 * grows with the number of places in which a gig has the terms, as the score does, but counts rarer terms
 * more. The index ranks inside itself: D1 reads only what it returns.
 */
async function addRanked(common: CommonTerm[], newest: number, scored: ScoredGigs): Promise<void> {
  const without = common.reduce((share, { density }) => share * (1 - density), 1);
  const after = Math.max(0, Math.floor(newest - mostRanked / (1 - without)));
  const ranking = sql.raw(`'bm25(${points.title / 100}, ${points.description / 100})'`);
  await scored.addFound(sql`gigs_fts match ${anyOf(common.map(({ term }) => term))} and rowid > ${after}
    and rank match ${ranking} order by rank limit ${rankedRead}`);
}

/** Finds gigs by the score that common terms give them. */
class CommonSearch {
  readonly #db: Db;
  readonly #terms: string[];
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
    await scored.add(await this.#find(Math.max(bound, 1)));
  }

  /**
   * The newest gigs with at least this score. A query of many terms is long, so it runs only if it can pass
   * all gigs. Otherwise the index's highest-ranked gigs are the answer.
   */
  async #find(score: number): Promise<number[]> {
    const query = scoreQuery(this.#terms, score);
    if (query === null) return [];
    const passed = Math.floor(passedEntries / (sizeOf(query) * this.#density));
    if (this.#terms.length > termsByScore && passed < this.#newest) return [];
    const after = this.#newest - Math.max(surelyPassed, passed);
    return (await readMatches(this.#db, [{ query, after }], answerSize)).flat();
  }
}

/** The query of `gigs_fts` for gigs with any of the terms. */
function anyOf(terms: string[]): string {
  return terms.map(quoted).join(" OR ");
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
    const found: SQL = sql`select rowid as number from gigs_fts
      where gigs_fts match ${query} and rowid > ${Math.max(0, after)} order by rowid desc limit ${limit}`;
    return db.select({ number: sql<number>`number` }).from(sql`(${found})`);
  });
  if (!first) return [];
  return (await db.batch([first, ...others])).map((rows) => rows.map(({ number }) => number));
}
