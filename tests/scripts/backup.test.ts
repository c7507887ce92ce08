import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { drizzle } from "drizzle-orm/d1";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uncounted } from "#app/admin/figures/counting.server.ts";
import * as schema from "#drizzle/schema.ts";
import { demoCatalogue, fillCatalogue } from "#drizzle/seed/catalog.ts";
import { marketOf } from "#drizzle/seed/market.ts";
import { migrate, migrationFiles } from "#drizzle/seed/migrations.ts";
import { seedPeople } from "#drizzle/seed/people.ts";
import { remoteBucket, remoteDatabase } from "#scripts/data/cloudflare.ts";
import { restoreBackup } from "#scripts/data/restore-backup.ts";
import type { Database, Store } from "#scripts/data/store.ts";
import { listTables } from "#scripts/data/tables.ts";
import { writeBackup } from "#scripts/data/write-backup.ts";
import { bindingsWorker, openBindings } from "#scripts/local/bindings.ts";
import { type CloudflareApi, cloudflareApi } from "./cloudflare-api.ts";

const names = ["source", "deployed", "cut", "busy", "lossy", "empty", "full"] as const;
const worker = (name: string) => ({
  name,
  modules: true,
  script: bindingsWorker,
  d1Databases: { DB: name },
  r2Buckets: { BUCKET: name },
});
const miniflare = new Miniflare(convertV4MiniflareOptions({ workers: names.map(worker) }));
const folder = mkdtempSync(join(tmpdir(), "handiwork-backup-"));
const backup = join(folder, "market");
let api: CloudflareApi;

async function storeOf(name: (typeof names)[number]): Promise<Store> {
  const { database: db, bucket } = await openBindings(miniflare, name);
  return { name, db, bucket, close: async () => {} };
}

/** Every row of every table, and the triggers. */
async function contentOf(db: Database) {
  const tables = await listTables(db);
  const results = await db.batch<Record<string, unknown>>([
    ...tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)),
    db.prepare(
      "SELECT name, sql FROM sqlite_master WHERE type IN ('trigger', 'index', 'table') ORDER BY name",
    ),
    db.prepare("SELECT name, seq FROM sqlite_sequence WHERE name <> 'd1_migrations' ORDER BY name"),
  ]);
  const titles = [...tables.map(({ name }) => name), "the schema", "the highest numbers"];
  return new Map(titles.map((title, i) => [title, results[i]?.results ?? []]));
}

async function filesOf({ bucket }: Store) {
  const files = [];
  for await (const file of bucket.list())
    files.push({ ...file, text: new TextDecoder().decode((await bucket.get(file.key)) ?? undefined) });
  return files;
}

const found = async ({ db }: Store, index: string, text: string) =>
  (await db.prepare(`SELECT rowid AS n FROM ${index} WHERE ${index} MATCH '"${text}"' ORDER BY rowid`).all())
    .results;

const restore = (store: Store, from = backup) => restoreBackup(store, from, () => {});

beforeAll(async () => {
  const { db: bare, bucket } = await storeOf("source");
  const full = bare as D1Database;
  const db = drizzle(full, { schema });
  await migrate(full);
  // A row in every table, and the catalogue, people and gigs of the demo market.
  const filled = readFileSync("tests/drizzle/filled-0001.sql", "utf8").split("\n");
  await full.batch(filled.filter((line) => line.startsWith("INSERT")).map((line) => full.prepare(line)));
  await full.batch(
    [
      "INSERT INTO drafts (id, browser_hash, fields, created_at, expires_at) VALUES ('d', 'h', '{}', 1, 2)",
      "INSERT INTO forgotten_files (prefix, due_at) VALUES ('a-key/', 1)",
      "INSERT INTO stuck_days (day, lines) VALUES (86400000, '[]')",
      "INSERT INTO dead_letters (body, reason, at) VALUES ('{}', 'of another build', 1)",
      "INSERT INTO sellers (id, user_id, status, payment_status, price_cents, activated_at, activated_by, version, created_at, updated_at) SELECT 's', id, 'active', 'pending', 5000, 1, 'waiver', 1, 1, 1 FROM profiles LIMIT 1",
      "INSERT INTO seller_events (seller_id, seq, kind, at) VALUES ('s', 1, 'waived', 1)",
      "INSERT INTO gig_figures (gig_id, views) SELECT id, '{\"20000\":2}' FROM gigs LIMIT 1",
      "INSERT INTO completed_days (day, gig_id, completed) SELECT 20000, id, 2 FROM gigs LIMIT 1",
      "INSERT INTO popular_gigs (id, gig_ids, chosen_at) VALUES (1, '[]', 1)",
      "INSERT INTO saved_replies (user_id, content, created_at) SELECT id, 'Thank you', 1 FROM profiles LIMIT 1",
      "INSERT INTO credit_holders (hash, user_id) SELECT 'h', id FROM users LIMIT 1",
      "INSERT INTO denied_changes (gig_id, denied, since) SELECT id, '{}', 1 FROM gigs LIMIT 1",
      "INSERT INTO factor_endings (user_id, operator_id, asked_at, due_at) SELECT id, id, 1, 2 FROM users LIMIT 1",
      "INSERT INTO category_slugs (slug, category_id) SELECT 'former', id FROM categories LIMIT 1",
      "INSERT INTO subcategory_slugs (slug, subcategory_id) SELECT 'former', id FROM subcategories LIMIT 1",
      "INSERT INTO proposals (id, kind, subject_id, action, cents, input, reason, operator_id, at, expires_at) SELECT 'p', 'order', 'o', 'refund', 100, '{}', 'because', id, 1, 2 FROM users LIMIT 1",
      "INSERT INTO statements (id, kind, subject_id, user_id, rule, happened, found_by, operator_id, mail_id, at) SELECT 's', 'warning', id, id, 'conduct', 'because', 'report', id, 'm', 1 FROM profiles LIMIT 1",
      "INSERT INTO removals (id, number) VALUES (1, 1)",
      "INSERT INTO payout_accounts (id, user_id, country, open, created_at, updated_at) SELECT 'a', id, 'US', 1, 1, 1 FROM profiles LIMIT 1",
      "INSERT INTO transfers (id, order_id, user_id, seq, account_id, cents, open, at) SELECT 't', id, seller_id, 1, 'a', 100, 1, 3 FROM orders LIMIT 1",
      "UPDATE earnings SET cleared_at = clears_at",
      "INSERT INTO bank_payouts (id, account_id, user_id, amount, currency, state, arrives_at, created_at, read_at) SELECT 'po', 'a', user_id, 100, 'usd', 'paid', 3, 3, 3 FROM transfers",
      "INSERT INTO bank_payout_transfers (payout_id, transfer_id) SELECT 'po', id FROM transfers",
      "INSERT INTO balance_transactions (id, type, category, currency, amount_cents, fee_cents, net_cents, source, at, available_at) VALUES ('txn', 'topup', 'topup', 'usd', 5, 0, 5, 'tu', 1, 1)",
      "INSERT INTO payout_reminders (user_id, kind, since, due_at) SELECT id, 'setup', 1, 2 FROM profiles LIMIT 1",
      "INSERT INTO mail_events (id, type, at) VALUES ('e', 'email.bounced', 1)",
      "INSERT INTO payout_holds (id, user_id, kind, reason, at, until) SELECT 'h', id, 'owner', 'It was not me', 1, 2 FROM profiles LIMIT 1",
    ].map((statement) => full.prepare(statement)),
  );
  for (const schema of ["0026", "0030", "0033", "0048", "0049", "0051"]) {
    const lines = readFileSync(`tests/drizzle/filled-${schema}.sql`, "utf8").split("\n");
    const rows = lines.filter((line) => line.startsWith("INSERT"));
    await full.batch(rows.map((statement) => full.prepare(statement)));
  }
  const market = marketOf(full, 400);
  await fillCatalogue(full, demoCatalogue());
  await seedPeople(db, "a secret");
  await market.writeSellers();
  await market.writeGigs((i) => 100_000 + i);
  // Some of the rows are counted.
  await uncounted.run({ db }, "1");
  for (const [key, text, type] of [
    ["a/320.webp", "a picture", "image/webp"],
    ["a/640.webp", "a picture", "image/webp"],
    ["orders/1/a file, with signs ü%.txt", "private", null],
    ["z", "", "text/plain"],
  ] as const)
    await bucket.put(key, new TextEncoder().encode(text), type);
  await writeBackup(await storeOf("source"), backup);
  const deployed = await storeOf("deployed");
  api = await cloudflareApi(deployed.db, deployed.bucket);
});

afterAll(async () => {
  await api.end();
  await miniflare.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test("A backup of the local state restores every row, trigger, index and file into a deployed database", async () => {
  const [source, deployed] = [await storeOf("source"), await storeOf("deployed")];
  const remote: Store = {
    name: "the deployed database",
    db: remoteDatabase(api.account, "a-database"),
    bucket: remoteBucket(api.account, "a-bucket"),
    close: async () => {},
  };
  const { manifest, leftOut } = await restore(remote);
  expect(leftOut).toEqual([]);
  expect(manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([]);
  const [before, after] = [await contentOf(source.db), await contentOf(deployed.db)];
  for (const [title, rows] of before) expect(after.get(title), title).toEqual(rows);
  expect(await filesOf(deployed)).toEqual(await filesOf(source));
  for (const [index, text] of [
    ["gigs_fts", "the"],
    ["gigs_stems_fts", "the"],
    ["gigs_by_price_fts", "the"],
    ["gigs_best_fts", "the"],
    ["users_fts", "handiwork"],
  ] as const) {
    const expected = await found(source, index, text);
    expect(expected.length, index).toBeGreaterThan(5);
    expect(await found(deployed, index, text), index).toEqual(expected);
  }
  // The triggers are active again, and a deployed database is backed up like a local one.
  await deployed.db.prepare("UPDATE gigs SET listed = 0 WHERE number = 100001").run();
  const counts = await contentOf(deployed.db);
  expect(counts.get("gig_counts")).not.toEqual(before.get("gig_counts"));
  const second = await writeBackup(remote, join(folder, "second"));
  expect(second.files).toEqual(manifest.files);
});

test("A truncated or changed backup is refused with the file's name, before anything is written", async () => {
  const store = await storeOf("empty");
  const content = readdirSync(join(backup, "files"), { recursive: true, withFileTypes: true }).find((entry) =>
    entry.isFile(),
  );
  const contentFile = join(content?.parentPath ?? "", content?.name ?? "").slice(backup.length + 1);
  const damages: [string, (file: string) => void][] = [
    ["manifest.json", (file) => rmSync(file)],
    ["manifest.json", (file) => truncateSync(file, 900)],
    ["tables/orders.ndjson.gz", (file) => rmSync(file)],
    ["tables/gigs.ndjson.gz", (file) => truncateSync(file, 5000)],
    ["tables/ledger.ndjson.gz", (file) => truncateSync(file, 0)],
    [
      "tables/ledger.ndjson.gz",
      (file) => writeFileSync(file, gzipSync(gunzipSync(readFileSync(file)).toString().replace("3", "4"))),
    ],
    ["files.ndjson.gz", (file) => rmSync(file)],
    [contentFile, (file) => rmSync(file)],
    [contentFile, (file) => writeFileSync(file, "another")],
  ];
  for (const [i, [name, damage]] of damages.entries()) {
    const copy = join(folder, `damaged-${i}`);
    cpSync(backup, copy, { recursive: true });
    damage(join(copy, name));
    await expect(restore(store, copy), `${i} ${name}`).rejects.toThrow(join(copy, name));
  }
  expect(await listTables(store.db)).toEqual([]);
  expect(await filesOf(store)).toEqual([]);
});

test("A restore writes only into an empty database, of the backup's migrations or none", async () => {
  const full = await storeOf("full");
  await migrate(full.db);
  await full.db.prepare("INSERT INTO settings (key, value) VALUES ('refund_days', '7')").run();
  await expect(restore(full)).rejects.toThrow("contains data (a row in settings)");
  const later = { name: "9999_later.sql", sha256: "" };
  await full.db.prepare("DELETE FROM settings").run();
  await full.db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(later.name).run();
  await expect(restore(full)).rejects.toThrow(later.name);
  await expect(writeBackup(full, backup)).rejects.toThrow("is not empty");
});

test("An interrupted restore continues when it is run again; until then another backup is refused", async () => {
  const [source, cut] = [await storeOf("source"), await storeOf("cut")];
  const other = join(folder, "other");
  await writeBackup(source, other);
  let calls = 0;
  /** The connection breaks at this call. */
  const until = (limit: number): Store => {
    const fail = () => {
      if (++calls > limit) throw new Error("the line broke");
    };
    const db = {
      prepare: (sql: string) => cut.db.prepare(sql),
      batch: async (statements: D1PreparedStatement[]) => {
        fail();
        return await cut.db.batch(statements);
      },
    } as Database;
    const bucket = {
      ...cut.bucket,
      put: async (...args: Parameters<typeof cut.bucket.put>) => {
        fail();
        await cut.bucket.put(...args);
      },
    };
    return { ...cut, db, bucket };
  };
  // In the migrations, between two tables, while rows are compared, between two files.
  const betweenTables = 61;
  for (const limit of [2, betweenTables, 77, 79]) {
    calls = 0;
    await expect(restore(until(limit)), String(limit)).rejects.toThrow("the line broke");
    if (limit === betweenTables) await expect(restore(cut, other)).rejects.toThrow("part of another backup");
  }
  await restore(cut);
  const [before, after] = [await contentOf(source.db), await contentOf(cut.db)];
  for (const [title, rows] of before) expect(after.get(title), title).toEqual(rows);
  expect(await filesOf(cut)).toEqual(await filesOf(source));
});

test("A restore fails if the database has lost a row that refers to nothing missing", async () => {
  const lossy = await storeOf("lossy");
  let last = "";
  let lost = 0;
  const db = {
    prepare(sql: string) {
      last = sql;
      return lossy.db.prepare(sql);
    },
    async batch(statements: D1PreparedStatement[]) {
      const results = await lossy.db.batch(statements);
      if (last.includes("'table'")) lost += (await lossy.db.prepare("DELETE FROM drafts").run()).meta.changes;
      return results;
    },
  } as Database;
  await expect(restore({ ...lossy, db })).rejects.toThrow("The rows of drafts in the database differ");
  expect(lost).toBe(1);
});

test("The project's migrations are checked against those of the backup", async () => {
  const copy = join(folder, "another-migration");
  cpSync(backup, copy, { recursive: true });
  const file = join(copy, "manifest.json");
  const [{ sha256 } = { sha256: "" }] = migrationFiles();
  writeFileSync(file, readFileSync(file, "utf8").replace(sha256, "0".repeat(64)));
  await expect(restore(await storeOf("empty"), copy)).rejects.toThrow("a different 0000_first.sql");
});

test("A backup of a running database has each order complete, whatever is written or deleted during it", async () => {
  const [source, busy] = [await storeOf("source"), await storeOf("busy")];
  const run = (...statements: string[]) => source.db.batch(statements.map((sql) => source.db.prepare(sql)));
  let writes = 0;
  let last = "";
  const db = {
    prepare(sql: string) {
      last += sql;
      return source.db.prepare(sql);
    },
    async batch(statements: D1PreparedStatement[]) {
      const results = await source.db.batch(statements);
      writes++;
      await run(
        "INSERT INTO order_events (order_id, seq, kind, at, note) SELECT id, version + 1, 'answered', 1, 'since' FROM orders",
        "UPDATE orders SET version = version + 1",
        ...["refunds", "cash"].map(
          (account, i) =>
            `INSERT INTO ledger ("transaction", account, order_id, user_id, amount_cents, at)
             SELECT 'since:${writes}:' || id, '${account}', id, ${i ? "NULL" : "buyer_id"}, ${i ? -5 : 5}, 1 FROM orders`,
        ),
        "UPDATE gigs SET listed = 0 WHERE number = (SELECT max(number) FROM gigs WHERE listed = 1)",
      );
      if (last.includes('FROM "factor_challenges"'))
        await run("DELETE FROM factor_challenges", "DELETE FROM factors");
      last = "";
      return results;
    },
  } as Database;
  const from = join(folder, "busy");
  await writeBackup({ ...source, db }, from);
  expect(writes).toBeGreaterThan(20);
  const { leftOut } = await restore(busy, from);
  expect(leftOut).toEqual([expect.stringContaining("rows of factor_challenges were left out")]);
  const check = await busy.db
    .prepare(
      `SELECT (SELECT count(*) FROM orders) AS orders,
        (SELECT count(*) FROM orders o WHERE version <> (SELECT max(seq) FROM order_events e WHERE e.order_id = o.id)) AS torn,
        (SELECT count(*) FROM order_events WHERE note = 'since') AS events,
        (SELECT count(*) FROM ledger WHERE "transaction" LIKE 'since:%') AS entries,
        (SELECT sum(amount_cents) FROM ledger) AS difference,
        (SELECT count(*) FROM ledger_balances b WHERE cents <> (SELECT sum(amount_cents) FROM ledger l WHERE l.user_id = b.user_id AND l.account = b.account)) AS balances,
        (SELECT count(*) FROM ledger_totals t WHERE cents <> (SELECT sum(amount_cents) FROM ledger l WHERE l.account = t.account)) AS totals,
        (SELECT sum(ledger_cents) FROM balance_days) - (SELECT sum(amount_cents) FROM ledger WHERE account = 'cash') AS cash,
        (SELECT count(*) FROM earned_months m WHERE cents <> ifnull((SELECT -sum(amount_cents) FROM ledger l JOIN orders o ON o.id = l.order_id
          WHERE l.user_id = m.user_id AND l.account = 'seller_payable' AND strftime('%Y-%m', max(l.at, o.completed_at) / 1000, 'unixepoch') = m.month), 0)) AS months,
        (SELECT sum(cents) FROM statement_months) + (SELECT sum(amount_cents) FROM ledger
          WHERE user_id IS NOT NULL AND account IN ('seller_payable', 'transfers', 'seller_debts', 'offsets')) AS statements,
        (SELECT sum(count) FROM gig_counts) - (SELECT count(*) FROM gigs WHERE listed = 1) AS counted`,
    )
    .first<Record<string, number>>();
  expect(check).toMatchObject({
    torn: 0,
    difference: 0,
    balances: 0,
    totals: 0,
    cash: 0,
    months: 0,
    statements: 0,
    counted: 0,
  });
  expect(check?.orders).toBeGreaterThan(0);
  expect(check?.events).toBeGreaterThan(0);
  expect(check?.entries).toBe(2 * (check?.events ?? 0));
});
