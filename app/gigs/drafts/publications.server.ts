import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { GigContent } from "#app/gigs/drafts/check-draft.ts";
import * as denied from "#app/gigs/drafts/denied-changes.server.ts";
import {
  draftsDeleted,
  draftUnchanged,
  picturesForgotten,
  picturesOf,
} from "#app/gigs/drafts/draft-pictures.server.ts";
import type { GigDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";
import { slugOf } from "#app/gigs/gig.ts";
import type { GigState } from "#app/gigs/gig-state.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import { deniedChanges, gigDraftPictures, gigDrafts, gigEvents, gigSlugs, gigs } from "#drizzle/schema.ts";

// Publishes drafts as gigs (docs/specification.md#publishing). Times are in UTC ms.

/** The publishing seller. `holder`: a sub-select of their id that is null once the session has ended. */
type Publisher = { id: string; holder: SQL<string> };

/**
 * `slug`: of the published gig. `changed`: the draft, gig or session has changed since it was read; read it
 * again, and decide again.
 */
export type PublishResult = { slug: string } | "over limit" | "changed";

/**
 * Publishes a new gig in one batch. Its id is the draft's, so a form that is sent twice publishes once.
 * @param content the checked content of the draft
 */
export async function publish(
  db: Db,
  draft: GigDraft,
  content: GigContent,
  seller: Publisher,
  at: number,
): Promise<PublishResult> {
  const { id } = draft;
  const slug = slugOf({ id, title: content.title, slug: null });
  return await attempt(slug, () =>
    db.batch([
      draftPublishable(db, draft, seller),
      db.insert(gigs).values({
        ...columnsOf(content),
        id,
        slug,
        sellerId: seller.id,
        state: "active",
        listed: true,
        version: 1,
        createdAt: at,
        updatedAt: at,
      }),
      // After its gig, because the limit's trigger reads the gig's seller.
      db.insert(gigEvents).values({ gigId: id, seq: 1, kind: "published", actorId: seller.id, at }),
      ...draftUsed(db, draft),
    ]),
  );
}

/** The parts of a published gig that its seller can change. */
export type PublishedGig = NonNullable<Awaited<ReturnType<typeof findPublished>>>;

/** Finds a published gig for the editor; null if this seller has none with this id. */
export async function findPublished(db: Db, sellerId: string, id: string) {
  const [gig] = await db
    .select({
      id: gigs.id,
      version: gigs.version,
      state: gigs.state,
      listed: gigs.listed,
      slug: gigs.slug,
      ...denied.contentColumns,
      /** The text that was denied, if changes wait for an operator; else null. */
      deniedTexts: deniedChanges.denied,
    })
    .from(gigs)
    .leftJoin(deniedChanges, eq(deniedChanges.gigId, gigs.id))
    .where(and(eq(gigs.id, id), eq(gigs.sellerId, sellerId)));
  return gig ?? null;
}

/** Why changes to a gig can't be published now: a sentence; null if they can. */
export function refusalToChange(state: GigState): string | null {
  if (state === "suspended") return "This service is hidden while you can't sell";
  return state === "withdrawn" ? "This service was deleted" : null;
}

/** Why a gig can't be duplicated: a sentence; null if it can. */
export function refusalToCopy(state: GigState): string | null {
  return state === "denied"
    ? "Support denied this service. Fix what they pointed out before you duplicate it"
    : refusalToChange(state);
}

/** The texts of a gig with this content, for comparison. */
export function textsOf(content: GigContent) {
  return typedOfPublished(columnsOf(content));
}

/**
 * Publishes the changes to a gig in one batch, which claims its version. A denied gig stays denied: its
 * changes wait for an operator, and the denied text is kept with them (docs/specification.md#denied-changes).
 * Orders keep what they copied from the gig when they were placed.
 */
export async function publishChanges(
  db: Db,
  draft: GigDraft,
  content: GigContent,
  gig: PublishedGig,
  seller: Publisher,
  at: number,
): Promise<PublishResult> {
  const { id } = gig;
  const seq = gig.version + 1;
  const deniedTexts = gig.state === "denied" ? (gig.deniedTexts ?? typedOfPublished(gig)) : null;
  const slug = content.title === gig.title ? gig.slug : slugOf({ id, title: content.title, slug: null });
  const kept = content.pictures.map(({ url }) => url);
  const compared = deniedTexts?.pictures.map((key) => `/images/${key}`) ?? [];
  return await attempt(slug, () =>
    db.batch([
      draftPublishable(db, draft, seller),
      db.insert(gigEvents).values({ gigId: id, seq, kind: "edited", actorId: seller.id, at }),
      ...(deniedTexts && !gig.deniedTexts
        ? [db.insert(deniedChanges).values({ gigId: id, denied: deniedTexts, since: at })]
        : []),
      ...picturesForgotten(db, picturesOf(gig), [...kept, ...compared], at),
      db
        .update(gigs)
        .set({
          ...columnsOf(content),
          slug,
          version: seq,
          updatedAt: at,
        })
        .where(eq(gigs.id, id)),
      ...(slug === gig.slug
        ? []
        : [
            db.delete(gigSlugs).where(and(eq(gigSlugs.slug, slug), eq(gigSlugs.gigId, id))),
            db.insert(gigSlugs).values({ slug: gig.slug, gigId: id }),
          ]),
      ...draftUsed(db, draft),
    ]),
  );
}

/**
 * Takes a gig off the market permanently, and deletes the draft of changes to it. The row stays, for its
 * orders.
 * @returns "open orders" if it has any
 */
export async function withdraw(
  db: Db,
  gig: Pick<PublishedGig, "id" | "version">,
  seller: Publisher,
  at: number,
): Promise<"withdrawn" | "open orders" | "changed"> {
  const seq = gig.version + 1;
  try {
    await db.batch([
      guards.that(db, "no-open-orders", sql`not exists (${openOrders(seller.id, gig.id, sql`1`)})`),
      guards.that(db, "session", sql`${seller.holder} is not null`),
      db.insert(gigEvents).values({ gigId: gig.id, seq, kind: "withdrawn", actorId: seller.id, at }),
      db
        .update(gigs)
        .set({ state: "withdrawn", listed: false, version: seq, updatedAt: at })
        .where(eq(gigs.id, gig.id)),
      ...denied.ended(db, sql`gigs.id = ${gig.id}`, at),
      ...draftsDeleted(db, sql`(${gig.id})`, at),
    ]);
    return "withdrawn";
  } catch (error) {
    const rule = guards.broken(error);
    if (rule === "no-open-orders") return "open orders";
    if (rule === "session" || gigTransitions.isLostRace(error)) return "changed";
    throw error;
  }
}

/** How many orders of a gig are open. */
export async function countOpenOrders(db: Db, sellerId: string, gigId: string): Promise<number> {
  const [row] = await db.all<{ count: number }>(openOrders(sellerId, gigId, sql`count(*) as count`));
  return row?.count ?? 0;
}

function openOrders(sellerId: string, gigId: string, columns: SQL): SQL {
  return sql`select ${columns} from orders indexed by orders_seller_status
    where seller_id = ${sellerId} and status in ('pending', 'in progress') and gig_id = ${gigId}`;
}

/**
 * Deletes a draft, and the pictures that only it has.
 * @returns false if the seller has no such draft, or its pictures have changed
 */
export async function discard(db: Db, draft: GigDraft, seller: Publisher, at: number): Promise<boolean> {
  const gig = draft.gig === null ? null : await findPublished(db, seller.id, draft.id);
  const kept = gig ? picturesOf(gig) : [];
  try {
    await db.batch([
      draftUnchanged(db, draft, seller.holder),
      ...picturesForgotten(
        db,
        draft.pictures.map((key) => `/images/${key}`),
        kept,
        at,
      ),
      ...draftUsed(db, draft),
    ]);
    return true;
  } catch (error) {
    if (guards.broken(error) === "draft-unchanged") return false;
    throw error;
  }
}

async function attempt(slug: string, run: () => Promise<unknown>): Promise<PublishResult> {
  try {
    await run();
    return { slug };
  } catch (error) {
    if (gigTransitions.isOverLimit(error)) return "over limit";
    const isChanged =
      guards.broken(error) === "draft-unchanged" ||
      brokeUnique(error, "gigs.id") ||
      gigTransitions.isLostRace(error);
    if (isChanged) return "changed";
    throw error;
  }
}

/** A guard: the draft has not changed since it was read, its seller can sell, and the session is alive. */
function draftPublishable(db: Db, { id, version }: GigDraft, seller: Publisher) {
  const isUnchanged = sql`exists (select 1 from gig_drafts where id = ${id} and version = ${version} and seller_id = ${seller.holder}
    and ${gigTransitions.maySell(seller.id)})`;
  return guards.that(db, "draft-unchanged", isUnchanged);
}

/** Statements that end a draft. Its version, which also counts picture changes, must have been claimed. */
function draftUsed(db: Db, { id }: GigDraft) {
  return [
    db.delete(gigDraftPictures).where(eq(gigDraftPictures.draftId, id)),
    db.delete(gigDrafts).where(eq(gigDrafts.id, id)),
  ] as const;
}

function columnsOf({ pictures, ...content }: GigContent) {
  const [main, ...further] = pictures;
  return {
    ...content,
    imageUrl: main?.url ?? null,
    imageAlt: main?.alt ?? null,
    furtherImages: further,
  };
}

/** The active gigs of a seller, newest first: those that they can pause to publish another. */
export function listActive(db: Db, sellerId: string): Promise<{ id: string; title: string }[]> {
  return db
    .select({ id: gigs.id, title: gigs.title })
    .from(gigs)
    .where(and(eq(gigs.sellerId, sellerId), eq(gigs.state, "active")))
    .orderBy(desc(gigs.number))
    .limit(20);
}
