import { and, eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Gig, Package } from "#app/gigs/gig.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day } from "#app/lib/dates.ts";
import { feeOf, type MoveName, moves, stageOncePaid } from "#app/orders/order.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { orderEvents, orders, settings } from "#drizzle/schema.ts";

export type Order = typeof orders.$inferSelect;
export type OrderEvent = typeof orderEvents.$inferSelect;

/** What is agreed when an order is placed; all of it comes from the database. */
export type Agreement = Pick<
  Order,
  | "gigId"
  | "sellerId"
  | "buyerId"
  | "priceCents"
  | "title"
  | "packageId"
  | "packageTitle"
  | "deliveryDays"
  | "revisions"
  | "questions"
  | "requirements"
>;

/**
 * What a buyer and a seller agree on when a package is ordered: copied from the gig, so that it stays when the gig changes.
 * @param requirements what the buyer wrote for the seller
 */
export function agreement(
  gig: Pick<Gig, "id" | "sellerId" | "title" | "questions">,
  chosen: Package,
  buyerId: string,
  requirements: string,
): Agreement {
  return {
    gigId: gig.id,
    sellerId: gig.sellerId,
    buyerId,
    priceCents: chosen.priceCents,
    title: gig.title,
    packageId: chosen.key,
    packageTitle: chosen.title,
    deliveryDays: chosen.deliveryDays,
    revisions: chosen.revisions,
    questions: gig.questions,
    requirements,
  };
}

/**
 * Places an order (pending / pending) with its snapshots. The same form sent again, by a double click or after Back, finds the
 * first order; another package or another text under the same token is another order, and so is one after a cancellation.
 * @param token the form's; null: this post is its own order @param at UTC ms
 * @returns the order, and whether this call has placed it
 */
export async function place(
  db: Db,
  agreed: Agreement,
  token: string | null,
  at: number,
): Promise<{ order: Order; isNew: boolean }> {
  const feeCents = feeOf(agreed.priceCents, await feePercent(db));
  let formToken = token ? `${token}:${await sha256(JSON.stringify(agreed))}` : crypto.randomUUID();
  for (;;) {
    const id = crypto.randomUUID();
    try {
      await db.batch(placed(db, opened({ ...agreed, id, formToken, feeCents }, at)));
      return { order: await required(db, id), isNew: true };
    } catch (error) {
      if (!brokeUnique(error, "orders.form_token")) throw error;
      const [first] = await db
        .select()
        .from(orders)
        .where(and(eq(orders.buyerId, agreed.buyerId), eq(orders.formToken, formToken)));
      if (!first) throw error;
      if (first.status !== "cancelled") return { order: first, isNew: false };
      // Derived from the cancelled one, so that two clicks still make one order.
      formToken = `${formToken}:${first.id}`;
    }
  }
}

/** An order, whether or not the database has numbered it yet. */
export type OrderRow = Omit<Order, "n">;

/** A new order, pending / pending. @param at UTC ms */
export function opened(
  agreed: Agreement & Pick<Order, "id" | "formToken" | "feeCents">,
  at: number,
): OrderRow {
  return {
    ...agreed,
    status: "pending",
    paymentStatus: "pending",
    stage: "awaiting_payment",
    hold: "none",
    deliveryDate: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

/** Statements of a new order: the row and its first event. */
export function placed(db: Db, order: OrderRow) {
  const { id: orderId, version: seq, buyerId: actorId, createdAt: at } = order;
  return [
    db.insert(orders).values(order),
    db.insert(orderEvents).values({ orderId, seq, kind: "placed", actorId, at }),
  ] as const;
}

async function feePercent(db: Db): Promise<number> {
  const [row] = await db.select().from(settings).where(eq(settings.key, "fee_percent"));
  return row ? Number(row.value) : 0;
}

/** One order; null when there is none. */
export async function find(db: Db, id: string): Promise<Order | null> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return order ?? null;
}

async function required(db: Db, id: string): Promise<Order> {
  const order = await find(db, id);
  if (!order) throw new Error(`Order ${id} has vanished`);
  return order;
}

/**
 * Statements of a move: the event claims the order's next number, so that of two moves at once one breaks the unique key
 * and its whole batch is undone (design.md 3.6). The other party is told.
 * @param order as it was read when the move was decided @param at UTC ms
 */
export function moved(db: Db, order: OrderRow, name: MoveName, actorId: string, at: number) {
  const { to, stage, event } = moves[name];
  return [
    claim(db, order, event, actorId, at),
    change(db, order, at, {
      status: to,
      stage,
      ...(name === "start" ? { deliveryDate: at + order.deliveryDays * day } : {}),
    }),
    outbox.mail(db, event, actorId === order.buyerId ? order.sellerId : order.buyerId, order.id, at),
  ] as const;
}

/**
 * Makes a move that no money follows.
 * @returns false when the order changed since it was read
 */
export async function move(
  db: Db,
  order: Order,
  name: MoveName,
  actorId: string,
  at: number,
): Promise<boolean> {
  try {
    await db.batch(moved(db, order, name, actorId, at));
    return true;
  } catch (error) {
    if (isLostRace(error)) return false;
    throw error;
  }
}

/** True when a batch was undone because another had claimed the order's next event. */
export function isLostRace(error: unknown): boolean {
  return brokeUnique(error, "order_events.seq");
}

/** Statements of a payment that the order takes. @param at UTC ms */
export function paid(db: Db, order: OrderRow, at: number) {
  return [
    claim(db, order, "paid", null, at),
    change(db, order, at, { paymentStatus: "paid", stage: stageOncePaid(order.questions) }),
    outbox.mail(db, "receipt", order.buyerId, order.id, at),
    outbox.mail(db, "new_order", order.sellerId, order.id, at),
  ] as const;
}

/** Statements of a refund in full that Stripe has confirmed. @param at UTC ms */
export function refunded(db: Db, order: Order, at: number) {
  return [
    claim(db, order, "refunded", null, at),
    change(db, order, at, { paymentStatus: "refunded" }),
  ] as const;
}

/** Statements of a refund that Stripe had confirmed and that failed after all: the money is with us again. @param at UTC ms */
export function refundFailed(db: Db, order: Order, at: number) {
  return [
    claim(db, order, "refund_failed", null, at),
    change(db, order, at, { paymentStatus: "paid" }),
  ] as const;
}

function claim(db: Db, order: OrderRow, kind: string, actorId: string | null, at: number) {
  return db.insert(orderEvents).values({ orderId: order.id, seq: order.version + 1, kind, actorId, at });
}

function change(db: Db, order: OrderRow, at: number, to: Partial<Order>) {
  return db
    .update(orders)
    .set({ ...to, version: order.version + 1, updatedAt: at })
    .where(eq(orders.id, order.id));
}
