import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Gig } from "#app/gigs/gig.ts";
import { type GigTransitionName, gigTransitions } from "#app/gigs/gig-state.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { gigEvents, gigs } from "#drizzle/schema.ts";

/** A gig as it was read when the move was decided (`refusalToMoveGig`). */
type Read = Pick<Gig, "id" | "version">;

/** What a gig costs from now on, in cents. `packageDetails`: its packages as JSON, null: derived; left out: they stay. */
export type Price = Pick<Gig, "priceCents"> & Partial<Pick<Gig, "packageDetails">>;

/**
 * Statements of a gig that leaves lists, counts and search; its page stays (docs/specification.md#gig-states). Of two moves at once one breaks
 * the unique event number, and its whole batch is undone (docs/architecture.md#claims).
 * @param at UTC ms
 */
export function paused(db: Db, gig: Read, actorId: string, at: number) {
  return moved(db, gig, "pause", actorId, at);
}

/**
 * Statements of a gig that is on offer again. The limit of active gigs (docs/specification.md#gig-limit) is to be kept where a gig becomes active,
 * here and at publication alike: by the database, so that this batch fails as one.
 * @param at UTC ms
 */
export function resumed(db: Db, gig: Read, actorId: string, at: number) {
  return moved(db, gig, "resume", actorId, at);
}

/** Statements of a new price; orders that were placed keep theirs. Both search indexes follow by trigger. @param at UTC ms */
export function repriced(db: Db, gig: Read, price: Price, actorId: string, at: number) {
  return moved(db, gig, "reprice", actorId, at, price);
}

/**
 * Statements: whoever leaves takes all their gigs off the market, for good; to all but operators they are Service Not Found. They take the
 * gigs as they are when the batch runs, so none can be missed; there may be none. @param at UTC ms
 */
export function withdrawn(db: Db, sellerId: string, at: number) {
  const theirs = and(eq(gigs.sellerId, sellerId), ne(gigs.state, "withdrawn"));
  return [
    db
      .insert(gigEvents)
      .select(
        sql`select null, id, version + 1, 'withdrawn', ${sellerId}, ${at} from gigs where seller_id = ${sellerId} and state <> 'withdrawn'`,
      ),
    db
      .update(gigs)
      .set({ state: "withdrawn", listed: false, version: sql`version + 1`, updatedAt: at })
      .where(theirs),
  ] as const;
}

/**
 * Statements of all gigs of a seller who is suspended: what is on the market or paused is Service Not Found from now on, and its event says
 * where it was (docs/specification.md#gig-states). A seller may have none: nothing hangs on how many rows they change.
 * @param actorId the operator @param at UTC ms
 */
export function suspended(db: Db, sellerId: string, actorId: string, at: number) {
  const shown = and(eq(gigs.sellerId, sellerId), or(eq(gigs.listed, true), eq(gigs.state, "paused")));
  const kind = sql`iif(${gigs.state} = 'paused', 'suspended_paused', 'suspended')`;
  return [
    eventForEach(db, shown, kind, actorId, at),
    changedAll(db, shown, sql`'suspended'`, sql`0`, at),
  ] as const;
}

/**
 * Statements that bring back what the suspension of their seller took away, and nothing else: each gig is where it was.
 * @param actorId the operator @param at UTC ms
 */
export function restored(db: Db, sellerId: string, actorId: string, at: number) {
  const theirs = and(eq(gigs.sellerId, sellerId), eq(gigs.state, "suspended"));
  const was = sql`(select kind from gig_events where gig_id = ${gigs.id} and kind in ('suspended', 'suspended_paused') order by seq desc limit 1)`;
  const state = sql`iif(${was} = 'suspended', 'active', 'paused')`;
  return [
    eventForEach(db, theirs, sql`'restored'`, actorId, at),
    changedAll(db, theirs, state, sql`${was} = 'suspended'`, at),
  ] as const;
}

function eventForEach(db: Db, where: SQL | undefined, kind: SQL, actorId: string, at: number) {
  return db
    .insert(gigEvents)
    .select(
      sql`select null, ${gigs.id}, ${gigs.version} + 1, ${kind}, ${actorId}, ${at} from ${gigs} where ${where}`,
    );
}

function changedAll(db: Db, where: SQL | undefined, state: SQL, listed: SQL, at: number) {
  return db
    .update(gigs)
    .set({ state, listed, version: sql`${gigs.version} + 1`, updatedAt: at })
    .where(where);
}

/** True when a batch was undone because another had claimed the gig's next event. */
export function isLostRace(error: unknown): boolean {
  return brokeUnique(error, "gig_events.seq");
}

/** The event claims the gig's next number. The state and `listed` are written together, so that lists never differ from it. */
function moved(
  db: Db,
  gig: Read,
  name: GigTransitionName,
  actorId: string,
  at: number,
  price: Partial<Price> = {},
) {
  const { to, event } = gigTransitions[name];
  const seq = gig.version + 1;
  const state = to === null ? {} : { state: to, listed: to === "active" };
  return [
    db.insert(gigEvents).values({ gigId: gig.id, seq, kind: event, actorId, at }),
    db
      .update(gigs)
      .set({ ...state, ...price, version: seq, updatedAt: at })
      .where(eq(gigs.id, gig.id)),
  ] as const;
}
