import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import { creditUses } from "#drizzle/schema.ts";

// The $10 credit of a new user (docs/specification.md#credit). The grant is a row of `credits`, which a
// trigger writes with the account. Each use is a row of `credit_uses`. A unique index allows one reserved use
// per user, and the INSERT of a use counts the others, so concurrent orders cannot use the credit twice.
// Credit that a refund returns can be spent again.

/**
 * The credit that a user can spend now, in cents. It is 0 while one of their orders has credit reserved.
 * @param replaced a select of order ids: orders that release their credit when the next order is placed
 */
export async function available(db: Db, userId: string, replaced?: SQL): Promise<number> {
  const isReplaced = replaced ? sql`(state = 'reserved' and order_id in (${replaced}))` : sql`0`;
  const [row] = await db.all<{ cents: number }>(sql`
    select iif(exists (select 1 from credit_uses where user_id = ${userId} and state = 'reserved' and not ${isReplaced}), 0,
      ${unused(userId, sql`not ${isReplaced}`)}) as cents`);
  return Math.max(0, row?.cents ?? 0);
}

/** A user's credit, in cents: what the next order can use, and what an unpaid order holds. */
export type CreditBalance = { availableCents: number; reservedCents: number };

/** Finds a user's credit (docs/specification.md#credit). */
export async function findBalance(db: Db, userId: string): Promise<CreditBalance> {
  const [row] = await db.all<{ left: number; reserved: number }>(sql`
    select ${unused(userId, sql`true`)} as left,
      ifnull((select sum(cents) from credit_uses where user_id = ${userId} and state = 'reserved'), 0) as reserved`);
  const { left = 0, reserved = 0 } = row ?? {};
  // At most one use is reserved at a time. While it is, the rest cannot be used.
  return { availableCents: reserved > 0 ? 0 : Math.max(0, left), reservedCents: reserved };
}

/** The credit that no order has reserved or spent, in cents. @param counts which uses count */
function unused(userId: string, counts: SQL): SQL {
  return sql`(ifnull((select cents from credits where user_id = ${userId}), 0)
    - ifnull((select sum(cents - returned_cents) from credit_uses
        where user_id = ${userId} and state <> 'released' and ${counts}), 0))`;
}

/**
 * Statements: an order reserves credit. They break a unique key or `credit-left` if another order of the
 * buyer has the credit (`isTaken`).
 * @param at UTC ms
 */
export function reserved(db: Db, userId: string, orderId: string, cents: number, at: number) {
  return [
    guards.that(db, "credit-left", sql`${cents} <= ${unused(userId, sql`true`)}`),
    db.insert(creditUses).values({ orderId, userId, cents, state: "reserved", returnedCents: 0, at }),
  ] as const;
}

/** True if a batch was rolled back because another order has the credit. */
export function isTaken(error: unknown): boolean {
  return brokeUnique(error, "credit_uses.user_id") || guards.broken(error) === "credit-left";
}

/** A statement: an order with reserved credit was paid. Only for an order with credit. */
export function spent(db: Db, order: { id: string; buyerId: string }) {
  return setState(db, order, "spent");
}

/**
 * A statement: an order with reserved credit will not be paid, or will be paid without it. The buyer can use
 * the credit again.
 */
export function released(db: Db, order: { id: string; buyerId: string }) {
  return setState(db, order, "released");
}

/**
 * A statement: releases the credit of several orders that will not be paid. It may change no rows.
 * @param orderIds a select of order ids
 */
export function releasedOf(db: Db, orderIds: SQL) {
  return db
    .update(creditUses)
    .set({ state: "released" })
    .where(sql`state = 'reserved' and order_id in (${orderIds})`);
}

/**
 * A statement: returns credit of a paid order to its buyer.
 * @param cents the amount to return, more than 0
 */
export function returned(db: Db, order: { id: string; buyerId: string }, cents: number) {
  return db
    .update(creditUses)
    .set({ state: "returned", returnedCents: sql`${creditUses.returnedCents} + ${cents}` })
    .where(isUseOf(order));
}

function setState(db: Db, order: { id: string; buyerId: string }, state: "spent" | "released") {
  return db.update(creditUses).set({ state }).where(isUseOf(order));
}

function isUseOf({ id, buyerId }: { id: string; buyerId: string }) {
  return and(eq(creditUses.orderId, id), eq(creditUses.userId, buyerId));
}
