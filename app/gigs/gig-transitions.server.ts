import { and, eq, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { type GigTransitionName, gigTransitions, newSellerLimit } from "#app/gigs/gig-state.ts";
import { removed } from "#app/gigs/removals.server.ts";
import { brokeUnique, refusedByTrigger } from "#app/lib/constraints.ts";
import { gigEvents, gigs } from "#drizzle/schema.ts";

/** The gig as it was read when the transition was allowed (`refusalToGigTransition`). */
type Gig = typeof gigs.$inferSelect;
type GigVersion = Pick<Gig, "id" | "version">;

/**
 * Statements that pause a gig: it leaves listings, counts and search results, and its page stays
 * (docs/specification.md#gig-states). If two transitions run at the same time, one violates the unique key of
 * the event number, and its whole batch is rolled back (docs/architecture.md#claims).
 * @param at UTC ms
 */
export function paused(db: Db, gig: GigVersion, actorId: string, at: number) {
  return transition(db, gig, "pause", actorId, at);
}

/**
 * Statements that resume a paused gig. A trigger refuses the batch if a new seller already has the maximum of
 * active gigs (`isOverLimit`).
 * @param at UTC ms
 */
export function resumed(db: Db, gig: GigVersion, actorId: string, at: number) {
  return transition(db, gig, "resume", actorId, at);
}

/**
 * Statements that withdraw all gigs of a seller permanently, when the seller's account is deleted. Only
 * operators can still open their pages. The batch selects the gigs when it runs, so it misses none. The
 * seller may have none.
 * @param at UTC ms
 */
export function withdrawn(db: Db, sellerId: string, at: number) {
  const notWithdrawn = and(eq(gigs.sellerId, sellerId), ne(gigs.state, "withdrawn"));
  return [
    db
      .insert(gigEvents)
      .select(
        sql`select null, id, version + 1, 'withdrawn', ${sellerId}, ${at} from gigs where seller_id = ${sellerId} and state <> 'withdrawn'`,
      ),
    db
      .update(gigs)
      .set({ state: "withdrawn", listed: false, version: sql`version + 1`, updatedAt: at })
      .where(notWithdrawn),
  ] as const;
}

/**
 * Statements that suspend all listed and paused gigs of a suspended seller. Their pages become Service Not
 * Found. The kind of each event records the previous state, for `restored`
 * (docs/specification.md#gig-states). A seller may have no gigs: do not rely on how many rows change.
 * @param actorId the operator; null: the product itself
 * @param at UTC ms
 */
export function suspended(db: Db, sellerId: string, actorId: string | null, at: number) {
  const visible = and(eq(gigs.sellerId, sellerId), or(eq(gigs.listed, true), eq(gigs.state, "paused")));
  const kind = sql`iif(${gigs.state} = 'paused', 'suspended_paused', 'suspended')`;
  return [
    insertEvents(db, visible, kind, actorId, at),
    updateStates(db, visible, sql`'suspended'`, sql`0`, at),
    removed(db),
  ] as const;
}

/**
 * Statements that give each suspended gig of a seller the state it had before the suspension, if neither the
 * account is suspended nor the registration inactive.
 * @param actorId the operator
 * @param at UTC ms
 */
export function restored(db: Db, sellerId: string, actorId: string, at: number) {
  // Both the account and the registration can hide the gigs. This reads their state at this point of the
  // batch.
  const suspendedGigs = and(eq(gigs.sellerId, sellerId), eq(gigs.state, "suspended"), maySell(sellerId));
  const suspendedBy = sql`(select kind from gig_events where gig_id = ${gigs.id} and kind in ('suspended', 'suspended_paused') order by seq desc limit 1)`;
  const state = sql`iif(${suspendedBy} = 'suspended', 'active', 'paused')`;
  return [
    insertEvents(db, suspendedGigs, sql`'restored'`, actorId, at),
    updateStates(db, suspendedGigs, state, sql`${suspendedBy} = 'suspended'`, at),
  ] as const;
}

/**
 * Statements that take a gig off the market by an operator's decision. Its page becomes Service Not Found.
 * The kind of the event records the previous state, for `allowed` (docs/specification.md#gig-states). If the
 * changes of a denied gig are denied too, it keeps its recorded state.
 * @param reason shown to its seller
 * @param at UTC ms
 */
export function denied(
  db: Db,
  gig: GigVersion & Pick<Gig, "state">,
  reason: string,
  actorId: string,
  at: number,
) {
  const again = sql<"denied">`iif(${wasPausedBeforeDenial(gig.id)}, 'denied_paused', 'denied')`;
  const kind = gig.state === "denied" ? again : gig.state === "paused" ? "denied_paused" : "denied";
  const changes = decided(db, gig, kind, { state: "denied", listed: false, denial: reason }, actorId, at);
  return [...changes, removed(db)] as const;
}

/**
 * Statements that give a denied gig its previous state. It is paused if it may not be active: if its seller
 * has the maximum of active gigs for a new seller, or is away, in which case it returns with them. An
 * operator's decision never fails for these reasons.
 * @param at UTC ms
 */
export function allowed(db: Db, gig: GigVersion & Pick<Gig, "sellerId">, actorId: string, at: number) {
  const isPaused = sql`(${wasPausedBeforeDenial(gig.id)} or ${roomOf(gig.sellerId)} <= 0)`;
  const state = sql`iif(${isPaused}, 'paused', 'active')`;
  const isAway = sql`exists (select 1 from sellers where user_id = ${gig.sellerId} and away_until is not null)`;
  return [
    ...decided(db, gig, "allowed", { state, listed: sql`not ${isPaused}`, denial: null }, actorId, at),
    ...pausedByAbsence(db, and(eq(gigs.id, gig.id), isAway), gig.sellerId, at),
  ] as const;
}

/** In a query: whether a denied gig was paused before. */
function wasPausedBeforeDenial(gigId: string): SQL<boolean> {
  return sql<boolean>`exists (select 1 from gig_events where gig_id = ${gigId} and kind = 'denied_paused'
    and seq = (select max(seq) from gig_events where gig_id = ${gigId} and kind in ('denied', 'denied_paused')))`;
}

/** In a query: how many more gigs of a seller can be active (docs/specification.md#gig-limit). */
function roomOf(sellerId: string): SQL<number> {
  return sql<number>`iif((select coalesce(seller_level, 'Rising Talent') from profiles where id = ${sellerId}) = 'Rising Talent',
    max(0, ${newSellerLimit} - (select count(*) from gigs as other where other.seller_id = ${sellerId} and other.state = 'active')), 1000)`;
}

function decided(
  db: Db,
  gig: GigVersion,
  kind: "denied" | "denied_paused" | "allowed" | SQL<"denied">,
  to: { state: "denied" | SQL; listed: false | SQL; denial: string | null },
  actorId: string,
  at: number,
) {
  const seq = gig.version + 1;
  return [
    db.insert(gigEvents).values({ gigId: gig.id, seq, kind, actorId, at }),
    db
      .update(gigs)
      .set({ ...to, version: seq, updatedAt: at })
      .where(eq(gigs.id, gig.id)),
  ] as const;
}

/**
 * Statements that pause all active gigs of a seller who goes away (docs/specification.md#away).
 * @param at UTC ms
 */
export function pausedAway(db: Db, sellerId: string, at: number) {
  return pausedByAbsence(db, eq(gigs.sellerId, sellerId), sellerId, at);
}

/** @param which of the active gigs; there may be none */
function pausedByAbsence(db: Db, which: SQL | undefined, sellerId: string, at: number) {
  const active = and(which, eq(gigs.listed, true));
  return [
    insertEvents(db, active, sql`'paused_away'`, sellerId, at),
    updateStates(db, active, sql`'paused'`, sql`0`, at),
  ] as const;
}

/**
 * In a query: whether the absence of its seller paused a gig, and nothing else has paused or resumed it
 * since.
 */
export const isPausedAway = sql`${gigs.state} = 'paused' and ifnull((select kind from gig_events where gig_id = ${gigs.id}
  and kind in ('paused', 'paused_away', 'resumed', 'back') order by seq desc limit 1), '') = 'paused_away'`;

/**
 * Statements that reactivate the gigs that an absence paused, oldest first. For a new seller, only as many as
 * the limit allows are active again; the others stay paused.
 * @param actorId null: the product itself
 * @param at UTC ms
 */
export function back(db: Db, sellerId: string, actorId: string | null, at: number) {
  const returning = sql`${gigs.number} in (select number from gigs where seller_id = ${sellerId} and ${isPausedAway}
    and ${maySell(sellerId)} order by number limit ${roomOf(sellerId)})`;
  // After its event, which records the gigs that return.
  const claimed = sql`${gigs.sellerId} = ${sellerId} and ${gigs.state} = 'paused' and exists (select 1 from gig_events
    where gig_id = ${gigs.id} and seq = ${gigs.version} + 1 and kind = 'back')`;
  return [
    insertEvents(db, returning, sql`'back'`, actorId, at),
    updateStates(db, claimed, sql`'active'`, sql`1`, at),
  ] as const;
}

/** Whether a user may sell. */
export async function canSell(db: Db, userId: string): Promise<boolean> {
  const rows = await db.all(sql`select 1 where ${maySell(userId)}`);
  return rows.length > 0;
}

/** In a query: whether a user may sell: neither the account nor the registration forbids it. */
export function maySell(userId: SQLWrapper | string) {
  return sql`exists (select 1 from users where id = ${userId} and suspended_at is null)
    and not exists (select 1 from sellers where user_id = ${userId} and status <> 'active')`;
}

function insertEvents(db: Db, where: SQL | undefined, kind: SQL, actorId: string | null, at: number) {
  return db
    .insert(gigEvents)
    .select(
      sql`select null, ${gigs.id}, ${gigs.version} + 1, ${kind}, ${actorId}, ${at} from ${gigs} where ${where}`,
    );
}

function updateStates(db: Db, where: SQL | undefined, state: SQL, listed: SQL, at: number) {
  return db
    .update(gigs)
    .set({ state, listed, version: sql`${gigs.version} + 1`, updatedAt: at })
    .where(where);
}

/** Whether a batch was rolled back because another one had claimed the gig's next event number. */
export function isLostRace(error: unknown): boolean {
  return brokeUnique(error, "gig_events.seq");
}

/** Whether a batch was refused because its seller has the maximum of active gigs for a new seller. */
export function isOverLimit(error: unknown): boolean {
  return refusedByTrigger(error, `a new seller has ${newSellerLimit} active gigs`);
}

/**
 * The event claims the gig's next number. `state` and `listed` are written together, so that listings always
 * match the state.
 */
function transition(db: Db, gig: GigVersion, name: GigTransitionName, actorId: string, at: number) {
  const { to, event } = gigTransitions[name];
  const seq = gig.version + 1;
  return [
    db.insert(gigEvents).values({ gigId: gig.id, seq, kind: event, actorId, at }),
    db
      .update(gigs)
      .set({ state: to, listed: to === "active", version: seq, updatedAt: at })
      .where(eq(gigs.id, gig.id)),
  ] as const;
}
