import { and, eq, lt, sql } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { isSameTyped, type Typed } from "#app/gigs/drafts/typed.ts";
import * as guards from "#app/lib/guards.server.ts";
import { draftsKeptFor, maxOfferDrafts } from "#app/offers/offer.ts";
import { offerDrafts } from "#drizzle/schema.ts";

// The store of offers that are being written (docs/specification.md#writing-an-offer).

/** A draft as it is stored; `version` 0: there is none. */
export type StoredDraft = { version: number; typed: Typed };

const none: StoredDraft = { version: 0, typed: {} };

/** The seller's draft in a conversation. */
export async function find(db: Db, sellerId: string, conversationId: string): Promise<StoredDraft> {
  const [row] = await db
    .select({ version: offerDrafts.version, typed: offerDrafts.typed })
    .from(offerDrafts)
    .where(isDraft(sellerId, conversationId));
  return row ?? none;
}

/**
 * Saves what was typed, valid or not. Beyond `maxOfferDrafts`, drafts that have not changed for longer than
 * `draftsKeptFor` are deleted.
 * @param version of the draft that the form was based on; null: overwrite any version
 * @param at UTC ms
 * @returns `saved`: the new version; `theirs`: what another window has saved since
 * @throws the guard `session` if it has ended
 */
export async function save(
  db: Db,
  { viewer, conversationId }: { viewer: Viewer; conversationId: string },
  { version, typed }: { version: number | null; typed: Typed },
  at: number,
): Promise<{ saved: number } | { theirs: StoredDraft }> {
  const key = { sellerId: viewer.id, conversationId };
  const stored = sql`coalesce((select version from offer_drafts where seller_id = ${viewer.id}
    and conversation_id = ${conversationId}), 0)`;
  try {
    const [, , [row]] = await db.batch([
      sessions.held(db, viewer, at),
      guards.that(db, "offer-draft-unchanged", version === null ? sql`1` : sql`${stored} = ${version}`),
      db
        .insert(offerDrafts)
        .values({ ...key, typed, version: 1, updatedAt: at })
        .onConflictDoUpdate({
          target: [offerDrafts.sellerId, offerDrafts.conversationId],
          set: { typed, version: sql`${offerDrafts.version} + 1`, updatedAt: at },
        })
        .returning({ version: offerDrafts.version }),
      db.delete(offerDrafts).where(
        and(
          eq(offerDrafts.sellerId, viewer.id),
          lt(offerDrafts.updatedAt, at - draftsKeptFor),
          sql`conversation_id not in (select conversation_id from offer_drafts where seller_id = ${viewer.id}
              order by updated_at desc limit ${maxOfferDrafts})`,
        ),
      ),
    ]);
    return { saved: row?.version ?? 1 };
  } catch (error) {
    if (guards.broken(error) !== "offer-draft-unchanged") throw error;
    const theirs = await find(db, viewer.id, conversationId);
    // The same text was sent again, because the answer was lost.
    return isSameTyped(theirs.typed, typed) ? { saved: theirs.version } : { theirs };
  }
}

/**
 * A statement: a draft is deleted, because its offer was sent.
 * @param version that was sent: what another window has written since stays; null: any version
 */
export function sent(db: Db, sellerId: string, conversationId: string, version: number | null) {
  return db
    .delete(offerDrafts)
    .where(
      and(isDraft(sellerId, conversationId), version === null ? undefined : eq(offerDrafts.version, version)),
    );
}

function isDraft(sellerId: string, conversationId: string) {
  return and(eq(offerDrafts.sellerId, sellerId), eq(offerDrafts.conversationId, conversationId));
}
