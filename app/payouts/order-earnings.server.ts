import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { isOneOf } from "#app/lib/one-of.server.ts";
import * as bankPayouts from "#app/payouts/bank/bank-payouts.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import { amountsOf, type ByHand, stateOf } from "#app/payouts/order-earnings.ts";
import { hasCleared, isUnheld } from "#app/payouts/waiting.server.ts";
import { waitingFor } from "#app/payouts/waiting.ts";
import { earnings, orders, payoutAccounts, type transfers } from "#drizzle/schema.ts";

/** True if the earnings of an order have cleared, or were sent to the seller. @param at UTC ms */
export async function areClearedOrSent(db: Db, orderId: string, at: number): Promise<boolean> {
  const [row] = await db.all<{ found: 0 | 1 }>(sql`
    select ${hasCleared("e", "o", at)} or exists (select 1 from transfers where order_id = o.id and open = 1) as found
    from earnings e join orders o on o.id = e.order_id where e.order_id = ${orderId}`);
  return row?.found === 1;
}

/** How many orders a page lists. On the operator's page of a seller, the list is one of many. */
const pageSizes = { all: 50, waiting: 20 };

/**
 * Lists a seller's completed orders with what they earn, latest clearing time first
 * (docs/specification.md#selling-earnings).
 * @param before the order after which the page starts; null: the first page
 * @param at UTC ms
 * @param which `waiting`: those with something left to send or to take back
 * @returns `next`: the `before` of the next page; null on the last one
 */
export async function list(
  db: Db,
  sellerId: string,
  before: string | null,
  at: number,
  which: "all" | "waiting" = "all",
): Promise<{ rows: Earning[]; next: string | null }> {
  const seen = sql`(select seen.clears_at, seen.order_id from earnings seen where seen.order_id = ${before} and seen.seller_id = ${sellerId})`;
  const asked = and(
    eq(earnings.sellerId, sellerId),
    which === "all" ? undefined : isNotNull(earnings.dueAt),
    before === null ? undefined : sql`(${earnings.clearsAt}, ${earnings.orderId}) < ${seen}`,
  );
  const pageSize = pageSizes[which];
  const found = await read(db, sellerId, asked, pageSize + 1, at);
  const rows = found.slice(0, pageSize);
  return { rows, next: found.length > pageSize ? (rows.at(-1)?.orderId ?? null) : null };
}

/**
 * Lists what some orders of a seller earn; those that are not completed are left out.
 * @param orderIds at most 500 @param at UTC ms
 */
export async function listOf(db: Db, sellerId: string, orderIds: string[], at: number): Promise<Earning[]> {
  const asked = isOneOf(earnings.orderId, orderIds);
  return await read(db, sellerId, sql`${asked} and +${earnings.sellerId} = ${sellerId}`, orderIds.length, at);
}

/** Reads completed orders of a seller, latest clearing time first. */
async function read(db: Db, sellerId: string, which: SQL | undefined, limit: number, at: number) {
  const [found, accounts, payoutHold] = await Promise.all([
    db
      .select({
        order: orders,
        earning: earnings,
        isUnheld: sql<0 | 1>`${isUnheld("orders")}`,
        goodwillCents: ledger.goodwillOf(sql`orders.id`),
        // Earnings that are done have nothing left, so only rows that wait read the ledger.
        leftCents: sql<number>`iif(${earnings.dueAt} is null, 0, ${ledger.payable(sql`orders.id`)})`,
        sent: newestSent,
      })
      .from(earnings)
      .innerJoin(orders, eq(orders.id, earnings.orderId))
      .where(which)
      .orderBy(desc(earnings.clearsAt), desc(earnings.orderId))
      .limit(limit),
    db
      .select()
      .from(payoutAccounts)
      .where(and(eq(payoutAccounts.userId, sellerId), eq(payoutAccounts.open, true))),
    holds.findShown(db, sellerId),
  ]);
  const account = accounts[0] ?? null;
  const [payouts, byHand] = await Promise.all([
    bankPayouts.findShown(
      db,
      found.flatMap(({ sent }) => sent?.payoutId ?? []),
    ),
    findPaidByHand(
      db,
      found.flatMap(({ earning: { orderId, dueAt }, sent }) =>
        dueAt === null && sent === null ? [orderId] : [],
      ),
    ),
  ]);
  return found.map(({ order, earning, isUnheld: unheld, goodwillCents, leftCents, sent }) => {
    const amounts = amountsOf(order, goodwillCents);
    const why = waitingFor(
      {
        clearsAt: earning.clearsAt,
        hold: order.hold,
        isDisputed: order.hold === "dispute",
        isExamined: order.hold === "none" && unheld === 0,
        leftCents: amounts.netCents,
        payoutHold,
        isKept: earning.refusal === "kept",
        refusal: earning.refusal === "kept" ? null : earning.refusal,
      },
      account,
      at,
    );
    const { orderId, completedAt } = earning;
    // What was taken back for a reason other than a refund is sent again.
    const isWaiting =
      earning.dueAt !== null &&
      sent !== null &&
      sent.reversedCents > 0 &&
      sent.cents - sent.reversedCents < amounts.netCents;
    const payout = (sent?.payoutId && payouts.get(sent.payoutId)) || null;
    return {
      orderId,
      title: order.title,
      completedAt,
      ...amounts,
      /** What is left to send; below 0: what is to be taken back. */
      leftCents,
      state: stateOf(
        amounts.netCents,
        sent && { ...sent, payout, isWaiting },
        byHand.get(orderId) ?? null,
        why,
      ),
    };
  });
}

/** One completed order in the list of a seller's earnings. Amounts are in cents, times UTC ms. */
export type Earning = Awaited<ReturnType<typeof read>>[number];

/** What a list shows of a transfer. `payoutId`: the newest payout that contains it. Times are UTC ms. */
type SentTransfer = Pick<
  typeof transfers.$inferSelect,
  "cents" | "reversedCents" | "at" | "confirmedAt" | "payoutId"
>;

/**
 * The newest transfer of an order that Stripe has not refused; null if there is none. As a
 * sub-select it reads one row for each order; a query for a list of orders reads four.
 */
const newestSent = sql<string | null>`(
  select json_object('cents', t.cents, 'reversedCents', t.reversed_cents, 'at', t.at, 'confirmedAt', t.confirmed_at, 'payoutId', t.payout_id)
  from transfers t where t.order_id = orders.id and t.open = 1 order by t.seq desc limit 1)`.mapWith(
  (json: string): SentTransfer | null => JSON.parse(json),
);

/** How orders were paid by hand, by their ids. It reads little: few orders are done without a transfer. */
async function findPaidByHand(db: Db, orderIds: string[]): Promise<Map<string, ByHand>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.all<{ orderId: string; at: number; paidDebts: 0 | 1 }>(sql`
    select order_id as orderId, max(at) as at, max(account = 'bank') = 0 as paidDebts from ledger
    where ${isOneOf(sql`order_id`, orderIds)} and "transaction" like 'hand:%' group by order_id`);
  return new Map(rows.map(({ orderId, at, paidDebts }) => [orderId, { at, paidDebts: paidDebts === 1 }]));
}
