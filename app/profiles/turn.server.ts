import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";

/**
 * SQL: 1 if an order waits for this user, else 0 (docs/specification.md#order-turn). Reads two rows at most:
 * `turn` is compared with literals, so that SQLite uses the partial indexes.
 */
export function isTurnOf(userId: string): SQL<boolean> {
  return sql`(exists (select 1 from orders indexed by orders_buyers_turn where buyer_id = ${userId} and turn = 'buyer')
    or exists (select 1 from orders indexed by orders_sellers_turn where seller_id = ${userId} and turn = 'seller'))`.mapWith(
    Boolean,
  );
}

/** True if an order waits for this user. */
export async function findTurn(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.all<{ turn: 0 | 1 }>(sql`select ${isTurnOf(userId)} as turn`);
  return row?.turn === 1;
}
