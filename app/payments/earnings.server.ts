import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { clearing } from "#app/payments/in-flight.ts";

/**
 * A seller's earnings in cents, after fees and refunds. `pendingCents`: paid, not completed. `clearingCents`:
 * completed, but a refund is still possible. `availableCents`: the rest.
 */
export type Earnings = { pendingCents: number; clearingCents: number; availableCents: number };

/**
 * Reads a seller's earnings from the ledger. The cost does not grow with the seller's history: the balance is
 * one row, and it reads only orders that are open, on hold or in the clearing period. (The unary plus keeps
 * SQLite from choosing an index that does not contain the seller.)
 * @param at UTC ms
 */
export async function find(db: Db, sellerId: string, at: number): Promise<Earnings> {
  const [row] = await db.all<Earnings>(sql`
    with moving as (
      select id, 'pending' as state from orders
        where seller_id = ${sellerId} and status in ('pending', 'in progress') and +payment_status = 'paid'
      union all select id, 'clearing' from orders where seller_id = ${sellerId} and completed_at > ${at - clearing} and hold = 'none'
      union all select id, 'clearing' from orders where seller_id = ${sellerId} and hold <> 'none' and +status = 'completed'
    ),
    sums as (
      select ifnull(sum(iif(state = 'pending', -amount_cents, 0)), 0) pending,
        ifnull(sum(iif(state = 'clearing', -amount_cents, 0)), 0) clearing
      from moving cross join ledger on order_id = moving.id and account = 'seller_payable'
    )
    select pending as pendingCents, clearing as clearingCents, -pending - clearing
      + ifnull((select -cents from ledger_balances where user_id = ${sellerId} and account = 'seller_payable'), 0) as availableCents
    from sums`);
  if (!row) throw new Error("The aggregate returned no row");
  return row;
}
