/** The trigger that puts a new gig into the counts and both search indexes (drizzle/migrations/0001_rules.sql). */
const trigger = "gigs_listed_insert";

/** Gigs put into a search index by one statement: some seconds of work. */
const indexedAtOnce = 50_000;

/** What a search index gathers in memory before it writes a piece, in bytes: while many are written, and as FTS5 has it. */
const gathered = { inBulk: 32 * 1024 * 1024, usually: 1024 * 1024 };

type Made = { name: string; sql: string };

/**
 * Lets `write` insert many gigs without the indexes of their table and without their trigger, and does set by set afterwards what would
 * have been done gig by gig: each index is then written in its own order. The price's search index makes a piece of every gig that
 * comes out of its order; that took most of the time. Everything is put back by the text that made it.
 * A `write` that fails leaves a database without them: it must be thrown away (scripts/local-state.ts does).
 */
export async function indexedAfterwards(db: D1Database, write: () => Promise<void>): Promise<void> {
  // The index of the id stays: other tables refer to it, and SQLite refuses an INSERT without it.
  const indexes = await made(db, "index", "tbl_name = 'gigs' AND name <> 'gigs_id_unique'");
  const triggers = await made(db, "trigger", `name = '${trigger}'`);
  if (triggers.length === 0) throw new Error(`The database has no trigger ${trigger}.`);
  const before = await lastNumber(db);
  await db.batch([
    ...indexes.map(({ name }) => db.prepare(`DROP INDEX ${name}`)),
    ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
  ]);

  await write();

  for (const { sql } of indexes) await db.prepare(sql).run();
  await gather(db, gathered.inBulk);
  await indexByNumber(db, before);
  await indexByPrice(db, before);
  await gather(db, gathered.usually);
  await db
    .prepare(
      `INSERT INTO gig_counts (category_id, subcategory_id, count)
       SELECT category_id, ifnull(subcategory_id, ''), count(*) FROM gigs WHERE n > ? AND listed = 1 GROUP BY 1, 2
       ON CONFLICT (category_id, subcategory_id) DO UPDATE SET count = count + excluded.count`,
    )
    .bind(before)
    .run();
  for (const { sql } of triggers) await db.prepare(sql).run();
}

/** What was made by a statement of ours, and that statement. */
async function made(db: D1Database, type: "index" | "trigger", where: string): Promise<Made[]> {
  const { results } = await db
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = '${type}' AND sql IS NOT NULL AND ${where}`)
    .all<Made>();
  return results;
}

async function lastNumber(db: D1Database): Promise<number> {
  return (await db.prepare("SELECT max(n) AS n FROM gigs").first<number>("n")) ?? 0;
}

async function gather(db: D1Database, bytes: number): Promise<void> {
  await db.batch(
    ["gigs_fts", "gigs_by_price_fts"].map((name) =>
      db.prepare(`INSERT INTO ${name} (${name}, rank) VALUES ('hashsize', ${bytes})`),
    ),
  );
}

async function indexByNumber(db: D1Database, before: number): Promise<void> {
  const last = await lastNumber(db);
  for (let n = before; n < last; n += indexedAtOnce) {
    await db
      .prepare(
        `INSERT INTO gigs_fts (rowid, title, description)
         SELECT n, title, description FROM gigs WHERE n > ?1 AND n <= ?1 + ?2 AND listed = 1 ORDER BY n`,
      )
      .bind(n, indexedAtOnce)
      .run();
  }
}

/** In the order of the price, and of two at one price in that of their numbers: the order of the index. */
async function indexByPrice(db: D1Database, before: number): Promise<void> {
  const rest =
    "FROM gigs WHERE listed = 1 AND n > ?1 AND (price_cents, n) > (?2, ?3) ORDER BY price_cents, n";
  let place: { price: number; n: number } | null = { price: 0, n: 0 };
  while (place) {
    const from: number[] = [before, place.price, place.n];
    await db
      .prepare(
        `INSERT INTO gigs_by_price_fts (rowid, title, description)
         SELECT price_cents << 32 | n, title, description ${rest} LIMIT ?4`,
      )
      .bind(...from, indexedAtOnce)
      .run();
    place = await db
      .prepare(`SELECT price_cents AS price, n ${rest} LIMIT 1 OFFSET ?4`)
      .bind(...from, indexedAtOnce - 1)
      .first<{ price: number; n: number }>();
  }
}
