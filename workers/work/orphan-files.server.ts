import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { placeholderKeys } from "#app/lib/placeholders.ts";
import type { Work } from "#app/lib/work.ts";
import type { System } from "#workers/context.ts";

/** How often the bucket is searched, in ms. */
const pause = 7 * day;

/**
 * How old a file without a row must be, in ms. A younger one may be an upload for a form that is still open
 * (docs/architecture.md#uploads).
 */
const oldEnough = day;

/** How many files one unit compares. */
const pageSize = 500;

/**
 * The progress of the search. `begunAt`: UTC ms. `after`: the last file that was compared; null: the search
 * is done. `seen`, `deleted`, `foreign`: the number of files so far.
 */
type Progress = { begunAt: number; after: string | null; seen: number; deleted: number; foreign: number };

type Deps = Pick<System, "db" | "clock" | "files" | "log">;

/**
 * The weekly search for files in the bucket without a row (docs/operations.md#what-is-kept-how-long). A unit
 * compares one page of files, the next unit the next page. Nothing is deleted if the rows cannot be read, or
 * while a backup is being restored, because the rows of its files are still missing.
 */
export const orphanFiles: Work<Deps> = {
  async find({ db, clock }) {
    const { progress, isRestoring } = await readState(db);
    return isDue(progress, clock.now()) && !isRestoring ? ["files"] : [];
  },

  async run({ db, clock, files, log }) {
    const { progress: before, isRestoring } = await readState(db);
    const at = clock.now();
    if (!isDue(before, at) || isRestoring) return false;
    const from: Progress =
      before?.after != null ? before : { begunAt: at, after: null, seen: 0, deleted: 0, foreign: 0 };
    const page = await files.list(from.after, pageSize);
    const { orphans, foreign } = await compare(db, page.files);
    if (orphans.length > 0) await files.forget(orphans);
    if (foreign.length > 0)
      log("info", "foreign files in the bucket", { count: foreign.length, first: foreign[0] });
    const progress: Progress = {
      begunAt: from.begunAt,
      after: page.more ? (page.files.at(-1)?.key ?? null) : null,
      seen: from.seen + page.files.length,
      deleted: from.deleted + orphans.length,
      foreign: from.foreign + foreign.length,
    };
    const isSaved = await save(db, before, progress);
    if (isSaved && progress.after === null) log("info", "files compared with rows", progress);
    return orphans.length > 0;
  },
};

function isDue(progress: Progress | null, at: number): boolean {
  return progress === null || progress.after !== null || at - progress.begunAt >= pause;
}

/** The owner of a file that the product writes, and the id in its rows. */
type Owner = { kind: "picture" | keyof typeof privateFolders; id: string };

/** Private files by kind: the folder of their keys, and the table of their rows. */
const privateFolders = {
  "order file": { folder: "orders", table: "order_files" },
  "message file": { folder: "messages", table: "message_files" },
  "ticket file": { folder: "tickets", table: "ticket_files" },
} as const;

const privateKinds = Object.keys(privateFolders) as (keyof typeof privateFolders)[];

/** The owner of a file, from its key. Null if the product writes no such key. */
function ownerOf(key: string): Owner | "placeholder" | null {
  const [, picture] = /^([\w-]{1,64})\/(?:96|320|640|960)\.(?:webp|avif)$/.exec(key) ?? [];
  if (picture) return isPlaceholder(picture) ? "placeholder" : { kind: "picture", id: picture };
  const [, folder, file] =
    /^(\w+)\/[0-9a-f-]{36}\/([0-9a-f-]{36})(?:\/preview-(?:320|640)\.webp)?$/.exec(key) ?? [];
  const kind = privateKinds.find((one) => privateFolders[one].folder === folder);
  return file && kind ? { kind, id: file } : null;
}

function isPlaceholder(key: string): boolean {
  return placeholderKeys.some((placeholder) => placeholder === key);
}

/**
 * Compares files with the rows. Their age is in real time, like the bucket's times.
 * @returns the keys of files that are old enough and have no row, and the keys that the product never writes
 */
async function compare(
  db: Db,
  files: { key: string; storedAt: number }[],
): Promise<{ orphans: string[]; foreign: string[] }> {
  const owned = files.map((file) => ({ ...file, owner: ownerOf(file.key) }));
  const foreign = owned.filter(({ owner }) => owner === null).map(({ key }) => key);
  const old = owned.flatMap(({ key, storedAt, owner }) =>
    owner !== null && owner !== "placeholder" && storedAt < Date.now() - oldEnough ? [{ key, owner }] : [],
  );
  const idsOf = (kind: Owner["kind"]) => [
    ...new Set(old.flatMap(({ owner }) => (owner.kind === kind ? [owner.id] : []))),
  ];
  const unnamed = new Set(await unnamedPictures(db, idsOf("picture")));
  for (const kind of privateKinds)
    for (const id of await unnamedFiles(db, privateFolders[kind].table, idsOf(kind))) unnamed.add(id);
  const orphans = old.filter(({ owner }) => unnamed.has(owner.id)).map(({ key }) => key);
  return { orphans, foreign };
}

/** The pictures without a row: in none of `pictures`, profiles and gigs. */
async function unnamedPictures(db: Db, keys: string[]): Promise<string[]> {
  const left = await without(
    db,
    keys,
    sql`exists (select 1 from pictures where key = ids.value)
      or exists (select 1 from profiles where avatar_url = '/images/' || ids.value)`,
  );
  if (left.length === 0) return [];
  // Reads all gigs, whose further pictures have no index. A gig's picture has its own row, so there is
  // usually nothing left to check.
  const named = await db.all<{ key: string }>(
    sql`with asked (url, asked_key) as materialized (select '/images/' || value, value from json_each(${JSON.stringify(left)}))
      select asked_key as key from gigs cross join asked on image_url = url
      union select asked_key from gigs, json_each(gigs.further_images) further join asked on further.value ->> 'url' = url`,
  );
  const keysOfGigs = new Set(named.map(({ key }) => key));
  return left.filter((key) => !keysOfGigs.has(key));
}

/** The private files that no row of a table refers to. */
function unnamedFiles(db: Db, table: string, ids: string[]): Promise<string[]> {
  return without(db, ids, sql`exists (select 1 from ${sql.raw(table)} where id = ids.value)`);
}

/** The ids that no row refers to. @param isNamed a condition on `ids.value` */
async function without(db: Db, ids: string[], isNamed: SQL): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.all<{ id: string }>(
    sql`select ids.value as id from json_each(${JSON.stringify(ids)}) ids where not (${isNamed})`,
  );
  return rows.map(({ id }) => id);
}

/** The name of the setting that stores the progress. */
const setting = "orphan_files";

/** The progress of the search, and whether a backup is being restored, in one statement. */
async function readState(db: Db): Promise<{ progress: Progress | null; isRestoring: boolean }> {
  const [row] = await db.all<{ value: string | null; restoring: 0 | 1 }>(
    sql`select (select value from settings where key = ${setting}) as value,
      exists (select 1 from sqlite_master where name = 'restore_progress') as restoring`,
  );
  return { progress: row?.value ? JSON.parse(row.value) : null, isRestoring: row?.restoring === 1 };
}

/** Saves the progress. @returns false if another run has continued from the same place */
async function save(db: Db, before: Progress | null, progress: Progress): Promise<boolean> {
  const { meta } = await db.run(
    sql`insert into settings (key, value) values (${setting}, ${JSON.stringify(progress)})
      on conflict (key) do update set value = excluded.value where settings.value = ${JSON.stringify(before)}`,
  );
  return meta.changes > 0;
}
