import { and, eq, type SQL, sql } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import type { GigAvailability } from "#app/gigs/gig-state.ts";
import { isPausedAway } from "#app/gigs/gig-transitions.server.ts";
import { summaryColumns } from "#app/gigs/gigs.server.ts";
import { maxSaved, type SavedCursor } from "#app/gigs/saved/saved-gig.ts";
import * as guards from "#app/lib/guards.server.ts";
import { gigs, profiles, savedGigs, savedSeen } from "#drizzle/schema.ts";

/** How many saved services a page shows (docs/specification.md#saved-services). */
const savedPerPage = 24;

/** A gig that a form names by its id, its slug or a former slug; null if there is none. */
export async function findNamed(db: Db, name: string): Promise<(GigAvailability & { id: string }) | null> {
  const [gig] = await db
    .select({ id: gigs.id, sellerId: gigs.sellerId, state: gigs.state, listed: gigs.listed })
    .from(gigs)
    .where(
      sql`${gigs.id} = ${name} or ${gigs.slug} = ${name} or ${gigs.id} = (select gig_id from gig_slugs where slug = ${name})`,
    );
  return gig ?? null;
}

/**
 * Saves a gig at its current price; a gig that is already saved stays as it is. The guard `session` fails if
 * the viewer's session has ended.
 * @param at UTC ms
 * @returns why nothing was saved: the gig is no longer listed, or the user has `maxSaved`; null: it is saved
 */
export async function save(
  db: Db,
  viewer: Viewer,
  gigId: string,
  at: number,
): Promise<"unlisted" | "too many" | null> {
  const count = sql`(select count(*) from saved_gigs where user_id = ${viewer.id} and gig_id <> ${gigId})`;
  try {
    await db.batch([
      sessions.held(db, viewer, at),
      guards.that(db, "gig-listed", sql`(select listed from gigs where id = ${gigId})`),
      guards.that(db, "saved-gig-limit", sql`${count} < ${maxSaved}`),
      db
        .insert(savedGigs)
        .values({
          userId: viewer.id,
          gigId,
          priceCents: sql`(select price_cents from gigs where id = ${gigId})`,
          at,
        })
        .onConflictDoNothing(),
    ]);
    return null;
  } catch (error) {
    const rule = guards.broken(error);
    if (rule === "gig-listed") return "unlisted";
    if (rule === "saved-gig-limit") return "too many";
    throw error;
  }
}

/**
 * Removes a gig from what the viewer saved, if it is there. The guard `session` fails if the viewer's session
 * has ended.
 * @param at UTC ms
 */
export async function forget(db: Db, viewer: Viewer, gigId: string, at: number): Promise<void> {
  await db.batch([
    sessions.held(db, viewer, at),
    db.delete(savedGigs).where(and(eq(savedGigs.userId, viewer.id), eq(savedGigs.gigId, gigId))),
    db.delete(savedSeen).where(and(eq(savedSeen.userId, viewer.id), eq(savedSeen.gigId, gigId))),
  ]);
}

/** A saved gig of the list. UTC ms. */
export type SavedGig = GigSummary &
  Pick<GigAvailability, "state" | "listed"> & {
    id: string;
    /** When it becomes active again because its seller is back; null: not paused by an absence. */
    backAt: number | null;
    sellerTimeZone: string | null;
  };

/**
 * A page of what a user saved, newest first (docs/specification.md#saved-services), whatever became of it. It
 * reads five rows for each gig at most.
 * @param before null: the first page
 */
export async function list(
  db: Db,
  userId: string,
  before: SavedCursor | null,
): Promise<{ rows: SavedGig[]; next: SavedCursor | null }> {
  const found = await db
    .select({
      ...summaryColumns,
      id: gigs.id,
      state: gigs.state,
      listed: gigs.listed,
      at: savedGigs.at,
      row: sql<number>`saved_gigs.rowid`,
      backAt: sql<
        number | null
      >`iif(${isPausedAway}, (select away_until from sellers where user_id = ${gigs.sellerId}), null)`,
      sellerTimeZone: profiles.timeZone,
    })
    .from(savedGigs)
    .innerJoin(gigs, eq(gigs.id, savedGigs.gigId))
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(
      and(
        eq(savedGigs.userId, userId),
        before === null
          ? undefined
          : sql`(${savedGigs.at}, saved_gigs.rowid) < (${before.at}, ${before.row})`,
      ),
    )
    .orderBy(sql`${savedGigs.at} desc, saved_gigs.rowid desc`)
    .limit(savedPerPage + 1);
  const last = found.length > savedPerPage ? found[savedPerPage - 1] : undefined;
  return {
    rows: found.slice(0, savedPerPage).map(({ at, row, ...gig }) => gig),
    next: last ? { at: last.at, row: last.row } : null,
  };
}

/** Which of these gigs a user has saved. @param names ids and slugs @returns the same names */
export async function listMarked(db: Db, userId: string, names: string[]): Promise<string[]> {
  const named = (column: SQL) =>
    sql`select id, slug from gigs where ${column} in (select value from json_each(${JSON.stringify(names)}))`;
  const found = await db.all<{ id: string; slug: string }>(
    sql`select id, slug from (${named(sql`id`)} union all ${named(sql`slug`)})
      where exists (select 1 from saved_gigs where user_id = ${userId} and gig_id = id)`,
  );
  const saved = new Set(found.flatMap(({ id, slug }) => [id, slug]));
  return names.filter((name) => saved.has(name));
}

/** A statement that deletes what a user saved. */
export function ofUserDeleted(db: Db, userId: string) {
  return db.delete(savedGigs).where(eq(savedGigs.userId, userId));
}
