import { and, eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import {
  type ActingUser,
  columnsChanged,
  eventClaimed,
  mailsAbout,
  type Order,
  type OrderRow,
} from "#app/orders/order-writes.server.ts";
import { changesBy } from "#app/orders/transition-changes.ts";
import { type Actor, type TransitionName, transitionOf } from "#app/orders/transitions.ts";
import type { NewFile } from "#app/uploads/private-files.server.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import { type OrderLine, orderFiles, orders } from "#drizzle/schema.ts";

// The store of orders. Other areas import only this file. New orders are in
// app/checkout/new-orders.server.ts.

export {
  type ActingUser,
  idOf,
  isLostRace,
  type Order,
  type OrderEvent,
  type OrderRow,
} from "#app/orders/order-writes.server.ts";
export * from "#app/orders/payment-statements.server.ts";
export * from "#app/orders/unpaid-orders.server.ts";

/** One order; null if there is none. */
export async function find(db: Db, id: string): Promise<Order | null> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return order ?? null;
}

/** The buyer's order with this stored form token; null if there is none. */
export async function findByFormToken(db: Db, buyerId: string, formToken: string): Promise<Order | null> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.formToken, formToken)));
  return order ?? null;
}

/** What comes with a transition. */
export type TransitionExtras = {
  note?: string | null;
  answers?: string[];
  /** Stored files that come with it. */
  files?: NewFile[];
  cents?: number;
  /** How many more days, for `ask-time`. */
  days?: number;
};

/** Statements: uploads become files of an order. */
function filesAdded(db: Db, orderId: string, seq: number, files: NewFile[]) {
  const rows = files.map(({ ownerId, ...file }) => ({
    ...file,
    sha256: uploads.hashOf(file.id),
    orderId,
    seq,
  }));
  return [
    uploads.allUsable(db, files),
    db.insert(orderFiles).values(rows),
    uploads.used(
      db,
      files.map(({ id }) => id),
    ),
  ] as const;
}

/**
 * Statements of a transition: the event that claims it, the order's columns, the files, and the mails to the
 * other party.
 * @param order as it was read when the transition was decided @param user null: the product itself @param at
 * UTC ms
 * @param to what else changes on the order
 */
export function transitioned(
  db: Db,
  order: OrderRow,
  name: TransitionName,
  { actor, user }: { actor: Actor; user: ActingUser | null },
  at: number,
  { note, answers, files = [], cents, days }: TransitionExtras = {},
  to: Partial<Order> = {},
) {
  const transition = transitionOf(name);
  const seq = order.version + 1;
  const told = {
    note: note ?? transition.note,
    cents,
    days: name === "allow-time" ? (order.askedDays ?? undefined) : days,
  };
  return [
    ...eventClaimed(db, order, transition.event, user, at, told),
    columnsChanged(db, order, at, {
      ...changesBy(transition, name, order, actor, at, days),
      ...(answers ? { answers } : {}),
      ...to,
    }),
    ...(files.length > 0 ? filesAdded(db, order.id, seq, files) : []),
    ...mailsAbout(db, order, transition.event, actor, at),
  ] as const;
}

/** What the buyer chose and wrote when they placed this order; null if they have no such order. */
export async function findToRepeat(
  db: Db,
  { id, buyerId, gigId }: { id: string; buyerId: string; gigId: string },
): Promise<{ requirements: string; lines: OrderLine[] | null } | null> {
  const [order] = await db
    .select({ requirements: orders.requirements, lines: orders.lines })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.buyerId, buyerId), eq(orders.gigId, gigId)));
  return order ?? null;
}
