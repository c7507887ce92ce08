import { eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Gig } from "#app/gigs/gig.ts";
import { type GigMoveName, gigMoves } from "#app/gigs/gig-state.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { gigEvents, gigs } from "#drizzle/schema.ts";

/** A gig as it was read when the move was decided (`refusalToMoveGig`). */
type Read = Pick<Gig, "id" | "version">;

/** What a gig costs from now on, in cents. `packageDetails`: its packages as JSON, null: derived; left out: they stay. */
export type Price = Pick<Gig, "priceCents"> & Partial<Pick<Gig, "packageDetails">>;

/**
 * Statements of a gig that leaves lists, counts and search; its page stays (product.md section 4). Of two moves at once one breaks
 * the unique event number, and its whole batch is undone (design.md 3.6).
 * @param at UTC ms
 */
export function paused(db: Db, gig: Read, actorId: string, at: number) {
  return moved(db, gig, "pause", actorId, at);
}

/**
 * Statements of a gig that is on offer again. The limit of active gigs (spec.md section 9) is to be kept where a gig becomes active,
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

/** True when a batch was undone because another had claimed the gig's next event. */
export function isLostRace(error: unknown): boolean {
  return brokeUnique(error, "gig_events.seq");
}

/** The event claims the gig's next number. The state and `listed` are written together, so that lists never differ from it. */
function moved(
  db: Db,
  gig: Read,
  name: GigMoveName,
  actorId: string,
  at: number,
  price: Partial<Price> = {},
) {
  const { to, event } = gigMoves[name];
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
