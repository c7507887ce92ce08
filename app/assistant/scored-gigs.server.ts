import { desc, type SQL, sql } from "drizzle-orm";
import { type Match, matchesOf, scoreOf } from "#app/assistant/score.ts";
import type { Db } from "#app/context.ts";
import { isListed } from "#app/gigs/gigs.server.ts";
import { gigs } from "#drizzle/schema.ts";

/** How many gigs an answer has (docs/specification.md#assistant-score). */
export const answerSize = 3;
/** How many of the newest gigs are read to find words that are too short for the index. */
export const newestRead = 500;

/** A gig with its score, and what matched. */
type ScoredGig = { number: number; score: number; matches: Match[] };

type GigTexts = { number: number; title: string; description: string };

/** The gigs whose texts were read, with their scores. */
export class ScoredGigs {
  readonly #db: Db;
  readonly #terms: string[];
  readonly #gigs = new Map<number, ScoredGig>();

  constructor(db: Db, terms: string[]) {
    this.#db = db;
    this.#terms = terms;
  }

  /** The best gigs so far, at most 3. */
  best(): ScoredGig[] {
    return [...this.#gigs.values()]
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || other.number - one.number)
      .slice(0, answerSize);
  }

  /** The score of the third best gig; 0 if there are fewer. */
  bound(): number {
    return this.best()[answerSize - 1]?.score ?? 0;
  }

  /** Reads and scores the gigs that were not read yet. */
  async add(numbers: readonly number[]): Promise<void> {
    const unknown = numbers.filter((number) => !this.#gigs.has(number));
    if (unknown.length > 0) await this.addFound(sql`rowid in (${sql.raw(unknown.map(Number).join())})`);
  }

  /** Reads and scores the gigs that a query of the search index finds: all of them are listed. */
  async addFound(where: SQL): Promise<void> {
    // D1 counts one row for a gig read from the index, and three for one read from the table by its number.
    this.#take(
      await this.#db.all(sql`select rowid as number, title, description from gigs_fts where ${where}`),
    );
  }

  async addNewest(): Promise<void> {
    this.#take(
      await this.#db
        .select({ number: gigs.number, title: gigs.title, description: gigs.description })
        .from(gigs)
        .where(isListed)
        .orderBy(desc(gigs.number))
        .limit(newestRead),
    );
  }

  #take(rows: GigTexts[]): void {
    for (const { number, ...texts } of rows) {
      const matches = matchesOf(this.#terms, texts);
      this.#gigs.set(number, { number, score: scoreOf(matches), matches });
    }
  }
}
