import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { SellerStatus } from "#app/sellers/seller.ts";

/**
 * A user as a seller. `isSelling`: they sell, or did: the dashboard is theirs. `isRefused`: an operator has
 * refused them; `refusal`: the reason, null if none was given.
 */
export type DashboardSeller = { isSelling: boolean; isRefused: boolean; refusal: string | null };

/** Finds whether a user sells, and why they may not. It reads at most one row of each table. */
export async function find(db: Db, userId: string): Promise<DashboardSeller> {
  const [row] = await db.all<{ status: SellerStatus | null; refusal: string | null; hasSold: 0 | 1 }>(sql`
    select seller.status, exists (select 1 from gigs where seller_id = ${userId})
        or exists (select 1 from orders where seller_id = ${userId}) as hasSold,
      (select note from seller_events where seller_id = seller.id and kind = 'refused' order by seq desc limit 1) as refusal
    from (select 1) left join sellers seller on seller.user_id = ${userId}`);
  const isRefused = row?.status === "suspended";
  return {
    isSelling: isRefused || row?.status === "active" || row?.hasSold === 1,
    isRefused,
    refusal: isRefused ? (row?.refusal ?? null) : null,
  };
}

/** True if a user has sold something and cannot be paid. It reads two rows. */
export async function needsPayouts(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.all<{ needs: 0 | 1 }>(sql`
    select exists (select 1 from ledger_balances where user_id = ${userId} and account = 'seller_payable')
      and not exists (select 1 from payout_accounts where user_id = ${userId} and open = 1
        and transfers = 'active' and payouts = 'active' and bank_since is not null and bank_errored = 0) as needs`);
  return row?.needs === 1;
}
