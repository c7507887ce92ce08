import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { minute } from "#app/lib/dates.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { orders } from "#drizzle/schema.ts";

/** How long an order that could not be moved rests before it is tried again, in ms. */
const rest = 10 * minute;

/**
 * Orders that should move by themselves (`deadlineOf`), at most 50: whoever waits longest since its deadline or its last try comes first,
 * so orders that fail take turns with the others. @param at UTC ms
 */
export function list(db: Db, at: number): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(and(lte(orders.deadlineAt, at), sql`ifnull(${orders.triedAt}, 0) <= ${at - rest}`))
    .orderBy(sql`max(${orders.deadlineAt}, ifnull(${orders.triedAt}, 0))`)
    .limit(50);
}

/** Takes one to move it; only one of several sweeps gets it. @returns false when another has, or it changed @param at UTC ms */
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
