import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import * as forgottenFiles from "#app/files/forgotten-files.server.ts";
import { day } from "#app/lib/dates.ts";
import { orderFileLimits } from "#app/orders/files/order-file.ts";
import type { OrderState } from "#app/orders/order.ts";
import * as privateFiles from "#app/uploads/private-files.server.ts";
import { orderFiles, tickets } from "#drizzle/schema.ts";

export type OrderFile = typeof orderFiles.$inferSelect;

/** The files of an order, by event. */
export function list(db: Db, orderId: string): Promise<OrderFile[]> {
  return db
    .select()
    .from(orderFiles)
    .where(eq(orderFiles.orderId, orderId))
    .orderBy(orderFiles.seq, orderFiles.number);
}

/** One file of this order; null if it has no such file. */
export async function find(db: Db, orderId: string, id: string): Promise<OrderFile | null> {
  const [file] = await db
    .select()
    .from(orderFiles)
    .where(and(eq(orderFiles.orderId, orderId), eq(orderFiles.id, id)));
  return file ?? null;
}

/** How long operators may open the files of an order after its ticket was closed, in ms. */
const openAfterTicket = 30 * day;

/**
 * Whether operators may open the files of an order: while a request or a dispute waits for a decision, and
 * while a ticket names the order (docs/specification.md#order-files). @param at UTC ms
 */
export async function isOpenToOperators(
  db: Db,
  { id, hold }: { id: string; hold: OrderState["hold"] },
  at: number,
): Promise<boolean> {
  if (hold !== "none") return true;
  const isRecent = or(isNull(tickets.closedAt), gt(tickets.closedAt, at - openAfterTicket));
  const [ticket] = await db
    .select({ number: tickets.number })
    .from(tickets)
    .where(and(eq(tickets.orderId, id), isRecent))
    .limit(1);
  return ticket !== undefined;
}

/** Where an order's files are stored. */
export function placeOf(orderId: string): privateFiles.Place {
  return {
    purpose: "order_file",
    folder: `orders/${orderId}/`,
    limits: orderFileLimits,
    isUsed: (id) => sql`exists (select 1 from order_files where id = ${id})`,
  };
}

/** The key of a file in the bucket. */
export function keyOf(orderId: string, id: string): string {
  return privateFiles.keyOf(placeOf(orderId), id);
}

/** The files of a transition's form, by field. `errors`: why others are refused, by field. */
export type TakenByField = {
  files: Record<string, privateFiles.NewFile[]>;
  errors: Record<string, string[]>;
  hasFailed: boolean;
};

/**
 * Takes the files of a transition's form, which share one limit.
 * @throws Error if the database fails
 */
export async function take(
  deps: Pick<Capabilities, "db" | "clock" | "files" | "log">,
  ownerId: string,
  orderId: string,
  sent: Record<string, privateFiles.SentFiles>,
): Promise<TakenByField> {
  const all: TakenByField = { files: {}, errors: {}, hasFailed: false };
  for (const [field, files] of Object.entries(sent)) {
    const others = Object.values(all.files).flat();
    const taken = await privateFiles.take(deps, ownerId, placeOf(orderId), files, others);
    all.files[field] = taken.files;
    if (taken.refusals.length > 0) all.errors[field] = taken.refusals;
    all.hasFailed ||= taken.hasFailed;
  }
  return all;
}

/**
 * Statements: delete the files of a user's orders where both parties have deleted their accounts. Run them
 * after the statement that deletes the account. @param at UTC ms
 */
export function withBothPartiesForgotten(db: Db, userId: string, at: number) {
  const withoutParties = sql`(select id from orders where (buyer_id = ${userId} or seller_id = ${userId})
    and not exists (select 1 from users where users.id in (buyer_id, seller_id) and deleted_at is null))`;
  const prefixes = sql`select 'orders/' || order_id || '/' prefix from order_files where order_id in ${withoutParties}`;
  return [
    forgottenFiles.noted(db, prefixes, at),
    db.delete(orderFiles).where(inArray(orderFiles.orderId, withoutParties)),
  ] as const;
}
