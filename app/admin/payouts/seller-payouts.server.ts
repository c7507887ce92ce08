import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { listAudit } from "#app/admin/audit.server.ts";
import type { Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import * as earnings from "#app/payouts/earnings.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import * as orderEarnings from "#app/payouts/order-earnings.server.ts";
import { findKept, isReversing } from "#app/payouts/transfers/order-facts.server.ts";
import { hasCleared } from "#app/payouts/waiting.server.ts";
import { bankPayouts, payoutAccounts, payoutHolds, profiles, transfers, users } from "#drizzle/schema.ts";

/** How many rows of each kind the page shows, newest first. */
const shownAtOnce = 20;

/** Why Stripe refused the last reversal for the transfer's order; null if it did not, or there was none. */
const lastReversalError = sql<string | null>`(select iif(call.state = 'failed', call.error, null)
  from money_calls call where call.order_id = transfers.order_id and call.kind = 'reversal' order by call.number desc limit 1)`;

/** Finds the person whose payouts they are; null if there is no such person. Times are UTC ms. */
export async function findPerson(db: Db, userId: string) {
  const [person] = await db
    .select({
      id: profiles.id,
      username: profiles.username,
      fullName: profiles.fullName,
      deletedAt: users.deletedAt,
      suspendedAt: users.suspendedAt,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, userId));
  return person ?? null;
}

export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/**
 * Everything about a person's payouts, for the console.
 * @param before the order after which the list of waiting orders starts; null: its first page
 * @param at UTC ms
 * @param asksAmount true: `cleared` has every order that one payment by hand can cover; false: just enough to
 * tell whether anything can be paid
 * @returns null if there is no such person
 */
export async function find(db: Db, userId: string, before: string | null, at: number, asksAmount = true) {
  const ofUser = { transfers: eq(transfers.userId, userId), payouts: eq(bankPayouts.userId, userId) };
  const [person, sums, account, hold, waiting, sent, debts, pastHolds, payouts, keptCents, audit, version] =
    await Promise.all([
      findPerson(db, userId),
      earnings.find(db, userId, at),
      accounts.findOpen(db, userId),
      holds.findOpen(db, userId),
      orderEarnings.list(db, userId, before, at, "waiting"),
      db
        .select({ ...getTableColumns(transfers), reversalError: lastReversalError })
        .from(transfers)
        .where(ofUser.transfers)
        .orderBy(desc(transfers.seq))
        .limit(shownAtOnce),
      listDebts(db, userId),
      db
        .select()
        .from(payoutHolds)
        .where(eq(payoutHolds.userId, userId))
        .orderBy(desc(payoutHolds.at))
        .limit(shownAtOnce),
      db
        .select({ ...getTableColumns(bankPayouts), stripeAccount: payoutAccounts.stripeId })
        .from(bankPayouts)
        .innerJoin(payoutAccounts, eq(payoutAccounts.id, bankPayouts.accountId))
        .where(ofUser.payouts)
        .orderBy(desc(bankPayouts.createdAt))
        .limit(shownAtOnce),
      findKept(db, { id: "", sellerId: userId }),
      listAudit(db, userId, shownAtOnce),
      findVersion(db, userId),
    ]);
  if (!person) return null;
  const needsAll = asksAmount || sums.owedCents + keptCents > 0;
  const cleared = await listCleared(db, userId, at, needsAll ? maxOrders : fewOrders);
  return {
    person,
    sums,
    account,
    hold,
    waiting,
    transfers: sent,
    debts,
    holds: pastHolds,
    payouts,
    cleared,
    keptCents,
    audit,
    version,
  };
}

export type SellerPayouts = NonNullable<Awaited<ReturnType<typeof find>>>;

/** What a seller owes for an order, in cents, and since when, UTC ms. */
export type Debt = { orderId: string; cents: number; since: number };

/** Lists what a seller owes, oldest first. */
async function listDebts(db: Db, userId: string): Promise<Debt[]> {
  return await db.all<Debt>(sql`
    select order_id as "orderId", sum(amount_cents) as cents, min(at) as since from ledger
    where user_id = ${userId} and account = 'seller_debts' group by order_id having sum(amount_cents) > 0 order by min(number) limit ${shownAtOnce}`);
}

/** Cleared earnings of an order that can be paid by hand, in cents. */
export type Cleared = { orderId: string; cents: number };

/** What a seller owes for one order, in cents; null: nothing. */
export async function findDebt(db: Db, userId: string, orderId: string): Promise<Cleared | null> {
  const [row] = await db.all<{ cents: number }>(sql`
    select ifnull(sum(amount_cents), 0) as cents from ledger where order_id = ${orderId} and user_id = ${userId} and account = 'seller_debts'`);
  return row && row.cents > 0 ? { orderId, cents: row.cents } : null;
}

/** How many orders one payment by hand can cover, and how many are read to tell whether there are any. */
const [maxOrders, fewOrders] = [50, 5];

/**
 * Lists the orders whose earnings have cleared and were not sent, in the order in which they cleared.
 * @param at UTC ms
 */
async function listCleared(db: Db, userId: string, at: number, limit: number): Promise<Cleared[]> {
  return await db.all<Cleared>(sql`
    select "orderId", cents from (
      select e.order_id as "orderId", ${ledger.payable(sql`e.order_id`)} as cents
      from earnings e indexed by earnings_seller_due cross join orders o on o.id = e.order_id
      where e.seller_id = ${userId} and e.due_at is not null and ${hasCleared("e", "o", at)}
        and not ${isReversing(sql`e.order_id`)} order by e.clears_at, e.order_id limit ${limit})
    where cents > 0`);
}

/** A transfer of a seller; null if there is none. */
export async function findTransfer(db: Db, userId: string, id: string) {
  const [row] = await db
    .select()
    .from(transfers)
    .where(and(eq(transfers.id, id), eq(transfers.userId, userId)));
  return row ?? null;
}

/**
 * The version of a seller's money: the number of the newest row of the ledger that changed what they are
 * owed, sent or owe. A form that shows an older version is refused.
 */
export function versionOf(userId: string): SQL<number> {
  const newest = (account: string) =>
    sql`select max(number) as n from ledger where user_id = ${userId} and account = ${account}`;
  return sql<number>`(select ifnull(max(n), 0) from (${newest("seller_payable")} union all ${newest("seller_debts")} union all ${newest("transfers")}))`;
}

export async function findVersion(db: Db, userId: string): Promise<number> {
  const [row] = await db.all<{ version: number }>(sql`select ${versionOf(userId)} as version`);
  return row?.version ?? 0;
}
