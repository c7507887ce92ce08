import { eq } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { runningDueDate, withClocks } from "#app/orders/clocks.ts";
import type { OrderEventKind } from "#app/orders/order.ts";
import type { Actor } from "#app/orders/transitions.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { orderEvents, orders } from "#drizzle/schema.ts";

// The statements of every change to an order: its event, its columns, its emails.

export type Order = typeof orders.$inferSelect;
export type OrderEvent = typeof orderEvents.$inferSelect;

/** An order before or after the database has assigned its number. */
export type OrderRow = Omit<Order, "number">;

/**
 * The acting user: a viewer, whose session must still be valid when the batch runs
 * (docs/architecture.md#claims), or only an id if there is no session, as in the seed.
 */
export type ActingUser = Pick<Viewer, "id" | "sessionId"> | string;

export function idOf(user: ActingUser): string {
  return typeof user === "string" ? user : user.id;
}

/**
 * Statements: the order's next event, after a guard of the acting user's session. The event's number is the
 * claim of a change (docs/architecture.md#claims): of two concurrent batches, one breaks the unique key and
 * is rolled back.
 * @param order as it was read when the change was decided @param user null: the product itself @param at UTC
 *   ms
 */
export function eventClaimed(
  db: Db,
  order: OrderRow,
  kind: OrderEventKind,
  user: ActingUser | null,
  at: number,
  { note, cents, days }: { note?: string | null; cents?: number; days?: number } = {},
) {
  const actorId = user && idOf(user);
  const event = db.insert(orderEvents).values({
    orderId: order.id,
    seq: order.version + 1,
    kind,
    actorId,
    at,
    note: note?.trim() || null,
    cents: cents ?? null,
    days: days ?? null,
    dueAt: runningDueDate(order),
  });
  return user && typeof user !== "string"
    ? ([sessions.held(db, user, at), event] as const)
    : ([event] as const);
}

/** True if a batch was rolled back because another batch had claimed the order's next event. */
export function isLostRace(error: unknown): boolean {
  return brokeUnique(error, "order_events.seq");
}

/**
 * Statement: the order's columns after a change, with the clocks and deadlines that follow from them. @param
 * at UTC ms
 */
export function columnsChanged(db: Db, order: OrderRow, at: number, to: Partial<Order>) {
  return db
    .update(orders)
    .set({ ...to, ...withClocks(order, to, at), version: order.version + 1, updatedAt: at })
    .where(eq(orders.id, order.id));
}

/**
 * Statements: the emails about an event, to each party that did not cause it, and to a buyer who may now
 * write a review. The seller of an unpaid order gets none: they never heard of the order.
 * @param at UTC ms
 */
export function mailsAbout(db: Db, order: OrderRow, kind: OrderEventKind, actor: Actor, at: number) {
  const isUnpaid = order.paymentStatus === "pending" || order.paymentStatus === "failed";
  const recipients = (["buyer", "seller"] as const).filter(
    (party) => party !== actor && !(party === "seller" && isUnpaid),
  );
  const mails: { kind: outbox.MailKind; userId: string }[] = recipients.map((party) => ({
    kind: kind as outbox.MailKind,
    userId: party === "buyer" ? order.buyerId : order.sellerId,
  }));
  if (kind === "completed") mails.push({ kind: "review_wanted", userId: order.buyerId });
  return mails.length > 0 ? [outbox.mails(db, mails, order.id, at)] : [];
}
