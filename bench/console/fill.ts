import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databasesIn } from "#scripts/local/state.ts";
import { copyTrade, numberIn, spread } from "./copy-rows.ts";
import { problems } from "./problems.ts";

/** How many rows one transaction inserts. */
const rowsAtOnce = 50_000;

/** What FTS5 buffers before it writes a segment: for the bulk insert, and by default. */
const bufferBytes = { bulk: 32 * 1024 * 1024, standard: 1024 * 1024 };

type SchemaObject = { name: string; sql: string };

/**
 * Fills a seeded market, which no runtime may use: users, orders and everything that a list of the console
 * shows, including what is stuck. It writes to the database's file directly, because statements through D1
 * would take hours. Indexes and triggers are dropped first, and created again from their own SQL.
 * @param users how many users the market has at least
 * @param orders about how many orders
 */
export function fillMarket(stateDir: string, users: number, orders: number): void {
  const db = openDatabase(stateDir);
  // Without a journal nothing is written twice, but if this process dies, the market is lost.
  db.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -500000");
  db.function("made_id", { deterministic: true }, (kind, i) => madeId(Number(kind), Number(i)));
  db.function("account_hash", { deterministic: true }, (text) =>
    createHash("sha256").update(String(text)).digest("base64url"),
  );
  const found = numberIn(db, "select max(number) from users");
  const indexes = schemaObjects(db, "index");
  const triggers = schemaObjects(db, "trigger");
  for (const { name } of indexes) db.exec(`drop index ${name}`);
  for (const { name } of triggers) db.exec(`drop trigger ${name}`);
  // Copying looks up nothing, and the statements below look up orders and gigs only by number.
  copyTrade(db, orders);
  const before = numberIn(db, "select max(number) from users");
  const rest = Math.max(users - numberIn(db, "select count(*) from users"), 0);
  const { crowd, stuck, offMarket } = problems(before, Date.now());
  for (const statement of crowd)
    for (let from = 1; from <= rest; from += rowsAtOnce)
      run(db, statement(numbers(from, Math.min(from + rowsAtOnce - 1, rest))));
  for (const [count, statement] of stuck) run(db, statement(numbers(1, Math.min(count, rest))));
  for (const { sql } of indexes) db.exec(sql);
  setBuffer(db, bufferBytes.bulk);
  db.exec(`insert into users_fts (rowid, email, username, full_name)
    select u.number, u.email, p.username, p.full_name from users u join profiles p on p.id = u.id where u.number > ${found}`);
  setBuffer(db, bufferBytes.standard);
  for (const { sql } of triggers) db.exec(sql);
  // Last, because the triggers must add these titles to the search indexes.
  for (const [count, statement] of offMarket) run(db, statement(numbers(1, Math.min(count, rest))));
  db.exec("pragma journal_mode = wal");
  db.close();
}

/** Opens the file of the local D1 database: the only one with its tables. */
function openDatabase(stateDir: string): DatabaseSync {
  const folder = join(databasesIn(stateDir), "d1/miniflare-D1DatabaseObject");
  const [file, ...others] = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  if (file === undefined || others.length > 0) throw new Error(`${folder} must have one database.`);
  return new DatabaseSync(join(folder, file), { enableForeignKeyConstraints: false });
}

function schemaObjects(db: DatabaseSync, type: "index" | "trigger"): SchemaObject[] {
  return db
    .prepare("select name, sql from sqlite_schema where type = ? and sql is not null")
    .all(type) as SchemaObject[];
}

/** The numbers of a range, as a table `n` with a column `i`. */
function numbers(from: number, to: number): string {
  return `(with recursive r(i) as (select ${from} union all select i + 1 from r where i < ${to}) select i from r) n`;
}

function run(db: DatabaseSync, statement: string): void {
  try {
    db.exec(`begin; ${statement}; commit`);
  } catch (error) {
    throw new Error(`${statement.slice(0, 200)}: ${error instanceof Error ? error.message : error}`);
  }
}

function setBuffer(db: DatabaseSync, bytes: number): void {
  db.exec(`insert into users_fts (users_fts, rank) values ('hashsize', ${bytes})`);
}

/** An id of the given kind of rows, the same each time. The ids of all kinds and numbers differ. */
function madeId(kind: number, i: number): string {
  const [first, last] = [spread(i * 16 + kind), i.toString(16).padStart(12, "0")];
  return `${first}-0000-4000-8${kind.toString(16).padStart(3, "0")}-${last}`;
}
