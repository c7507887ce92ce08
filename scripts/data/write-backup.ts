import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { appliedMigrations } from "#drizzle/seed/migrations.ts";
import {
  contentFile,
  fileList,
  LineCount,
  LineWriter,
  type Manifest,
  sha256Of,
  tableFile,
  writeManifest,
} from "./backup-files.ts";
import type { Database, Store } from "./store.ts";
import { listTables, type ReadStep, readRows, readSteps, type Table } from "./tables.ts";

/** How many files of the bucket are copied in parallel. */
export const filesAtOnce = 12;

type Lines = { rows: number; sha256: string };

/**
 * Copies all rows and files to a folder (docs/operations.md#backup-and-restore). The product may keep
 * running.
 * @param folder must be new or empty
 * @throws Error with a sentence for people
 */
export async function writeBackup({ name, db, bucket }: Store, folder: string): Promise<Manifest> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. A backup needs a new folder.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const startedAt = new Date().toISOString();
  const migrations = await appliedMigrations(db);
  const tables = await listTables(db);
  if (migrations.length === 0 || tables.length === 0)
    throw new Error(`There is nothing to back up: ${name} was never migrated.`);
  const numbers = await readNumbers(db, tables);
  const lines = new Map<string, Lines>();
  for (const step of readSteps(tables)) await copyRows(db, step, folder, lines);
  // After the rows: a file is stored before its row is written, so the files of all copied rows exist.
  const files = await copyFiles(bucket, folder);
  const manifest: Manifest = {
    format: 1,
    id: crypto.randomUUID(),
    startedAt,
    endedAt: new Date().toISOString(),
    source: name,
    migrations,
    tables: tables.map((table) => ({ name: table.name, columns: table.columns, ...linesOf(lines, table) })),
    numbers,
    files,
  };
  writeManifest(folder, manifest);
  return manifest;
}

function linesOf(lines: Map<string, Lines>, { name }: Table): Lines {
  const found = lines.get(name);
  if (!found) throw new Error(`The table ${name} was not read.`);
  return found;
}

async function copyRows(
  db: Database,
  step: ReadStep,
  folder: string,
  lines: Map<string, Lines>,
): Promise<void> {
  const names = "table" in step ? [step.table.name] : [step.orders, ...step.parts].map(({ name }) => name);
  const writers = new Map(names.map((name) => [name, new LineWriter(tableFile(folder, name))]));
  for await (const page of readRows(db, step))
    for (const [name, rows] of page) await writers.get(name)?.write(rows.map((row) => JSON.stringify(row)));
  for (const [name, writer] of writers) lines.set(name, await writer.end());
}

/** Reads all rows again. @returns the count and checksum of each table, as in a manifest */
export async function countRows(db: Database, tables: Table[]): Promise<Map<string, Lines>> {
  const lines = new Map<string, Lines>();
  for (const step of readSteps(tables)) {
    const names = "table" in step ? [step.table.name] : [step.orders, ...step.parts].map(({ name }) => name);
    const counts = new Map(names.map((name) => [name, new LineCount()]));
    for await (const page of readRows(db, step))
      for (const [name, rows] of page) for (const row of rows) counts.get(name)?.add(JSON.stringify(row));
    for (const [name, count] of counts) lines.set(name, count.end());
  }
  return lines;
}

/** AUTOINCREMENT never assigns a number twice, even if the row with the highest one was deleted. */
async function readNumbers(db: Database, tables: Table[]): Promise<Record<string, number>> {
  const { results } = await db
    .prepare("SELECT name, seq FROM sqlite_sequence")
    .all<{ name: string; seq: number }>();
  const names = new Set(tables.map(({ name }) => name));
  return Object.fromEntries(
    results.filter(({ name }) => names.has(name)).map(({ name, seq }) => [name, seq]),
  );
}

async function copyFiles(bucket: Store["bucket"], folder: string): Promise<Manifest["files"]> {
  const list = new LineWriter(fileList(folder));
  let bytes = 0;
  const copy = async (key: string, contentType: string | null): Promise<string[]> => {
    const content = await bucket.get(key);
    // Deleted after it was listed.
    if (content === null) return [];
    const sha256 = sha256Of(content);
    const file = contentFile(folder, sha256);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeFileSync(file, content, { mode: 0o600 });
    bytes += content.length;
    return [JSON.stringify({ key, size: content.length, sha256, contentType })];
  };
  let group: Promise<string[]>[] = [];
  for await (const { key, contentType } of bucket.list()) {
    group.push(copy(key, contentType));
    if (group.length < filesAtOnce) continue;
    await list.write((await Promise.all(group)).flat());
    group = [];
  }
  await list.write((await Promise.all(group)).flat());
  return { ...(await list.end()), bytes };
}
