import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { minute } from "#app/lib/dates.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { orders } from "#drizzle/schema.ts";

/** How long an order whose automatic transition failed waits for the next attempt, in ms. */
const retryDelay = 10 * minute;

/**
 * Orders whose automatic transition is due (`deadlineOf`), at most 50. Sorted by deadline or last attempt,
 * whichever is later, so that orders that keep failing do not block the others.
 * @param at UTC ms
 */
export function list(db: Db, at: number): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(and(lte(orders.deadlineAt, at), sql`ifnull(${orders.triedAt}, 0) <= ${at - retryDelay}`))
    .orderBy(sql`max(${orders.deadlineAt}, ifnull(${orders.triedAt}, 0))`)
    .limit(50);
}

/**
 * Claims one of them for this sweep.
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
