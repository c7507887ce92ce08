import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { type Charge, cashLeftOf, feeAtRateOf, type Priced, type Returned } from "#app/ledger/shares.ts";
import { changesByExtra, type Extra, isPayable, type OrderExtra } from "#app/orders/extras/extra.ts";
import {
  type ActingUser,
  columnsChanged,
  eventClaimed,
  type Order,
} from "#app/orders/order-writes.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { orderExtras, orders, payments, users } from "#drizzle/schema.ts";

// The extras that are added to running orders (docs/specification.md#added-extras). Times are in UTC ms.

/**
 * An extra in the terms of the ledger: the buyer pays it by card alone, and the order books it. `id` is the
 * order's.
 */
export type ExtraToPay = Priced & {
  id: string;
  extraId: string;
  extra: OrderExtra;
  order: Order;
  buyerId: string;
  sellerId: string;
  creditCents: 0;
  isSellerSuspended: boolean;
};

/** What an extra of this order costs, with the platform's fee on it. @param order as it was read */
export function toPay(order: Order, extra: OrderExtra, isSellerSuspended: boolean): ExtraToPay {
  const { id, buyerId, sellerId } = order;
  const { priceCents } = extra;
  const feeCents = feeAtRateOf(order, priceCents);
  const payment = { priceCents, feeCents, creditCents: 0 } as const;
  return { id, extraId: extra.id, extra, order, buyerId, sellerId, ...payment, isSellerSuspended };
}

/** An extra with its order; null if there is none. */
export async function findToPay(db: Db, id: string): Promise<ExtraToPay | null> {
  const [row] = await db
    .select({ extra: orderExtras, order: orders, suspendedAt: users.suspendedAt })
    .from(orderExtras)
    .innerJoin(orders, eq(orders.id, orderExtras.orderId))
    .innerJoin(users, eq(users.id, orders.sellerId))
    .where(eq(orderExtras.id, id));
  return row ? toPay(row.order, row.extra, row.suspendedAt !== null) : null;
}

/** True if it can accept a payment. A suspended seller cannot sign in to do more work. */
export function isToPay({ extra, order, isSellerSuspended }: ExtraToPay): boolean {
  return !isSellerSuspended && isPayable(extra, order);
}

/** A condition on a row of `order_extras`: the seller of its order is not suspended. */
const isSellerActive: SQL = sql`not exists (select 1 from orders o join users u on u.id = o.seller_id
  where o.id = order_extras.order_id and u.suspended_at is not null)`;

/**
 * The extras of an order that are offered, chosen or added, oldest first. What a suspended seller offers is
 * left out, because the buyer cannot add it.
 */
export async function list(db: Db, orderId: string): Promise<OrderExtra[]> {
  return await db
    .select()
    .from(orderExtras)
    .where(
      and(
        eq(orderExtras.orderId, orderId),
        ne(orderExtras.state, "closed"),
        or(ne(orderExtras.state, "offered"), isSellerActive),
      ),
    )
    .orderBy(orderExtras.number);
}

/** For a list of orders: the title of the extra that the seller of each order offers; null: none. */
export const offeredTitle = sql<string | null>`(select title from order_extras
  where order_extras.order_id = orders.id and order_extras.state = 'offered' and ${isSellerActive})`;

/**
 * Statements: the seller offers an extra for this order alone, which replaces the one that they offered
 * before. It may be the same form, sent twice: `isOffered`.
 * @param id of the new extra
 */
export function offered(db: Db, order: Order, id: string, extra: Extra, user: ActingUser, at: number) {
  const { title: note, priceCents: cents, days } = extra;
  return [
    ...eventClaimed(db, order, "extra_offered", user, at, { note, cents, days }),
    columnsChanged(db, order, at, {}),
    closed(db, order.id, "offered", at),
    db
      .insert(orderExtras)
      .values({ ...extra, id, orderId: order.id, gigExtraId: null, state: "offered", at }),
    outbox.mail(db, "extra_offered", order.buyerId, order.id, at),
  ] as const;
}

/** Statements: the seller withdraws the extra that they offered, or the buyer declines it. */
export function refused(
  db: Db,
  order: Order,
  kind: "extra_withdrawn" | "extra_declined",
  extra: OrderExtra,
  user: ActingUser,
  at: number,
) {
  return [
    ...eventClaimed(db, order, kind, user, at, { note: extra.title }),
    columnsChanged(db, order, at, {}),
    closed(db, order.id, "offered", at),
    ...(kind === "extra_declined" ? [outbox.mail(db, kind, order.sellerId, order.id, at)] : []),
  ] as const;
}

/**
 * Statements: the buyer chooses an extra of the gig, in place of the one that they chose before and did not
 * pay. Of two concurrent requests, the second breaks a unique key.
 * @param id of the new extra
 */
export function chosen(
  db: Db,
  order: Order,
  id: string,
  { id: gigExtraId, ...extra }: Extra & { id: string },
  at: number,
) {
  const { title, priceCents, days } = extra;
  const row = { id, orderId: order.id, gigExtraId, title, priceCents, days, state: "chosen" as const, at };
  return [closed(db, order.id, "chosen", at), db.insert(orderExtras).values(row)] as const;
}

function closed(db: Db, orderId: string, state: "offered" | "chosen", at: number) {
  return db
    .update(orderExtras)
    .set({ state: "closed", endedAt: at })
    .where(and(eq(orderExtras.orderId, orderId), eq(orderExtras.state, state)));
}

/** Statements: an extra was paid, and is part of the order. */
export function paid(db: Db, { extra, order, feeCents }: ExtraToPay, at: number) {
  const { title: note, priceCents: cents, days } = extra;
  return [
    ...eventClaimed(db, order, "extra_added", order.buyerId, at, { note, cents, days }),
    columnsChanged(db, order, at, changesByExtra(order, extra, feeCents)),
    db.update(orderExtras).set({ state: "added", endedAt: at }).where(eq(orderExtras.id, extra.id)),
    outbox.mail(db, "extra_added", order.buyerId, order.id, at),
    outbox.mail(db, "extra_added", order.sellerId, order.id, at),
  ] as const;
}

/**
 * A condition: the extra waits for its payment, its order has not changed since it was read, and its seller
 * is not suspended.
 */
export function isAwaited({ extra, order }: ExtraToPay): SQL {
  return sql`exists (select 1 from order_extras x join orders o on o.id = x.order_id where x.id = ${extra.id}
    and x.state in ('offered', 'chosen') and o.version = ${order.version}
    and not exists (select 1 from users u where u.id = o.seller_id and u.suspended_at is not null))`;
}

/**
 * The accepted payments of an order, oldest first, with what of each can still go back. What is left of the
 * first one follows from the order.
 * @param order as it was read: each change of these amounts claims its next event
 */
export async function listCharges(db: Db, order: Priced & Returned & { id: string }): Promise<Charge[]> {
  const rows = await db
    .select({
      extraId: payments.extraId,
      paymentIntentId: payments.paymentIntentId,
      amountCents: payments.amountCents,
      refundedCents: orderExtras.refundedCents,
    })
    .from(payments)
    .leftJoin(orderExtras, eq(orderExtras.id, payments.extraId))
    .where(and(eq(payments.orderId, order.id), eq(payments.outcome, "applied")))
    .orderBy(payments.number);
  const leftOf = ({ amountCents, refundedCents }: (typeof rows)[number]) =>
    amountCents - (refundedCents ?? 0);
  const extrasLeft = rows
    .filter(({ extraId }) => extraId !== null)
    .reduce((sum, row) => sum + leftOf(row), 0);
  return rows.map((row) => ({
    extraId: row.extraId,
    paymentIntentId: row.paymentIntentId,
    leftCents: row.extraId === null ? cashLeftOf(order) - extrasLeft : leftOf(row),
  }));
}

/** A statement: part of an extra's payment goes back to its card. @param cents more than 0 */
export function refundDecided(db: Db, extraId: string, cents: number) {
  return db
    .update(orderExtras)
    .set({ refundedCents: sql`${orderExtras.refundedCents} + ${cents}` })
    .where(eq(orderExtras.id, extraId));
}
