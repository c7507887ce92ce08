import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { day, hour } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import { uploads } from "#drizzle/schema.ts";

// Files on their way into the bucket (docs/architecture.md#uploads). Times are in UTC ms.

/** How long an upload may stay unused, in ms. */
const unusedLife = day;
/** How long to wait before deleting files is retried, in ms. */
const retryPause = hour;

export type UploadPurpose = "profile_picture" | "gig_picture" | "order_file" | "message_file" | "ticket_file";

/**
 * A file that is about to be stored. `prefix`: the prefix of its keys. `bytes`: the size of the file that was
 * sent.
 */
export type NewUpload = { id: string; purpose: UploadPurpose; prefix: string; bytes: number };

/** The id of an upload: a UUID derived from the words, always the same for the same words. */
export async function derivedId(words: string): Promise<string> {
  const hash = await sha256(`upload ${words}`);
  const hex = [...hash].map((sign) => sign.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}

/** Writes the rows of files, before the bucket has them. */
export async function begin(db: Db, ownerId: string, files: NewUpload[], at: number): Promise<void> {
  if (files.length === 0) return;
  await db.insert(uploads).values(files.map((file) => ({ ...file, ownerId, createdAt: at })));
}

/** A private file being uploaded. `type`: its MIME type. */
export type NewPrivateUpload = NewUpload & { name: string; type: string };

/**
 * Writes the row of a private file, before the bucket has it. A file that is sent again already has a row,
 * and may stay unused for another day; one that was used needs no row.
 * @param isUsed a condition: a row of the product names the file
 */
export async function beginPrivate(
  db: Db,
  ownerId: string,
  { id, purpose, prefix, bytes, name, type }: NewPrivateUpload,
  isUsed: SQL,
  at: number,
): Promise<void> {
  await db.run(sql`insert into uploads (id, owner_id, purpose, prefix, bytes, name, type, created_at)
    select ${id}, ${ownerId}, ${purpose}, ${prefix}, ${bytes}, ${name}, ${type}, ${at} where not (${isUsed})
    on conflict (id) do update set created_at = excluded.created_at where sha256 is null and dropped_at is null`);
}

/**
 * Records that the bucket has the complete file: it can be used from now on. Hash and size are written once.
 * @returns false if the upload no longer exists, or has another hash
 */
export async function arrived(
  db: Db,
  { id, sha256, bytes }: { id: string; sha256: string; bytes: number },
): Promise<boolean> {
  const isSame = or(isNull(uploads.sha256), eq(uploads.sha256, sha256));
  const { meta } = await db
    .update(uploads)
    .set({ sha256, bytes })
    .where(and(eq(uploads.id, id), isNull(uploads.droppedAt), isSame));
  return meta.changes > 0;
}

/** Private files of a user that are stored and unused, in the given order. Others are left out. */
export async function listPrivate(
  db: Db,
  ownerId: string,
  purpose: UploadPurpose,
  prefixes: string[],
): Promise<{ id: string; name: string; type: string; bytes: number }[]> {
  if (prefixes.length === 0) return [];
  const { id, prefix, name, type, bytes } = uploads;
  const rows = await db
    .select({ id, prefix, name, type, bytes })
    .from(uploads)
    .where(
      and(
        eq(uploads.ownerId, ownerId),
        eq(uploads.purpose, purpose),
        isNull(uploads.droppedAt),
        isNotNull(uploads.sha256),
        inArray(prefix, prefixes),
      ),
    );
  return prefixes.flatMap((wanted) => {
    const row = rows.find((one) => one.prefix === wanted);
    return row?.name && row.type ? [{ id: row.id, name: row.name, type: row.type, bytes: row.bytes }] : [];
  });
}

/**
 * A sub-select of an upload's id; null if it is not this user's, has not arrived completely, was used, or is
 * being deleted.
 */
export function usable(id: string, ownerId: string): SQL<string> {
  return sql`(select id from uploads where id = ${id} and owner_id = ${ownerId}
    and sha256 is not null and dropped_at is null)`;
}

/** A guard: all of these are `usable`. It comes before the statements that use them. */
export function allUsable(db: Db, files: { id: string; ownerId: string }[]) {
  const each = files.map(({ id, ownerId }) => sql`${usable(id, ownerId)} is not null`);
  return guards.that(db, "upload-usable", sql.join(each, sql` and `));
}

/** A sub-select of an upload's hash, for the row that names the file. */
export function hashOf(id: string): SQL<string> {
  return sql`(select sha256 from uploads where id = ${id})`;
}

/** A statement: marks the files as used. It comes after the statements that read them. */
export function used(db: Db, ids: string[]) {
  return db.delete(uploads).where(inArray(uploads.id, ids));
}

type Deps = Pick<Capabilities, "db" | "clock" | "files" | "log">;

/**
 * Deletes the files of unused uploads. A used one is kept. It never throws: the sweep deletes what cannot be
 * deleted now.
 */
export async function drop(deps: Deps, ids: string[]): Promise<void> {
  const { db, clock, log } = deps;
  if (ids.length === 0) return;
  try {
    const at = clock.now();
    const dropped = await db
      .update(uploads)
      .set({ droppedAt: at })
      .where(inArray(uploads.id, ids))
      .returning({ id: uploads.id, prefix: uploads.prefix });
    await Promise.all(dropped.map((upload) => forget(deps, upload)));
  } catch (error) {
    log("warn", "uploads not dropped", { error: errorStack(error) });
  }
}

/** The upload's files may or may not be in the bucket. @throws Error if the bucket or the database fails */
async function forget({ db, files }: Deps, { id, prefix }: { id: string; prefix: string }): Promise<void> {
  await files.forgetAll(prefix);
  await db.delete(uploads).where(eq(uploads.id, id));
}

/** A statement that lets the sweep delete everything that a user has uploaded and not used. */
export function ofUserDropped(db: Db, ownerId: string) {
  return db.update(uploads).set({ createdAt: 0, droppedAt: 0 }).where(eq(uploads.ownerId, ownerId));
}

/** Uploads that no batch has used within a day. */
export const unusedUploads: Work<Deps> = {
  async find({ db, clock }, limit) {
    const due = await db
      .select({ id: uploads.id })
      .from(uploads)
      .where(isDue(clock.now()))
      .orderBy(uploads.createdAt)
      .limit(limit);
    return due.map(({ id }) => id);
  },

  async run(deps, id) {
    const { db, clock, log } = deps;
    const at = clock.now();
    // Marks it before its files are deleted, so that no batch uses it in the meantime.
    const [upload] = await db
      .update(uploads)
      .set({ droppedAt: at })
      .where(and(eq(uploads.id, id), isDue(at)))
      .returning({ id: uploads.id, prefix: uploads.prefix });
    if (!upload) return false;
    try {
      await forget(deps, upload);
      return true;
    } catch (error) {
      log("warn", "upload not forgotten", { upload: id, error: errorStack(error) });
      return false;
    }
  },
};

function isDue(at: number) {
  return and(
    lte(uploads.createdAt, at - unusedLife),
    or(isNull(uploads.droppedAt), lte(uploads.droppedAt, at - retryPause)),
  );
}
