import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { SellerStatus } from "#app/sellers/seller.ts";
import type { GivenReasons } from "#app/statements/statement.ts";
import * as statements from "#app/statements/statements.server.ts";

/**
 * A user as a seller. `isSelling`: they sell or have sold, so they have the seller dashboard. `isRefused`: an
 * operator has refused them; `refusal`: the reason, null if none was given; `reasons`: its rule and appeal.
 */
export type DashboardSeller = {
  isSelling: boolean;
  isRefused: boolean;
  refusal: string | null;
  reasons: GivenReasons | null;
};

type Row = { status: SellerStatus | null; refusal: string | null; reasons: string | null; hasSold: 0 | 1 };

/** Finds whether a user sells, and why they may not. It reads at most one row of each table. */
export async function find(db: Db, userId: string): Promise<DashboardSeller> {
  const [row] = await db.all<Row>(sql`
    select seller.status, exists (select 1 from gigs where seller_id = ${userId})
        or exists (select 1 from orders where seller_id = ${userId}) as hasSold,
      (select note from seller_events where seller_id = seller.id and kind = 'refused' order by seq desc limit 1) as refusal,
      ${statements.given("refusal", sql`seller.id`)} as reasons
    from (select 1) left join sellers seller on seller.user_id = ${userId}`);
  const isRefused = row?.status === "suspended";
  return {
    isSelling: isRefused || row?.status === "active" || row?.hasSold === 1,
    isRefused,
    refusal: isRefused ? (row?.refusal ?? null) : null,
    reasons: isRefused && row?.reasons ? statements.readGiven(row.reasons) : null,
  };
}

/** What keeps a seller from being paid: payouts are not set up, or one has failed. */
export type PayoutNeed = "set up" | "failed";

/** What a user who has sold something has to do to be paid; null: nothing. It reads two rows. */
export async function findPayoutNeed(db: Db, userId: string): Promise<PayoutNeed | null> {
  const account = (which: SQL) =>
    sql`exists (select 1 from payout_accounts where user_id = ${userId} and open = 1 and ${which})`;
  const [row] = await db.all<{ need: PayoutNeed | null }>(sql`
    select case when ${account(sql`failed_payout is not null`)} then 'failed'
      when exists (select 1 from ledger_balances where user_id = ${userId} and account = 'seller_payable')
        and not ${account(sql`transfers = 'active' and payouts = 'active' and bank_since is not null and bank_errored = 0`)}
      then 'set up' end as need`);
  return row?.need ?? null;
}
