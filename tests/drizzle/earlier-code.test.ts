import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { migrationFiles, statementsOf } from "#drizzle/seed/migrations.ts";

// The newest schema answers the reads and writes of an earlier release as the release's own schema did,
// because the live code runs on the newest schema until the deployment has ended, and after a rollback
// (docs/operations.md#migrations). The statements name the columns of that time, as its code does. Only `npm
// run previous` shows what the code makes of the answers.

type Row = Record<string, SQLOutputValue>;
type Tables = Record<string, { columns: Record<string, unknown> }>;

const names = migrationFiles().map(({ name }) => name);
/** Rows as the product wrote them at 0001, and rows of tables that came later. */
const filled = new Map(
  names.map((name, number): [number, string[]] => [
    number,
    linesOf(`tests/drizzle/filled-${name.slice(0, 4)}.sql`),
  ]),
);

function linesOf(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("INSERT"));
}

/** The tables of a numbered schema with their columns, as drizzle-kit recorded them. */
function tablesOf(number: number): [string, string[]][] {
  const file = `drizzle/migrations/meta/${String(number).padStart(4, "0")}_snapshot.json`;
  const { tables } = JSON.parse(readFileSync(file, "utf8")) as { tables: Tables };
  return Object.entries(tables).map(([name, { columns }]) => [name, Object.keys(columns)]);
}

const folder = mkdtempSync(join(tmpdir(), "handiwork-schemas-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = MEMORY");
  db.exec("PRAGMA synchronous = OFF");
  db.exec("PRAGMA locking_mode = EXCLUSIVE");
  return db;
}

/** An empty database of each numbered schema, as a file to copy: its migrations take 0.1 s each time. */
const emptyFiles = (() => {
  const newest = join(folder, "newest");
  const db = open(newest);
  const files = names.map((name, number) => {
    for (const sql of statementsOf(name)) db.exec(sql);
    const file = join(folder, `schema-${number}`);
    copyFileSync(newest, file);
    return file;
  });
  db.close();
  return files;
})();
let copies = 0;

/** An empty database of a numbered schema. @param more statements that follow its migrations */
function database(number: number, more: string[] = []): DatabaseSync {
  const copy = join(folder, `copy-${++copies}`);
  copyFileSync(emptyFiles[number] ?? "", copy);
  const db = open(copy);
  for (const sql of more) db.exec(sql);
  return db;
}

const quoted = (columns: string[]) => columns.map((column) => `"${column}"`).join(", ");

/**
 * Tables that only triggers wrote, with what the code reads of them, if they have been kept differently since
 * 0056.
 * - `ledger_totals` is a view.
 * - `ledger_balances`: the code adds up what a user has in `transfers` and `cash`.
 * - `completed_days` and `completed_sums`: the scheduled work counts them, so after a rollback Popular
 *   Services know no later orders until the release is deployed again.
 */
const derived: Record<string, string | null> = {
  ledger_totals: "SELECT account, cents FROM ledger_totals WHERE cents <> 0 ORDER BY account",
  ledger_balances: `SELECT user_id, iif(account = 'cash', 'transfers', account) AS account, sum(cents) AS cents FROM ledger_balances
    GROUP BY 1, 2 HAVING sum(cents) <> 0 ORDER BY 1, 2`,
  completed_days: null,
  completed_sums: null,
};

/** The words of a lookup table grow, and old code does not see the new ones. */
const isWords = (columns: string[]) => columns.length === 1 && columns[0] === "name";

/** Each statement that a numbered schema's code may send: rows written, read, changed and deleted. */
function* statementsAt(number: number, old: DatabaseSync): Generator<string> {
  for (const [since, lines] of filled) if (since <= number) yield* lines;
  const all = tablesOf(number).filter(([, columns]) => !isWords(columns));
  const tables = all.filter(([name]) => !(name in derived));
  const sums = all.flatMap(([name]) => derived[name] ?? []);
  for (const [name, columns] of tables)
    if (!old.prepare(`SELECT 1 FROM "${name}"`).get()) yield madeUpRow(name, columns, old);
  yield* sums;
  for (const [name, columns] of tables) yield readOf(name, columns);
  for (const [name, columns] of tables) {
    for (const column of columns) yield `UPDATE "${name}" SET "${column}" = "${column}"`;
    yield copyOfFirstRow(name, columns, old);
    yield `DELETE FROM "${name}" WHERE rowid = (SELECT max(rowid) FROM "${name}")`;
  }
  yield* sums;
  for (const [name, columns] of tables) yield readOf(name, columns);
}

const readOf = (name: string, columns: string[]) => `SELECT ${quoted(columns)} FROM "${name}" ORDER BY rowid`;

/** A row of 1, a text, or the first row of the table that it refers to. */
function madeUpRow(name: string, columns: string[], db: DatabaseSync): string {
  const keys = db.prepare(`PRAGMA foreign_key_list("${name}")`).all();
  const values = columns.map((column) => {
    const key = keys.find(({ from }) => from === column);
    if (key) return `(SELECT "${key.to}" FROM "${key.table}" LIMIT 1)`;
    return isNumber(name, column, db) ? "1" : `'{"${column}": 1}'`;
  });
  return `INSERT INTO "${name}" (${quoted(columns)}) VALUES (${values.join(", ")})`;
}

/** A row like the first one, under another key. */
function copyOfFirstRow(name: string, columns: string[], db: DatabaseSync): string {
  const values = columns.map((column) => {
    if (columnOf(name, column, db)?.pk === 0) return `"${column}"`;
    return isNumber(name, column, db) ? `(SELECT max("${column}") + 1 FROM "${name}")` : `"${column}" || '+'`;
  });
  return `INSERT INTO "${name}" (${quoted(columns)}) SELECT ${values.join(", ")} FROM "${name}" LIMIT 1`;
}

const columnOf = (table: string, column: string, db: DatabaseSync) =>
  db.prepare(`SELECT type, pk FROM pragma_table_info('${table}') WHERE name = '${column}'`).get();
const isNumber = (table: string, column: string, db: DatabaseSync) =>
  /INT/i.test(String(columnOf(table, column, db)?.type));

/** What a database answers: its rows, or its error. A statement that fails changes nothing. */
function answer(db: DatabaseSync, sql: string): Row[] | string {
  try {
    return db.prepare(sql).all();
  } catch (error) {
    return String(error);
  }
}

/** The statements of a numbered schema's code that the newest schema answers differently. */
function differences(number: number, more: string[] = []): { sql: string; before: unknown; now: unknown }[] {
  const [old, newest] = [database(number), database(names.length - 1, more)];
  // Rows that a later migration wrote do not count as a difference: the code reads them like its own.
  for (const [name, columns] of tablesOf(number))
    if (!isWords(columns)) for (const db of [old, newest]) answer(db, `DELETE FROM "${name}"`);
  const found = [];
  for (const sql of statementsAt(number, old)) {
    const [before, now] = [answer(old, sql), answer(newest, sql)];
    if (JSON.stringify(before) !== JSON.stringify(now)) found.push({ sql, before, now });
  }
  for (const db of [old, newest]) db.close();
  return found;
}

test("The newest schema answers the reads and writes of every earlier version's code as its own schema did", () => {
  for (let number = 1; number < names.length - 1; number++)
    expect(differences(number), names[number]).toEqual([]);
});

test("A change that breaks earlier code is found", () => {
  const number = names.length - 2;
  for (const [change, statement] of [
    ["ALTER TABLE gigs RENAME COLUMN image_alt TO alt", "SELECT"],
    ["ALTER TABLE drafts DROP COLUMN created_at", "SELECT"],
    ["ALTER TABLE reviews RENAME TO opinions", "INSERT"],
    ["CREATE UNIQUE INDEX one_title ON gigs (title)", "INSERT"],
    ["CREATE TRIGGER t BEFORE INSERT ON orders BEGIN SELECT RAISE(ABORT, 'no'); END", "INSERT"],
    ["CREATE TRIGGER t BEFORE UPDATE OF title ON gigs BEGIN SELECT RAISE(ABORT, 'no'); END", "UPDATE"],
    ["CREATE TRIGGER t AFTER INSERT ON users BEGIN UPDATE users SET role = 'operator'; END", "SELECT"],
    ["DELETE FROM mail_kinds WHERE name = 'receipt'", "INSERT"],
  ] as const) {
    const found = differences(number, [change]).map(({ sql }) => sql.split(" ")[0]);
    expect(found, change).toContain(statement);
  }
});
