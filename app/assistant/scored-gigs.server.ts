import { type SQL, sql } from "drizzle-orm";
import { answerSize, type Match, matchesOf, scoreOf } from "#app/assistant/score.ts";
import type { Term } from "#app/assistant/terms.ts";
import type { Db } from "#app/context.ts";

/** A gig with its score, and what matched. */
type ScoredGig = { number: number; score: number; matches: Match[] };

type GigTexts = { number: number; title: string; description: string };

/** The gigs whose texts were read, with their scores. */
export class ScoredGigs {
  readonly #db: Db;
  readonly #terms: readonly Term[];
  readonly #gigs = new Map<number, ScoredGig>();

  constructor(db: Db, terms: readonly Term[]) {
    this.#db = db;
    this.#terms = terms;
  }

  /**
   * The gigs that can be in the answer: the best three so far, by score and number of terms, and the newest
   * of those that tie with the third.
   * @param limit at least 3
   */
  finalists(limit: number): ScoredGig[] {
    const sorted = this.#sorted();
    const last = sorted[answerSize - 1];
    const isBehind = (gig: ScoredGig) => last !== undefined && compare(last, gig) < 0;
    return sorted.filter((gig) => !isBehind(gig)).slice(0, limit);
  }

  /** The score of the third best gig; 0 if there are fewer. */
  bound(): number {
    return this.#sorted()[answerSize - 1]?.score ?? 0;
  }

  /** Reads and scores the gigs that were not read yet. */
  async add(numbers: readonly number[]): Promise<void> {
    const unknown = numbers.filter((number) => !this.#gigs.has(number));
    if (unknown.length > 0) await this.addFound(sql`rowid in (${sql.raw(unknown.map(Number).join())})`);
  }

  /** Reads and scores the gigs that a query of the index finds: all of them are listed. */
  async addFound(where: SQL): Promise<void> {
    // D1 counts one row for a gig read from the index, and three for one read from the table by its number.
    const rows = await this.#db.all<GigTexts>(
      sql`select rowid as number, title, description from gigs_stems_fts where ${where}`,
    );
    for (const { number, ...texts } of rows) {
      const matches = matchesOf(this.#terms, texts);
      this.#gigs.set(number, { number, score: scoreOf(matches), matches });
    }
  }

  #sorted(): ScoredGig[] {
    return [...this.#gigs.values()]
      .filter(({ score }) => score > 0)
      .sort((one, other) => compare(one, other) || other.number - one.number);
  }
}

/** The higher score first, then more terms. */
function compare(one: ScoredGig, other: ScoredGig): number {
  return other.score - one.score || other.matches.length - one.matches.length;
}
