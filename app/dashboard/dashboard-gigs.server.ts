import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isWaiting } from "#app/gigs/drafts/denied-changes.server.ts";
import { listShownDays, sumOfShownDays } from "#app/gigs/figures/gig-figures.ts";
import type { GigAvailability } from "#app/gigs/gig-state.ts";
import { isPausedAway } from "#app/gigs/gig-transitions.server.ts";
import type { GivenReasons } from "#app/statements/statement.ts";
import * as statements from "#app/statements/statements.server.ts";
import { gigFigures, gigs } from "#drizzle/schema.ts";

const pageSize = 20;

/**
 * A page of a seller's gigs with their figures, newest first (docs/specification.md#selling). It reads three
 * rows for each gig, however many orders and views they have.
 * @param after the previous page's last gig; null, or a gig that is not the seller's: the first page
 * @param at UTC ms
 * @returns `next`: the id after which the next page begins; null on the last page. `token`: of the forms that
 * duplicate a gig
 */
export async function list(db: Db, sellerId: string, after: string | null, at: number) {
  const seen = sql`(select seen.number from gigs seen where seen.id = ${after} and seen.seller_id = ${sellerId})`;
  const found = await db
    .select({
      id: gigs.id,
      slug: gigs.slug,
      title: gigs.title,
      imageUrl: gigs.imageUrl,
      priceCents: gigs.priceCents,
      state: gigs.state,
      listed: gigs.listed,
      /** When its unpublished changes were saved, UTC ms; null: there are none. */
      changedAt: sql<
        number | null
      >`(select updated_at from gig_drafts where gig_drafts.id = ${gigs.id} and gig_drafts.seller_id = ${gigs.sellerId})`,
      denial: gigs.denial,
      /** The rule of the denial, and its appeal. */
      reasons:
        sql<GivenReasons | null>`iif(${gigs.denial} is null, null, ${statements.given("denial", sql`gigs.id`)})`.mapWith(
          statements.readGiven,
        ),
      isWaiting: isWaiting(sql`gigs.id`).mapWith(Boolean),
      /** When it becomes active again because its seller is back, UTC ms; null: not paused by an absence. */
      backAt: sql<
        number | null
      >`iif(${isPausedAway}, (select away_until from sellers where user_id = ${gigs.sellerId}), null)`,
      views: gigFigures.views,
      orders: gigFigures.orders,
      saves: gigFigures.saves,
    })
    .from(gigs)
    .leftJoin(gigFigures, eq(gigFigures.gigId, gigs.id))
    .where(
      and(
        eq(gigs.sellerId, sellerId),
        ne(gigs.state, "withdrawn"),
        after === null ? undefined : sql`${gigs.number} < ifnull(${seen}, ${Number.MAX_SAFE_INTEGER})`,
      ),
    )
    .orderBy(desc(gigs.number))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize).map(({ views, orders, saves, ...gig }) => ({
    ...gig,
    views: sumOfShownDays(views ?? {}, at),
    orders: sumOfShownDays(orders ?? {}, at),
    saves: sumOfShownDays(saves ?? {}, at),
    /** How often it was saved on each of the shown days that has a save, newest first; UTC ms. */
    saveDays: listShownDays(saves ?? {}, at),
  }));
  const next = found.length > pageSize ? (rows.at(-1)?.id ?? null) : null;
  return { rows, next, token: crypto.randomUUID() };
}

export type DashboardGigs = Awaited<ReturnType<typeof list>>;
/** A gig as the seller dashboard shows it, with the figures of the shown days. */
export type DashboardGig = DashboardGigs["rows"][number];

/** Finds what a transition of a gig depends on; null if there is no such gig. */
export async function find(
  db: Db,
  id: string,
): Promise<(GigAvailability & { id: string; title: string; version: number }) | null> {
  const [gig] = await db
    .select({
      id: gigs.id,
      title: gigs.title,
      version: gigs.version,
      sellerId: gigs.sellerId,
      state: gigs.state,
      listed: gigs.listed,
    })
    .from(gigs)
    .where(eq(gigs.id, id));
  return gig ?? null;
}
