import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Account } from "#app/ledger/ledger.server.ts";
import { day } from "#app/lib/dates.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import * as bankPayouts from "#app/payouts/bank/bank-payouts.server.ts";
import type { Earnings } from "#app/payouts/earnings.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import { canTransferFrom } from "#app/payouts/waiting.ts";

/**
 * Reads a seller's earnings from the ledger. The cost does not grow with the seller's history: a balance is
 * one row, and it reads only orders that are open, on hold, examined or clearing. (The unary plus keeps
 * SQLite from choosing an index that does not contain the seller.)
 * @param at UTC ms
 */
export async function find(db: Db, sellerId: string, at: number): Promise<Earnings> {
  const completed = sql`o.seller_id = ${sellerId} and o.completed_at is not null`;
  const balance = (account: Account) =>
    sql`ifnull((select -cents from ledger_balances where user_id = ${sellerId} and account = ${account}), 0)`;
  const sums = db.all<Sums>(sql`
    with held as (
      select id from orders where seller_id = ${sellerId} and hold <> 'none' and +status = 'completed'
      union select o.id from mismatches m cross join orders o on o.id = m.order_id
        where m.resolved_at is null and m.order_id is not null and ${completed}
      union select o.id from payments p cross join orders o on o.id = p.order_id where p.outcome = 'mismatch' and ${completed}
    ),
    moving as (
      select id, 'pending' as state, null as clears_at from orders
        where seller_id = ${sellerId} and status in ('pending', 'in progress') and +payment_status = 'paid'
      union all select order_id, 'clearing', clears_at from earnings
        where seller_id = ${sellerId} and clears_at > ${at} and order_id not in (select id from held)
      union all select id, 'held', null from held
    ),
    sums as (
      select state, clears_at, -sum(amount_cents) as cents
      from moving cross join ledger on order_id = moving.id and account = 'seller_payable' group by moving.id
    ),
    total as (
      select ifnull(sum(iif(state = 'pending', cents, 0)), 0) as pending,
        ifnull(sum(iif(state <> 'pending', cents, 0)), 0) as clearing,
        min(iif(cents <> 0, clears_at, null)) as next
      from sums
    )
    select pending as pendingCents, clearing as clearingCents, -pending - clearing
      + ${balance("seller_payable")} as waitingCents, ${balance("transfers")} as sentCents, ${balance("bank")} as byHandCents,
      (select ifnull(sum(paid_cents), 0) from payout_accounts where user_id = ${sellerId}) as inBankCents,
      -${balance("seller_debts")} as owedCents,
      (select json_group_array(json_object('clearsAt', clears_at, 'cents', cents)) from
        (select clears_at, cents from sums where clears_at < next + ${day} and cents <> 0 order by clears_at)) as soonest
    from total`);
  const [[row], bank] = await Promise.all([sums, findBank(db, sellerId)]);
  if (!row) throw new Error("The aggregate returned no row");
  const { sentCents, inBankCents, byHandCents, soonest, ...amounts } = row;
  // What was taken back after it was in the bank came from later transfers, or is owed.
  const inBank = Math.max(0, Math.min(inBankCents, sentCents));
  return {
    ...amounts,
    underWayCents: sentCents - inBank,
    paidCents: inBank + byHandCents,
    soonest: JSON.parse(soonest),
    bank,
  };
}

/**
 * `sentCents`: transferred, less what was taken back. `inBankCents`: what payouts have brought to banks.
 * `byHandCents`: what was paid by hand.
 */
type Sums = Pick<Earnings, "pendingCents" | "clearingCents" | "waitingCents" | "owedCents"> & {
  sentCents: number;
  inBankCents: number;
  byHandCents: number;
  soonest: string;
};

/** Where a seller's next earnings are paid. @returns null while nothing can be paid out */
async function findBank(db: Db, sellerId: string): Promise<Earnings["bank"]> {
  const [account, hold, interval] = await Promise.all([
    accounts.findOpen(db, sellerId),
    holds.findOpen(db, sellerId),
    bankPayouts.findInterval(db),
  ]);
  const from = account && canTransferFrom(account);
  if (!account?.bankLast4 || from === null || hold) return null;
  return { last4: account.bankLast4, interval, from };
}
