import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { isOneOf } from "#app/lib/one-of.server.ts";
import * as bankPayouts from "#app/payouts/bank/bank-payouts.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import { amountsOf, type Earning, stateOf } from "#app/payouts/order-earnings.ts";
import { hasCleared, isUnheld } from "#app/payouts/waiting.server.ts";
import { waitingFor } from "#app/payouts/waiting.ts";
import { earnings, orders, payoutAccounts, transfers } from "#drizzle/schema.ts";

/** True if the earnings of an order have cleared, or were sent to the seller. @param at UTC ms */
export async function areClearedOrSent(db: Db, orderId: string, at: number): Promise<boolean> {
  const [row] = await db.all<{ found: 0 | 1 }>(sql`
    select ${hasCleared("e", "o", at)} or exists (select 1 from transfers where order_id = o.id and open = 1) as found
    from earnings e join orders o on o.id = e.order_id where e.order_id = ${orderId}`);
  return row?.found === 1;
}

/** How many orders a page lists. */
const pageSize = 50;

/**
 * Lists a seller's completed orders with what they earn, those that clear last first
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

/** Reads completed orders of a seller, those that clear last first. */
async function read(
  db: Db,
  sellerId: string,
  which: SQL | undefined,
  limit: number,
  at: number,
): Promise<Earning[]> {
  const [found, accounts, payoutHold] = await Promise.all([
    db
      .select({
        order: orders,
        earning: earnings,
        isUnheld: sql<0 | 1>`${isUnheld("orders")}`,
        goodwillCents: ledger.goodwillOf(sql`orders.id`),
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
  const sentOf = await findSent(
    db,
    found.map(({ order }) => order.id),
  );
  const byHand = await findPaidByHand(
    db,
    found.flatMap(({ earning: { orderId, dueAt } }) =>
      dueAt === null && !sentOf.has(orderId) ? [orderId] : [],
    ),
  );
  return found.map(({ order, earning, isUnheld: unheld, goodwillCents }): Earning => {
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
    const newest = sentOf.get(orderId);
    // What was taken back, and not because of a refund, is sent again.
    const isWaiting =
      earning.dueAt !== null &&
      (newest?.reversedCents ?? 0) > 0 &&
      (newest?.cents ?? 0) - (newest?.reversedCents ?? 0) < amounts.netCents;
    return {
      orderId,
      title: order.title,
      completedAt,
      ...amounts,
      state: stateOf(
        amounts.netCents,
        newest ? { ...newest, isWaiting } : null,
        byHand.get(orderId) ?? null,
        why,
      ),
    };
  });
}

/** The newest transfer of each order that Stripe has not refused, with its payout, by the order's id. */
async function findSent(db: Db, orderIds: string[]) {
  const newest = new Map(
    (
      await db
        .select()
        .from(transfers)
        .where(and(isOneOf(transfers.orderId, orderIds), eq(transfers.open, true)))
        .orderBy(transfers.seq)
    ).map((one) => [one.orderId, one]),
  );
  const payouts = await bankPayouts.findOfTransfers(
    db,
    [...newest.values()].map(({ id }) => id),
  );
  return new Map(
    [...newest].map(([orderId, { id, cents, reversedCents, at, confirmedAt }]) => [
      orderId,
      { cents, reversedCents, at, confirmedAt, payout: payouts.get(id) ?? null },
    ]),
  );
}

/** When orders were paid by hand, UTC ms, by their ids. Few orders have no transfer and are done. */
async function findPaidByHand(db: Db, orderIds: string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.all<{ orderId: string; at: number }>(sql`
    select order_id as orderId, max(at) as at from ledger
    where ${isOneOf(sql`order_id`, orderIds)} and account = 'bank' group by order_id`);
  return new Map(rows.map(({ orderId, at }) => [orderId, at]));
}
