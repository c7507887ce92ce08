import { indexGigs } from "#drizzle/seed/bulk.ts";
import type { Database } from "./store.ts";

/** How many users one statement adds to their search index. */
const usersPerStatement = 20_000;

/**
 * Fills the three search indexes from the rows. They are virtual tables, which no copy contains. The triggers
 * of drizzle/migrations/0001_rules.sql must be absent.
 */
export async function fillSearchIndexes(db: Database): Promise<void> {
  for (const name of ["gigs_fts", "gigs_by_price_fts", "users_fts"])
    await db.prepare(`INSERT INTO ${name} (${name}) VALUES ('delete-all')`).run();
  await indexGigs(db, 0);
  const last = (await db.prepare("SELECT max(number) AS n FROM users").first<number>("n")) ?? 0;
  for (let after = 0; after < last; after += usersPerStatement) {
    await db
      .prepare(
        `INSERT INTO users_fts (rowid, email, username, full_name)
         SELECT u.number, u.email, p.username, p.full_name FROM users u JOIN profiles p ON p.id = u.id
         WHERE u.number > ${after} AND u.number <= ${after + usersPerStatement} ORDER BY u.number`,
      )
      .run();
  }
}

/**
 * Sets the counts, averages and balances that triggers keep (docs/decisions/0027-keep-counts-in-triggers.md)
 * to what the rows say: a copy of a running database may hold a row without its count. Of a quiet database
 * nothing changes.
 */
export async function recount(db: Database): Promise<void> {
  const visible = "FROM reviews r WHERE r.gig_id = gigs.id AND r.hidden_at IS NULL";
  await db.batch(
    [
      ...kept("gig_counts", "category_id, subcategory_id", "count", {
        rows: "SELECT category_id, ifnull(subcategory_id, ''), count(*) FROM gigs WHERE listed = 1 GROUP BY 1, 2",
      }),
      ...kept("gig_ratings", "gig_id, rating", "count", {
        rows: "SELECT gig_id, rating, count(*) FROM reviews WHERE hidden_at IS NULL GROUP BY 1, 2",
      }),
      ...kept("ledger_balances", "user_id, account", "cents", {
        rows: "SELECT user_id, account, sum(amount_cents) FROM ledger WHERE user_id IS NOT NULL GROUP BY 1, 2",
      }),
      `UPDATE gigs SET rating_sum = (SELECT ifnull(sum(r.rating), 0) ${visible}), review_count = (SELECT count(*) ${visible})
       WHERE rating_sum <> (SELECT ifnull(sum(r.rating), 0) ${visible}) OR review_count <> (SELECT count(*) ${visible})`,
    ].map((sql) => db.prepare(sql)),
  );
}

/** The statements that set a kept value of a table to that of `rows`, and to 0 where there are none. */
function kept(table: string, key: string, value: string, { rows }: { rows: string }): string[] {
  const names = key.split(", ");
  const same = names.map((name) => `"${table}"."${name}" = r."${name}"`).join(" AND ");
  const found = `WITH r (${key}, "${value}") AS (${rows})`;
  return [
    `${found} UPDATE "${table}" SET "${value}" = 0 WHERE "${value}" <> 0 AND NOT EXISTS (SELECT 1 FROM r WHERE ${same})`,
    `${found} INSERT INTO "${table}" (${key}, "${value}") SELECT ${key}, "${value}" FROM r WHERE true
     ON CONFLICT (${key}) DO UPDATE SET "${value}" = excluded."${value}" WHERE "${value}" <> excluded."${value}"`,
  ];
}
