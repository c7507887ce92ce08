import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Match, points } from "#app/assistant/score.ts";
import { countQuery, scoreQuery, sizeOf } from "#app/assistant/score-query.ts";
import { answerSize, ScoredGigs } from "#app/assistant/scored-gigs.server.ts";
import { isIndexed } from "#app/assistant/terms.ts";
import type { Db } from "#app/context.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { isListed, summaryColumns } from "#app/gigs/gigs.server.ts";
import { quoted } from "#app/gigs/word-query.ts";
import { gigs, profiles } from "#drizzle/schema.ts";

/** A gig that the assistant recommends, with the words that matched and where. */
export type Recommendation = { gig: GigSummary; matches: Match[] };

/** The most and the fewest points that one term gives a gig that has it. */
const most = points.title + points.description;
const least = Math.min(points.title, points.description);
/**
 * How many gigs with any of the terms are read, all terms together. A term with more than its share is
 * common: a gig that has common terms only is looked up by its score.
 */
const listedRows = 2000;
/** The most gigs with one term that are read. */
const longestList = 500;
/**
 * How many common terms choose gigs by their score, the rarest ones: at most so many, and fewer, if together
 * they are found more than `decisiveShares` times in a gig. The others count in the score only.
 */
export const decisiveTerms = { most: 8, least: 4 };
const decisiveShares = 3;
/** How many gigs the decisive terms choose if there are more common terms. */
const chosen = 60;
/** How many entries of the index one query may pass, and how many of the newest gigs it passes at least. */
const passedEntries = 1_000_000;
export const surelyPassed = 20_000;
/** From this share of the newest gigs on, a term is very common. */
const veryCommon = 0.02;
/** Gigs with several terms in the title are all read if they are fewer. */
const titlesRead = 200;
/** How many gigs that are among the newest with several of the terms are read first. */
const firstRead = 20;

/**
 * The listed gigs that score highest for some terms, at most 3; of equal ones the newest
 * (docs/specification.md#assistant-score). The rows that it reads do not grow with the catalogue
 * (docs/decisions/0092-score-with-the-search-index.md).
 * @param terms as `termsOf` returns them
 * @param isLate true ends the search: the best gigs so far are the answer
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

/** Scores all gigs with a rare term, and those with common terms only that can be among the best. */
async function addByTerms(db: Db, terms: string[], scored: ScoredGigs, isLate: () => boolean): Promise<void> {
  const limit = Math.min(longestList, Math.floor(listedRows / terms.length));
  const lists = await readMatches(
    db,
    terms.map((term) => ({ query: quoted(term), after: 0 })),
    limit,
  );
  const rare = lists.filter(({ length }) => length < limit);
  await scored.add([...new Set([...promising(rare, terms.length - rare.length), ...often(lists)])]);
  const newest = Math.max(0, ...lists.map(([first = 0]) => first));
  const common = terms
    .flatMap((term, i): CommonTerm[] => {
      const density = densityOf(lists[i] ?? [], limit, newest);
      return density === null ? [] : [{ term, density }];
    })
    .sort((one, other) => one.density - other.density);
  if (common.length === 0) return;
  const decisive = decisiveOf(common);
  const search = new CommonSearch(db, decisive, newest);
  await search.run(scored, decisive.length < common.length ? common.map(({ term }) => term) : null, isLate);
}

/**
 * Those of the gigs with rare terms that can be among the best: with all other terms, a gig has at most as
 * many points as three others have at least.
 * @param lists the gigs of each rare term @param others how many terms are not rare
 */
function promising(lists: number[][], others: number): number[] {
  const counts = new Map<number, number>();
  for (const number of lists.flat()) counts.set(number, (counts.get(number) ?? 0) + 1);
  const third = [...counts.values()].sort((one, other) => other - one)[answerSize - 1] ?? 0;
  return [...counts].flatMap(([number, count]) => (most * (count + others) >= least * third ? [number] : []));
}

/** The gigs that most of the lists have: a high score to begin with. */
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

/** The common terms that choose gigs, the rarest first. */
function decisiveOf(common: CommonTerm[]): CommonTerm[] {
  let shares = 0;
  return common.slice(0, decisiveTerms.most).filter(({ density }, i) => {
    shares += density;
    return i < decisiveTerms.least || shares <= decisiveShares;
  });
}

/** A term, and the share of the newest gigs that have it. */
type CommonTerm = { term: string; density: number };

/** Looks for gigs by what they score with common terms. */
class CommonSearch {
  readonly #db: Db;
  readonly #terms: string[];
  readonly #densities: number[];
  readonly #newest: number;
  /** How many of the terms, the first ones, are not very common. */
  readonly #seldom: number;
  /** All gigs with more of the terms in the title are scored already. */
  #mostInTitle: number;

  /** @param common the rarest first @param newest the number of the newest gig */
  constructor(db: Db, common: CommonTerm[], newest: number) {
    this.#db = db;
    this.#terms = common.map(({ term }) => term);
    this.#densities = common.map(({ density }) => density);
    this.#newest = newest;
    this.#seldom = common.filter(({ density }) => density < veryCommon).length;
    this.#mostInTitle = common.length;
  }

  /**
   * Finds the highest score that three gigs have, and the newest of these gigs. Whether three gigs have a
   * score is one query, so the score is looked for in growing steps from what is known already, then by
   * halves.
   * @param all all common terms, if they are more than the decisive ones; null if these are all
   */
  async run(scored: ScoredGigs, all: string[] | null, isLate: () => boolean): Promise<void> {
    if (all) await this.#addWithMost(scored, all);
    await this.#addByTitle(scored);
    // What the other terms add says nothing about the decisive ones.
    let bound = all ? 0 : scored.bound();
    let above = most * this.#terms.length + 1;
    let step = 1;
    while (bound + 1 < above && !isLate()) {
      const score = step > 0 && bound + step < above ? bound + step : (bound + above + 1) >> 1;
      const found = await this.#find(score, answerSize);
      await scored.add(found);
      if (found.length < answerSize) {
        above = score;
        step = 0;
      } else {
        bound = score;
        step *= 4;
      }
      if (!all) bound = Math.max(bound, scored.bound());
    }
    const last = Math.max(bound, 1);
    await scored.add(await this.#find(last, all ? chosen : answerSize));
    if (all && last > points.title) await scored.add(await this.#find(last - points.title, chosen));
  }

  /** Adds the newest gigs with all of the common terms, and with all but one. */
  async #addWithMost(scored: ScoredGigs, all: string[]): Promise<void> {
    const queries = [0, 1].map((missing) => countQuery(all, all.length - missing, "anywhere"));
    await scored.add(await this.#match(queries, chosen / 2));
  }

  /**
   * Adds all gigs with two or three of the terms in the title, if they are few: most titles have one or none,
   * and the queries for scores then need not distinguish more.
   */
  async #addByTitle(scored: ScoredGigs): Promise<void> {
    for (const count of [2, 3]) {
      if (count >= this.#terms.length) return;
      const found = await this.#match([countQuery(this.#terms, count, "title")], titlesRead);
      if (found.length === titlesRead) continue;
      await scored.add(found);
      this.#mostInTitle = count - 1;
      return;
    }
  }

  /**
   * The newest gigs with at least this score by the decisive terms. Those with a term that is not very common
   * are looked for along that term, so as far back as it is rare.
   */
  async #find(score: number, limit: number): Promise<number[]> {
    const queryOf = (terms: string[]) =>
      terms.length > 0 ? scoreQuery(terms, score, Math.min(this.#mostInTitle, terms.length)) : null;
    const [seldom, often] = [this.#terms.slice(0, this.#seldom), this.#terms.slice(this.#seldom)];
    const [all, oftenOnly] = [queryOf(this.#terms), queryOf(often)];
    const along = all && seldom.length > 0 ? `${countQuery(seldom, 1, "anywhere")} AND (${all})` : null;
    return await this.#match(
      [along, oftenOnly].filter((query) => query !== null),
      limit,
      along !== null,
    );
  }

  /**
   * @param isFirstAlong the first query passes no more entries than the terms have that are not very common
   */
  async #match(queries: string[], limit: number, isFirstAlong = false): Promise<number[]> {
    const asked = queries.map((query, i) => {
      const densities = isFirstAlong && i === 0 ? this.#densities.slice(0, this.#seldom) : this.#densities;
      const sum = densities.reduce((total, density) => total + density, 0);
      const density = isFirstAlong && i === 0 ? sum : sum / densities.length;
      const passed = Math.max(surelyPassed, Math.floor(passedEntries / (sizeOf(query) * density)));
      return { query, after: this.#newest - passed };
    });
    return [...new Set((await readMatches(this.#db, asked, limit)).flat())];
  }
}

/**
 * The numbers of the newest gigs that each query finds, the newest first, in one round trip. `after`: only
 * gigs with a higher number.
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
