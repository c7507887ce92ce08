import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as forgottenFiles from "#app/files/forgotten-files.server.ts";
import { uploadedKeys } from "#app/gigs/pictures.server.ts";
import { deniedChanges, gigs, pictures } from "#drizzle/schema.ts";

// The changes of denied gigs that wait for an operator (docs/specification.md#denied-changes). Times are in
// UTC ms.

/** In a query of gigs or drafts: whether the gig has waiting changes. @param id the column of the gig's id */
export function isWaiting(id: SQL): SQL<boolean> {
  return sql<boolean>`exists (select 1 from denied_changes where gig_id = ${id})`;
}

/** The columns of a gig that its seller can change. */
export const contentColumns = {
  title: gigs.title,
  description: gigs.description,
  priceCents: gigs.priceCents,
  deliveryDays: gigs.deliveryDays,
  revisions: gigs.revisions,
  features: gigs.features,
  faqs: gigs.faqs,
  questions: gigs.questions,
  metaKeywords: gigs.metaKeywords,
  packageDetails: gigs.packageDetails,
  extras: gigs.extras,
  categoryId: gigs.categoryId,
  subcategoryId: gigs.subcategoryId,
  imageUrl: gigs.imageUrl,
  imageAlt: gigs.imageAlt,
  furtherImages: gigs.furtherImages,
};

/**
 * The columns of waiting changes: since when they wait, the denied text, and the gig with its latest text.
 */
export const waitingColumns = {
  since: deniedChanges.since,
  denied: deniedChanges.denied,
  gig: { id: gigs.id, ...contentColumns },
};

/** The denied text and the latest one of each of these gigs that has waiting changes. */
export async function list(db: Db, gigIds: string[]) {
  if (gigIds.length === 0) return [];
  return await db
    .select(waitingColumns)
    .from(deniedChanges)
    .innerJoin(gigs, eq(gigs.id, deniedChanges.gigId))
    .where(inArray(deniedChanges.gigId, gigIds));
}

/**
 * Statements that delete the denied texts of these gigs, because an operator has decided or the gig is gone.
 * Pictures that only a denied text has are deleted from the bucket. There may be no such texts.
 * @param whose a condition on `gigs`
 */
export function ended(db: Db, whose: SQL, at: number) {
  const shown = sql`(gigs.image_url = '/images/' || picture.value or exists (select 1 from json_each(gigs.further_images) further
    where further.value ->> 'url' = '/images/' || picture.value))`;
  const unused = sql`from denied_changes join gigs on gigs.id = gig_id, json_each(denied, '$.pictures') picture
    where ${whose} and picture.value glob ${uploadedKeys} and not ${shown}`;
  return [
    forgottenFiles.noted(db, sql`select picture.value || '/' prefix ${unused}`, at),
    db.delete(pictures).where(sql`${pictures.key} in (select picture.value ${unused})`),
    db.delete(deniedChanges).where(sql`${deniedChanges.gigId} in (select id from gigs where ${whose})`),
  ] as const;
}
