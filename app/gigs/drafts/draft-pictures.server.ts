import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as forgottenFiles from "#app/files/forgotten-files.server.ts";
import { maxPictures } from "#app/gigs/drafts/draft-limits.ts";
import type { GigDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import * as pictures from "#app/gigs/pictures.server.ts";
import { uploadedKeys } from "#app/gigs/pictures.server.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import { gigDraftPictures, gigDrafts, pictures as pictureRows } from "#drizzle/schema.ts";

// The pictures of drafts, and which of them to delete from the bucket (docs/specification.md#gig-pictures).
// Times are in UTC ms.

/** `gone`: the upload no longer exists. */
export type AddResult = "added" | "full" | "missing" | "gone";

/**
 * Adds an upload as the last picture of a draft.
 * @param holder a sub-select of the seller's id that is null once the session has ended (auth/sessions)
 * @param upload `key`: of the stored picture; it starts with the upload's id
 */
export async function add(
  db: Db,
  draft: { id: string; sellerId: string; holder: SQL<string> },
  upload: { id: string; key: string },
  at: number,
): Promise<AddResult> {
  const count = sql<number>`(select count(*) from gig_draft_pictures where draft_id = ${draft.id})`;
  const exists = sql`exists (select 1 from gig_drafts where id = ${draft.id} and seller_id = ${draft.sellerId})`;
  try {
    await db.batch([
      guards.that(db, "session", sql`${draft.holder} is not null`),
      uploads.allUsable(db, [{ id: upload.id, ownerId: draft.sellerId }]),
      guards.that(db, "draft-exists", exists),
      guards.that(db, "picture-limit", sql`${count} < ${maxPictures}`),
      db
        .update(gigDrafts)
        .set({ version: sql`${gigDrafts.version} + 1`, updatedAt: at })
        .where(and(eq(gigDrafts.id, draft.id), eq(gigDrafts.sellerId, draft.sellerId))),
      db.insert(gigDraftPictures).values({ key: upload.key, draftId: draft.id, place: sql`${count} + 1` }),
      pictures.stored(db, upload.key, at),
      uploads.used(db, [upload.id]),
    ]);
    return "added";
  } catch (error) {
    const rule = guards.broken(error);
    if (rule === "upload-usable") return "gone";
    if (rule === "draft-exists") return "missing";
    if (rule === "picture-limit") return "full";
    throw error;
  }
}

/**
 * Keeps only these pictures of a draft, in this order. The others are deleted, unless the published gig shows
 * them.
 * @param shown the addresses of the pictures of its published gig
 * @returns false if the draft has changed since it was read, or the session has ended
 */
export async function arrange(
  db: Db,
  draft: GigDraft,
  keys: string[],
  shown: string[],
  holder: SQL<string>,
  at: number,
): Promise<boolean> {
  const removed = draft.pictures.filter((key) => !keys.includes(key)).map((key) => `/images/${key}`);
  try {
    await db.batch([
      draftUnchanged(db, draft, holder),
      db
        .update(gigDrafts)
        .set({ version: sql`${gigDrafts.version} + 1`, updatedAt: at })
        .where(eq(gigDrafts.id, draft.id)),
      ...picturesForgotten(db, removed, shown, at),
      db.delete(gigDraftPictures).where(eq(gigDraftPictures.draftId, draft.id)),
      ...keys.map((key, i) => db.insert(gigDraftPictures).values({ key, draftId: draft.id, place: i + 1 })),
    ]);
    return true;
  } catch (error) {
    if (guards.broken(error) === "draft-unchanged") return false;
    throw error;
  }
}

/** A guard: the draft has not changed since it was read, and the session is alive. */
export function draftUnchanged(db: Db, { id, version }: GigDraft, holder: SQL<string>) {
  const isUnchanged = sql`exists (select 1 from gig_drafts where id = ${id} and version = ${version} and seller_id = ${holder})`;
  return guards.that(db, "draft-unchanged", isUnchanged);
}

/** The address of a picture that a seller has uploaded. */
const uploadedPicture = /^\/images\/([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}(?:-g\d+)?)$/;

/**
 * Statements that delete pictures from the bucket, except those to keep. Both are given by their addresses.
 */
export function picturesForgotten(db: Db, urls: string[], kept: string[], at: number) {
  const keys = urls.flatMap((url) => (kept.includes(url) ? [] : (uploadedPicture.exec(url)?.[1] ?? [])));
  return [
    forgottenFiles.noted(db, sql`select value || '/' prefix from json_each(${JSON.stringify(keys)})`, at),
    db.delete(pictureRows).where(inArray(pictureRows.key, keys)),
  ] as const;
}

/**
 * Statements that delete drafts, and the pictures that only the drafts have.
 * @param ids of the drafts, as SQL in brackets @param at UTC ms
 */
export function draftsDeleted(db: Db, ids: SQL, at: number) {
  const shown = sql`select 1 from gigs where gigs.id = draft_id and (image_url = '/images/' || picture.key
    or exists (select 1 from json_each(further_images) further where further.value ->> 'url' = '/images/' || picture.key))`;
  const only = sql`from gig_draft_pictures picture
    where draft_id in ${ids} and picture.key glob ${uploadedKeys} and not exists (${shown})`;
  return [
    forgottenFiles.noted(db, sql`select picture.key || '/' prefix ${only}`, at),
    db.delete(pictureRows).where(sql`${pictureRows.key} in (select picture.key ${only})`),
    db.delete(gigDraftPictures).where(sql`${gigDraftPictures.draftId} in ${ids}`),
    db.delete(gigDrafts).where(sql`${gigDrafts.id} in ${ids}`),
  ] as const;
}

/** The addresses of a gig's pictures, the main one first. */
export function picturesOf(gig: { imageUrl: string | null; furtherImages: { url: string }[] }): string[] {
  return [...(gig.imageUrl === null ? [] : [gig.imageUrl]), ...gig.furtherImages.map(({ url }) => url)];
}
