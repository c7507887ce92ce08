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
import { orderFiles, orders } from "#drizzle/schema.ts";

// The store of orders. Other areas import this file only; new orders are in placing/new-orders.server.ts.

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

/** A file that comes with a transition. Its content is stored before the row is written. */
export type NewFile = Pick<typeof orderFiles.$inferInsert, "id" | "name" | "type" | "bytes">;

/** What comes with a transition. */
export type TransitionExtras = {
  note?: string | null;
  answers?: string[];
  files?: NewFile[];
  cents?: number;
};

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
  { note, answers, files = [], cents }: TransitionExtras = {},
  to: Partial<Order> = {},
) {
  const transition = transitionOf(name);
  const seq = order.version + 1;
  return [
    eventClaimed(db, order, transition.event, user, at, { note: note ?? transition.note, cents }),
    columnsChanged(db, order, at, {
      ...changesBy(transition, name, order, actor, at),
      ...(answers ? { answers } : {}),
      ...to,
    }),
    ...(files.length > 0
      ? [db.insert(orderFiles).values(files.map((file) => ({ ...file, orderId: order.id, seq })))]
      : []),
    ...mailsAbout(db, order, transition.event, actor, at),
  ] as const;
}
