import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { clearing } from "#app/payments/in-flight.ts";

/**
 * What a seller has earned, in cents, fees and refunds taken off. `pendingCents`: paid and not completed; `clearingCents`: completed, but
 * it may still go back; `availableCents`: the rest.
 */
export type Earnings = { pendingCents: number; clearingCents: number; availableCents: number };

/**
 * A seller's earnings, from the ledger. Their balance is one row; beside it only orders are read that are open, held, or completed within the
 * clearing time, so that the read does not grow with the history (a plus keeps SQLite from an index that does not know the seller). @param at UTC ms
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
  if (!row) throw new Error("A sum has no row");
  return row;
}
