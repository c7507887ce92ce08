import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { creditUses } from "#drizzle/schema.ts";

// A new user's $10 (docs/specification.md#credit). The grant is a row of `credits`, written by a trigger with the account; each use is a row of
// `credit_uses`, of which a user has at most one that is reserved or spent, whatever happens at once.

/**
 * What somebody has to use now, in cents: 0 while an order of theirs has reserved or spent it.
 * @param given a select of ids: orders that give back what they have reserved when the next one is placed
 */
export async function available(db: Db, userId: string, given?: SQL): Promise<number> {
  const isGiven = given ? sql`(state = 'reserved' and order_id in (${given}))` : sql`0`;
  const [row] = await db.all<{ cents: number }>(sql`
    select iif(exists (select 1 from credit_uses where user_id = ${userId} and state in ('reserved', 'spent') and not ${isGiven}), 0,
      ifnull((select cents from credits where user_id = ${userId}), 0)
      - ifnull((select sum(cents - returned_cents) from credit_uses where user_id = ${userId} and state = 'returned'), 0)) as cents`);
  return Math.max(0, row?.cents ?? 0);
}

/** A statement: an order takes credit. It breaks a unique key where another of the buyer's has (`isTaken`). @param at UTC ms */
export function reserved(db: Db, userId: string, orderId: string, cents: number, at: number) {
  return db.insert(creditUses).values({ orderId, userId, cents, state: "reserved", returnedCents: 0, at });
}

/** True when a batch was undone because another order has the credit. */
export function isTaken(error: unknown): boolean {
  return brokeUnique(error, "credit_uses.user_id");
}

/** A statement: the order that had reserved the credit is paid. The owner is the order's buyer; only for an order with credit. */
export function spent(db: Db, order: { id: string; buyerId: string }) {
  return become(db, order, "spent");
}

/** A statement: the order that had reserved the credit will never be paid; its buyer may use it again. */
export function released(db: Db, order: { id: string; buyerId: string }) {
  return become(db, order, "released");
}

/** A statement: none of these orders will ever be paid; there may be none with credit. @param orderIds a select of ids */
export function releasedOf(db: Db, orderIds: SQL) {
  return db
    .update(creditUses)
    .set({ state: "released" })
    .where(sql`state = 'reserved' and order_id in (${orderIds})`);
}

/** A statement: credit of a paid order goes back as credit. @param cents more than 0, what goes back now */
export function given(db: Db, order: { id: string; buyerId: string }, cents: number) {
  return db
    .update(creditUses)
    .set({ state: "returned", returnedCents: sql`${creditUses.returnedCents} + ${cents}` })
    .where(of(order));
}

function become(db: Db, order: { id: string; buyerId: string }, state: "spent" | "released") {
  return db.update(creditUses).set({ state }).where(of(order));
}

function of({ id, buyerId }: { id: string; buyerId: string }) {
  return and(eq(creditUses.orderId, id), eq(creditUses.userId, buyerId));
}
