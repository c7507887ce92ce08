import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as credit from "#app/ledger/credit.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { orderEvents, orders } from "#drizzle/schema.ts";

/** Condition on `orders`: unpaid, and still payable. */
export const isUnpaid = sql`status = 'pending' and payment_status in ('pending', 'failed')`;

/** Condition on `orders`: neither party is suspended, so that it can be paid. */
export const isOfActive = sql`not exists (select 1 from users where users.id in (orders.seller_id, orders.buyer_id) and suspended_at is not null)`;

/** True if a party of an order is suspended. */
export async function hasSuspended(db: Db, { id }: { id: string }): Promise<boolean> {
  const [active] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.id} = ${id} and ${isOfActive}`);
  return !active;
}

/**
 * Select of the ids of a buyer's unpaid orders from one form of a gig, which the next order from that form
 * replaces.
 */
export function replacedOrders(buyerId: string, gigId: string, token: string): SQL {
  // A stored form token is `{token}:{rest}`, and `;` is the character after `:`.
  return sql`select orders.id from orders where buyer_id = ${buyerId} and gig_id = ${gigId} and ${isUnpaid}
    and form_token > ${`${token}:`} and form_token < ${`${token};`}`;
}

/**
 * Select of the ids of a buyer's other orders from one form of a gig that must be settled before the next
 * order from that form is placed: paid ones, unpaid ones that may still be paid at Stripe, and those whose
 * payment an operator is examining.
 * @param formToken the stored token of the next order: orders with the same content are not selected
 */
export function standingOrders(buyerId: string, gigId: string, token: string, formToken: string): SQL {
  return sql`select orders.id from orders where buyer_id = ${buyerId} and gig_id = ${gigId} and status <> 'cancelled'
    and form_token > ${`${token}:`} and form_token < ${`${token};`}
    and form_token <> ${formToken} and not (form_token > ${`${formToken}:`} and form_token < ${`${formToken};`})
    and (payment_status in ('paid', 'refunded') or exists (select 1 from money_calls where order_id = orders.id and open = 1)
      or exists (select 1 from payments where order_id = orders.id and outcome = 'mismatch'))`;
}

/**
 * Statements that cancel all unpaid orders of a user whose account is deleted. Buyers get an email; sellers
 * never saw the orders. The batch selects the orders when it runs; there may be none. @param at UTC ms
 */
export function cancelledWithAccount(db: Db, userId: string, at: number) {
  const ordersOfUser = sql`${isUnpaid} and (buyer_id = ${userId} or seller_id = ${userId})`;
  const buyers = sql`select buyer_id user_id, id subject_id from orders where ${isUnpaid} and seller_id = ${userId}`;
  return [
    outbox.mailEach(db, "seller_left", buyers, at),
    ...unpaidCancelled(db, ordersOfUser, userId, at),
  ] as const;
}

/**
 * Statements that cancel unpaid orders and release their credit. The batch selects the orders when it runs;
 * there may be none.
 * @param which condition on `orders` @param at UTC ms
 */
export function unpaidCancelled(db: Db, which: SQL, actorId: string, at: number, note: string | null = null) {
  return [
    db
      .insert(orderEvents)
      .select(
        sql`select null, id, version + 1, 'cancelled', ${actorId}, ${at}, ${note}, null, null, null from orders where ${which}`,
      ),
    credit.releasedOf(db, sql`select id from orders where ${which}`),
    db
      .update(orders)
      .set({
        status: "cancelled",
        stage: "closed",
        deadlineAt: null,
        reminderAt: null,
        turn: null,
        version: sql`version + 1`,
        updatedAt: at,
      })
      .where(which),
  ] as const;
}
