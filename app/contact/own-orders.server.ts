import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { orders } from "#drizzle/schema.ts";

/** How many orders the form lists. */
const listed = 20;

/** The newest orders that a user has bought or sold, newest first. */
export async function list(db: Db, userId: string) {
  const columns = { number: orders.number, id: orders.id, title: orders.title };
  const [bought, sold] = await db.batch([
    db
      .select(columns)
      .from(orders)
      .where(eq(orders.buyerId, userId))
      .orderBy(desc(orders.number))
      .limit(listed),
    db
      .select(columns)
      .from(orders)
      .where(eq(orders.sellerId, userId))
      .orderBy(desc(orders.number))
      .limit(listed),
  ]);
  return [...bought, ...sold]
    .toSorted((a, b) => b.number - a.number)
    .slice(0, listed)
    .map(({ id, title }) => ({ id, title }));
}

/**
 * The id of a user's order, by its full id or the beginning that pages show (`shortId`).
 * @returns null if there is none, or the order is someone else's
 */
export async function findId(db: Db, userId: string, typed: string): Promise<string | null> {
  const q = typed.trim().replace(/^#/, "").toLowerCase();
  if (!/^[0-9a-f-]{8,36}$/.test(q)) return null;
  // `g` comes after every character of an id.
  const [order] = await db.all<{ id: string }>(
    sql`select id from orders where id >= ${q} and id < ${`${q}g`} and (buyer_id = ${userId} or seller_id = ${userId}) limit 1`,
  );
  return order?.id ?? null;
}
