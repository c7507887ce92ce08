import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { orders } from "#drizzle/schema.ts";

/**
 * When the automatic transition of an order is due: at its deadline, or ten minutes after the last attempt,
 * whichever is later. Orders that keep failing therefore do not block the others. The index `orders_due` uses
 * exactly this expression.
 */
const dueAt = sql`case when tried_at is null or tried_at + 600000 <= deadline_at then deadline_at else tried_at + 600000 end`;

/** The ids of the orders whose automatic transition is due (`deadlineOf`), oldest first. @param at UTC ms */
export async function find(db: Db, at: number, limit: number): Promise<string[]> {
  const due = await db.all<{ id: string }>(
    sql`select id from orders indexed by orders_due where deadline_at is not null and ${dueAt} <= ${at} order by ${dueAt} limit ${limit}`,
  );
  return due.map(({ id }) => id);
}

/** One of these orders; null if it is no longer due. @param at UTC ms */
export async function findDue(db: Db, id: string, at: number): Promise<Order | null> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), sql`deadline_at is not null and ${dueAt} <= ${at}`));
  return order ?? null;
}

/**
 * Claims one of these orders for this sweep.
 * @param at UTC ms @returns false if another sweep has claimed it, or it has changed
 */
export async function take(db: Db, order: Order, at: number): Promise<boolean> {
  const { meta } = await db
    .update(orders)
    .set({ triedAt: at })
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.version, order.version),
        sql`${orders.triedAt} is ${order.triedAt}`,
      ),
    );
  return meta.changes === 1;
}
