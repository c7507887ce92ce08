import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { appliedMigrations, migrate, migrationFiles, statementsOf } from "#drizzle/seed/migrations.ts";
import {
  type BackedUpFile,
  checkBackup,
  contentFile,
  LineCount,
  type Manifest,
  readFileList,
  readLines,
  tableFile,
} from "./backup-files.ts";
import { fillSearchIndexes, recount } from "./derived-rows.ts";
import type { Bucket, Database, Store, StoredFile } from "./store.ts";
import { listTables, type Table } from "./tables.ts";
import { countRows, filesAtOnce } from "./write-backup.ts";

/** One statement binds at most this much JSON, in bytes, unless one row has more. D1 binds at most 2 MB. */
const bytesPerStatement = 1_000_000;

/**
 * Writes a backup into an empty database and its bucket (docs/operations.md#backup-and-restore). Every file
 * of the backup is checked before anything is written, and every row is read again afterwards. Run an
 * interrupted restore again to continue it; until it has finished, the database has the table
 * `restore_progress` and no triggers.
 * @returns the backup's manifest, and a sentence for each table with omitted rows
 * @throws Error with a sentence for people
 */
export async function restoreBackup(
  { name, db, bucket }: Store,
  folder: string,
  say: (sentence: string) => void,
): Promise<{ manifest: Manifest; leftOut: string[] }> {
  const manifest = await checkBackup(folder);
  say(`The backup of ${manifest.startedAt} is complete and unchanged.`);
  refuseOtherMigrations(manifest.migrations, "The backup");
  await requireEmpty(db, manifest, name);
  await migrate(
    db,
    manifest.migrations.map((each) => each.name),
  );
  const tables = await listTables(db);
  refuseOtherTables(tables, manifest);
  const done = await begin(db, manifest);
  const missing = tables.filter((table) => !done.has(table.name));
  if (missing.length > 0)
    await db.batch(missing.toReversed().map(({ name: table }) => db.prepare(`DELETE FROM "${table}"`)));
  for (const table of missing) await load(db, folder, table, columnsOf(manifest, table));
  await restoreNumbers(db, manifest);
  say("The rows are written.");
  const leftOut = await compare(db, folder, tables, manifest);
  await restoreFiles(bucket, folder);
  say("The files are written.");
  await recount(db);
  await fillSearchIndexes(db);
  await finish(db);
  return { manifest, leftOut };
}

/** @throws Error about a migration that the project does not have, or has with different content */
function refuseOtherMigrations(migrations: Manifest["migrations"], owner: string): void {
  const files = migrationFiles();
  for (const [i, { name, sha256 }] of migrations.entries()) {
    const file = files[i];
    if (file?.name !== name)
      throw new Error(`${owner} has the migration ${name}, which this version of the project does not have.`);
    if (file.sha256 !== sha256)
      throw new Error(`${owner} has a different ${name} from this version of the project.`);
  }
}

/** @throws Error if the database contains rows, unless this backup's own restore was interrupted */
async function requireEmpty(db: Database, manifest: Manifest, name: string): Promise<void> {
  const begun = await begunRestore(db);
  if (begun === manifest.id) return;
  if (begun !== null)
    throw new Error(`Not restored: ${name} contains part of another backup (${begun}). Use a new database.`);
  const applied = await appliedMigrations(db);
  refuseOtherMigrations(applied, name);
  const later = applied[manifest.migrations.length];
  if (later)
    throw new Error(
      `Not restored: ${name} has the migration ${later.name}, which is later than the backup. Use a new database without tables.`,
    );
  const lookups = lookupTables(manifest);
  const tables = (await listTables(db)).filter((table) => !lookups.has(table.name));
  if (tables.length === 0) return;
  const firsts = await db.batch(
    tables.map((table) => db.prepare(`SELECT 1 AS found FROM "${table.name}" LIMIT 1`)),
  );
  const full = tables.find((_, i) => firsts[i]?.results.length);
  if (full)
    throw new Error(
      `Not restored: ${name} contains data (a row in ${full.name}). A restore needs an empty database.`,
    );
}

/** The tables into which migrations insert rows: lookup tables. */
function lookupTables({ migrations }: Manifest): Set<string> {
  const inserts = migrations.flatMap(({ name }) =>
    statementsOf(name).flatMap(
      (statement) => /^(?:--.*\n|\s)*INSERT INTO ["`]?(\w+)/i.exec(statement)?.[1] ?? [],
    ),
  );
  return new Set(inserts);
}

/** The id of the backup whose restore was started and has not finished; null if there is none. */
async function begunRestore(db: Database): Promise<string | null> {
  const table = await db
    .prepare("SELECT 1 AS found FROM sqlite_master WHERE name = 'restore_progress'")
    .first();
  if (!table) return null;
  return await db.prepare("SELECT name FROM restore_progress WHERE kind = 'backup'").first<string>("name");
}

/**
 * Drops the triggers and keeps their SQL in the database, so that a continued restore still has them. No
 * trigger fires while rows are written: they would count each row twice and refuse some.
 * @returns the names of the tables that are already written
 */
async function begin(db: Database, { id }: Manifest): Promise<Set<string>> {
  await db.batch([
    db.prepare(
      "CREATE TABLE IF NOT EXISTS restore_progress (kind TEXT NOT NULL, name TEXT NOT NULL, sql TEXT, PRIMARY KEY (kind, name))",
    ),
    db.prepare("INSERT OR IGNORE INTO restore_progress (kind, name) VALUES ('backup', ?)").bind(id),
    db.prepare(
      "INSERT OR IGNORE INTO restore_progress (kind, name, sql) SELECT 'trigger', name, sql FROM sqlite_master WHERE type = 'trigger'",
    ),
  ]);
  const { results } = await db
    .prepare("SELECT kind, name FROM restore_progress")
    .all<{ kind: string; name: string }>();
  const triggers = results.filter(({ kind }) => kind === "trigger");
  if (triggers.length > 0)
    await db.batch(triggers.map(({ name }) => db.prepare(`DROP TRIGGER IF EXISTS "${name}"`)));
  return new Set(results.filter(({ kind }) => kind === "table").map(({ name }) => name));
}

/** Restores the triggers and ends the restore, in one batch. */
async function finish(db: Database): Promise<void> {
  const { results } = await db
    .prepare("SELECT sql FROM restore_progress WHERE kind = 'trigger' ORDER BY rowid")
    .all<{ sql: string }>();
  await db.batch([...results.map(({ sql }) => db.prepare(sql)), db.prepare("DROP TABLE restore_progress")]);
}

function refuseOtherTables(tables: Table[], manifest: Manifest): void {
  const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
  const [here, there] = [names(tables), names(manifest.tables)];
  const odd = [...here.filter((n) => !there.includes(n)), ...there.filter((n) => !here.includes(n))];
  if (odd.length > 0) throw new Error(`The backup and its migrations disagree about the table ${odd[0]}.`);
}

function columnsOf(manifest: Manifest, { name }: Table): string[] {
  return manifest.tables.find((table) => table.name === name)?.columns ?? [];
}

/**
 * The condition that a row of a backup refers only to rows that the database has. Otherwise the other row was
 * deleted during the backup. `value` is the row as JSON.
 */
function isWhole({ name, references }: Table, columns: string[]): string {
  const present = references
    .filter((reference) => reference.table !== name)
    .map(({ column, table: parent, key }) => {
      const value = `value ->> ${columns.indexOf(column)}`;
      return `(${value} IS NULL OR EXISTS (SELECT 1 FROM "${parent}" WHERE "${key}" = ${value}))`;
    });
  return ["true", ...present].join(" AND ");
}

/** Reads the rows of a backup's table, as many at a time as one statement may bind. */
async function* readGroups(
  folder: string,
  { name }: Table,
): AsyncGenerator<{ rows: string[]; isLast: boolean }> {
  let rows: string[] = [];
  let bytes = 0;
  for await (const row of readLines(tableFile(folder, name))) {
    const size = Buffer.byteLength(row);
    if (bytes + size > bytesPerStatement && rows.length > 0) {
      yield { rows, isLast: false };
      rows = [];
      bytes = 0;
    }
    rows.push(row);
    bytes += size;
  }
  yield { rows, isLast: true };
}

/** Writes the whole rows of a table, and leaves out the others. */
async function load(db: Database, folder: string, table: Table, columns: string[]): Promise<void> {
  const sql = `INSERT INTO "${table.name}" (${columns.map((column) => `"${column}"`).join(", ")})
    SELECT ${columns.map((_, i) => `value ->> ${i}`).join(", ")} FROM json_each(?)
    WHERE ${isWhole(table, columns)} ORDER BY key`;
  const done = "INSERT OR IGNORE INTO restore_progress (kind, name) VALUES ('table', ?)";
  for await (const { rows, isLast } of readGroups(folder, table)) {
    const write = db.prepare(sql).bind(`[${rows.join(",")}]`);
    await db.batch(isLast ? [write, db.prepare(done).bind(table.name)] : [write]);
  }
}

async function restoreNumbers(db: Database, { numbers }: Manifest): Promise<void> {
  const statements = Object.entries(numbers).flatMap(([name, number]) => [
    db
      .prepare(
        `INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)`,
      )
      .bind(name),
    db.prepare(`UPDATE sqlite_sequence SET seq = max(seq, ${Math.trunc(number)}) WHERE name = ?`).bind(name),
  ]);
  if (statements.length > 0) await db.batch(statements);
}

/**
 * Compares the rows of the database with the backup, by count and checksum.
 * @returns a sentence for each table with omitted rows
 * @throws Error about a table that differs in any other way
 */
async function compare(db: Database, folder: string, tables: Table[], manifest: Manifest): Promise<string[]> {
  const counts = await countRows(db, tables);
  const leftOut: string[] = [];
  for (const table of tables) {
    const { name } = table;
    const found = counts.get(name);
    const all = manifest.tables.find((each) => each.name === name);
    if (found?.rows === all?.rows && found?.sha256 === all?.sha256) continue;
    const whole = await countWhole(db, folder, table, columnsOf(manifest, table));
    if (found?.rows !== whole.rows || found.sha256 !== whole.sha256)
      throw new Error(`The rows of ${name} in the database differ from the backup. Use a new database.`);
    leftOut.push(
      `${(all?.rows ?? 0) - whole.rows} rows of ${name} were left out: what they refer to was deleted during the backup.`,
    );
  }
  return leftOut;
}

/** Counts and hashes the rows of a backup's table that `load` did not leave out. */
async function countWhole(db: Database, folder: string, table: Table, columns: string[]) {
  const count = new LineCount();
  const sql = `SELECT key FROM json_each(?) WHERE NOT (${isWhole(table, columns)})`;
  for await (const { rows } of readGroups(folder, table)) {
    const { results } = await db
      .prepare(sql)
      .bind(`[${rows.join(",")}]`)
      .all<{ key: number }>();
    const omitted = new Set(results.map(({ key }) => key));
    for (const [i, row] of rows.entries()) if (!omitted.has(i)) count.add(row);
  }
  return count.end();
}

/** Writes the files that are missing from the bucket or have different content there. It deletes none. */
async function restoreFiles(bucket: Bucket, folder: string): Promise<void> {
  const present = new Map<string, StoredFile>();
  for await (const file of bucket.list()) present.set(file.key, file);
  const put = async ({ key, sha256, contentType }: BackedUpFile): Promise<void> => {
    const bytes = readFileSync(contentFile(folder, sha256));
    const there = present.get(key);
    const md5 = createHash("md5").update(bytes).digest("hex");
    if (there?.etag === md5 && there.contentType === contentType) return;
    await bucket.put(key, bytes, contentType);
  };
  let group: Promise<void>[] = [];
  for await (const file of readFileList(folder)) {
    group.push(put(file));
    if (group.length < filesAtOnce) continue;
    await Promise.all(group);
    group = [];
  }
  await Promise.all(group);
}
