import { registrationCents } from "#app/sellers/seller.ts";
import { marketGig, marketSeller, maxGigs, sellersOf } from "./market-gig.ts";

/** Rows per statement: about 1.2 MB of JSON. D1 binds at most 2 MB. */
const rowsPerStatement = 1500;

/**
 * The levels of this market have no orders behind them, so they are never compared with the table. UTC ms.
 */
const neverCompared = Date.UTC(3000, 0, 1);

const firstDay = Date.parse("2024-02-01T08:00:00Z");
const lastDay = Date.parse("2026-10-31T20:00:00Z");

/** The generated market, which the seed writes in addition to the hand-written one. */
export type Market = {
  count: number;
  /** Writes the sellers. Their accounts cannot sign in. */
  writeSellers(): Promise<void>;
  /** The number of generated gigs that were published before a time. @param at UTC ms */
  publishedBefore(at: number): number;
  /**
   * Writes the gigs.
   * @param numberOf the `number` of the gig with this index in the order of `created_at`
   */
  writeGigs(numberOf: (i: number) => number): Promise<void>;
};

/** @param count the number of gigs @throws Error if there are not enough unique titles */
export function marketOf(db: D1Database, count: number): Market {
  if (count > maxGigs)
    throw new Error(`The vocabulary of the market makes at most ${maxGigs} unique titles, not ${count}.`);
  return {
    count,
    writeSellers: () => writeSellers(db, count),
    publishedBefore: (at) =>
      Math.max(0, Math.min(count, Math.ceil((count * (at - firstDay)) / (lastDay - firstDay)))),
    writeGigs: (numberOf) => writeGigs(db, count, numberOf),
  };
}

async function writeSellers(db: D1Database, count: number): Promise<void> {
  const rows = Array.from({ length: sellersOf(count) }, (_, i) => [...marketSeller(i), firstDay - 1000 * i]);
  for (const json of chunks(rows)) {
    await db.batch([
      db
        .prepare(
          `INSERT INTO users (id, email, email_verified_at, created_at)
           SELECT value->>0, value->>1, value->>5, value->>5 FROM json_each(?)`,
        )
        .bind(json),
      db
        .prepare(
          `INSERT INTO profiles (id, username, full_name, seller_level, created_at)
           SELECT value->>0, value->>2, value->>3, value->>4, value->>5 FROM json_each(?)`,
        )
        .bind(json),
      db
        .prepare(
          `INSERT INTO sellers (id, user_id, status, payment_status, price_cents, activated_at, activated_by, version, created_at, updated_at, level_checked_at)
           SELECT 'seller:' || (value->>0), value->>0, 'active', 'pending', ${registrationCents}, value->>5, 'waiver', 1, value->>5, value->>5, ${neverCompared}
           FROM json_each(?)`,
        )
        .bind(json),
      db
        .prepare(
          `INSERT INTO seller_events (seller_id, seq, kind, at)
           SELECT 'seller:' || (value->>0), 1, 'waived', value->>5 FROM json_each(?)`,
        )
        .bind(json),
    ]);
  }
}

/** The time at which a gig is published. Times ascend with the index. @returns UTC ms */
function publishedAt(i: number, count: number): number {
  return firstDay + Math.floor(((lastDay - firstDay) * i) / count);
}

async function writeGigs(db: D1Database, count: number, numberOf: (i: number) => number): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < count; start += rowsPerStatement) {
    const rows = Array.from({ length: Math.min(rowsPerStatement, count - start) }, (_, i) => [
      ...marketGig(start + i, count),
      publishedAt(start + i, count),
      numberOf(start + i),
    ]);
    const json = JSON.stringify(rows);
    // The database writes these rows while the next ones are generated.
    await writing;
    writing = db
      .prepare(
        `INSERT INTO gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, image_url, seller_id,
           category_id, subcategory_id, questions, meta_keywords, listed, created_at, updated_at, number)
         SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->7, value->>8, value->>9,
           value->>10, value->>11, '[]', value->12, 1, value->>13, value->>13, value->>14 FROM json_each(?)`,
      )
      .bind(json)
      .run();
  }
  await writing;
}

function* chunks(rows: unknown[][]): Generator<string> {
  for (let i = 0; i < rows.length; i += rowsPerStatement)
    yield JSON.stringify(rows.slice(i, i + rowsPerStatement));
}
