/** The triggers that add a new gig to the counts, the search indexes and the words of the search. */
const insertTriggers = "'gigs_listed_insert', 'gigs_best_insert', 'gigs_stems_insert'";
const searchIndexes = ["gigs_fts", "gigs_stems_fts", "gigs_by_price_fts", "gigs_best_fts"];

/** How many gigs one statement adds to a search index, which takes some seconds. */
const gigsPerStatement = 50_000;

/** How many bytes FTS5 buffers before it writes a segment, for the bulk insert and by default. */
const bufferBytes = { bulk: 32 * 1024 * 1024, standard: 1024 * 1024 };

type SchemaObject = { name: string; sql: string };

/** Implemented by a binding and by the client of Cloudflare's API (scripts/data/). */
type Database = Pick<D1Database, "prepare" | "batch">;

/**
 * Runs `write` without the indexes and the insert triggers of the gigs table, and fills the indexes
 * afterwards. This is much faster, because each index is written in its own order: otherwise the search index
 * by price writes a segment for every gig that is out of order. Indexes and triggers are restored from their
 * own SQL. If `write` fails, they are not restored, and the database must be deleted (scripts/local/state.ts
 * does so).
 */
export async function withDeferredIndexes(db: D1Database, write: () => Promise<void>): Promise<void> {
  // The index on the id stays: foreign keys refer to it, and SQLite refuses an INSERT without it.
  const indexes = await schemaObjects(db, "index", "tbl_name = 'gigs' AND name <> 'gigs_id_unique'");
  const triggers = await schemaObjects(db, "trigger", `name IN (${insertTriggers})`);
  if (triggers.length !== 3) throw new Error(`The database does not have ${insertTriggers}.`);
  const before = await lastNumber(db);
  await db.batch([
    ...indexes.map(({ name }) => db.prepare(`DROP INDEX ${name}`)),
    ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
  ]);

  await write();

  for (const { sql } of indexes) await db.prepare(sql).run();
  await indexGigs(db, before);
  await addWords(db, before);
  await db
    .prepare(
      `INSERT INTO gig_counts (category_id, subcategory_id, count)
       SELECT category_id, ifnull(subcategory_id, ''), count(*) FROM gigs WHERE number > ? AND listed = 1 GROUP BY 1, 2
       ON CONFLICT (category_id, subcategory_id) DO UPDATE SET count = count + excluded.count`,
    )
    .bind(before)
    .run();
  for (const { sql } of triggers) await db.prepare(sql).run();
}

/** Adds the listed gigs with a higher number to the search indexes, which do not contain them yet. */
export async function indexGigs(db: Database, after: number): Promise<void> {
  await setBuffer(db, bufferBytes.bulk);
  await indexByNumber(db, after);
  await indexByPrice(db, after);
  await indexByPlace(db, after);
  await setBuffer(db, bufferBytes.standard);
}

/** The indexes or triggers that a migration created, with their SQL. */
async function schemaObjects(
  db: Database,
  type: "index" | "trigger",
  where: string,
): Promise<SchemaObject[]> {
  const { results } = await db
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = '${type}' AND sql IS NOT NULL AND ${where}`)
    .all<SchemaObject>();
  return results;
}

async function lastNumber(db: Database): Promise<number> {
  return (await db.prepare("SELECT max(number) AS number FROM gigs").first<number>("number")) ?? 0;
}

async function setBuffer(db: Database, bytes: number): Promise<void> {
  await db.batch(
    searchIndexes.map((name) =>
      db.prepare(`INSERT INTO ${name} (${name}, rank) VALUES ('hashsize', ${bytes})`),
    ),
  );
}

async function indexByNumber(db: Database, before: number): Promise<void> {
  const last = await lastNumber(db);
  for (let done = before; done < last; done += gigsPerStatement) {
    for (const index of ["gigs_fts", "gigs_stems_fts"]) {
      await db
        .prepare(
          `INSERT INTO ${index} (rowid, title, description)
           SELECT number, title, description FROM gigs WHERE number > ?1 AND number <= ?1 + ?2 AND listed = 1 ORDER BY number`,
        )
        .bind(done, gigsPerStatement)
        .run();
    }
  }
}

/** Adds the gigs in the order of the index: by price, then by number. */
async function indexByPrice(db: Database, before: number): Promise<void> {
  const rest =
    "FROM gigs WHERE listed = 1 AND number > ?1 AND (price_cents, number) > (?2, ?3) ORDER BY price_cents, number";
  let next: { price: number; number: number } | null = { price: 0, number: 0 };
  while (next) {
    const from: number[] = [before, next.price, next.number];
    await db
      .prepare(
        `INSERT INTO gigs_by_price_fts (rowid, title, description)
         SELECT price_cents << 32 | number, title, description ${rest} LIMIT ?4`,
      )
      .bind(...from, gigsPerStatement)
      .run();
    next = await db
      .prepare(`SELECT price_cents AS price, number ${rest} LIMIT 1 OFFSET ?4`)
      .bind(...from, gigsPerStatement - 1)
      .first<{ price: number; number: number }>();
  }
}

/** Adds the gigs in the order of the index: the best rated last (drizzle/schema/gigs.ts). */
async function indexByPlace(db: Database, before: number): Promise<void> {
  const rest = "FROM gig_words WHERE listed = 1 AND number > ?1 AND best > ?2 ORDER BY best";
  let next: number | null = 0;
  while (next !== null) {
    const from: number[] = [before, next];
    await db
      .prepare(
        `INSERT INTO gigs_best_fts (rowid, title, description, words)
         SELECT place, title, description, ' ' || words || ' ' || seller || ' ' || topics || ' ' ${rest} LIMIT ?3`,
      )
      .bind(...from, gigsPerStatement)
      .run();
    next = await db
      .prepare(`SELECT best ${rest} LIMIT 1 OFFSET ?3`)
      .bind(...from, gigsPerStatement - 1)
      .first<number>("best");
  }
}

/** How many gigs' words one statement adds. A gig has a hundred or more. */
const gigsPerVocabulary = 10_000;

/** Adds the gigs' words to the candidates for mistyped words (drizzle/schema/search.ts). */
async function addWords(db: Database, before: number): Promise<void> {
  const last = await lastNumber(db);
  for (let done = before; done < last; done += gigsPerVocabulary) {
    await db
      .prepare(
        `INSERT INTO search_words (word, seen)
         SELECT value, 1 FROM gig_words, json_each('[' || replace(json_quote(vocabulary), ' ', '","') || ']')
         WHERE number > ?1 AND number <= ?1 + ?2 AND listed = 1 AND length(value) BETWEEN 4 AND 24
         ON CONFLICT (word) DO UPDATE SET seen = seen + excluded.seen`,
      )
      .bind(done, gigsPerVocabulary)
      .run();
  }
}
