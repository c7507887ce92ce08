import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { amountsOf, type Earning, stateOf } from "#app/payouts/order-earnings.ts";
import { isUnheld } from "#app/payouts/waiting.server.ts";
import { waitingFor } from "#app/payouts/waiting.ts";
import { earnings, orders, payoutAccounts, transfers } from "#drizzle/schema.ts";

/** How many orders a page lists. */
const pageSize = 50;

/**
 * Lists a seller's completed orders with what they earn, those that clear last first
 * (docs/specification.md#selling-earnings).
 * @param before the order after which the page starts; null: the first page
 * @param at UTC ms
 * @returns `next`: the `before` of the next page; null on the last one
 */
export async function list(
  db: Db,
  sellerId: string,
  before: string | null,
  at: number,
): Promise<{ rows: Earning[]; next: string | null }> {
  const seen = sql`(select seen.clears_at, seen.order_id from earnings seen where seen.order_id = ${before} and seen.seller_id = ${sellerId})`;
  const [found, accounts] = await Promise.all([
    db
      .select({
        order: orders,
        earning: earnings,
        isUnheld: sql<0 | 1>`${isUnheld("orders")}`,
        sent: {
          cents: transfers.cents,
          at: transfers.at,
          confirmedAt: transfers.confirmedAt,
        },
      })
      .from(earnings)
      .innerJoin(orders, eq(orders.id, earnings.orderId))
      .leftJoin(
        transfers,
        sql`${transfers.id} = (select newest.id from transfers newest where newest.order_id = ${earnings.orderId} and newest.open = 1 order by newest.seq desc limit 1)`,
      )
      .where(
        and(
          eq(earnings.sellerId, sellerId),
          before === null ? undefined : sql`(${earnings.clearsAt}, ${earnings.orderId}) < ${seen}`,
        ),
      )
      .orderBy(desc(earnings.clearsAt), desc(earnings.orderId))
      .limit(pageSize + 1),
    db
      .select()
      .from(payoutAccounts)
      .where(and(eq(payoutAccounts.userId, sellerId), eq(payoutAccounts.open, true))),
  ]);
  const account = accounts[0] ?? null;
  const rows = found.slice(0, pageSize).map(({ order, earning, isUnheld: unheld, sent }): Earning => {
    const amounts = amountsOf(order);
    const why = waitingFor(
      {
        clearsAt: earning.clearsAt,
        hold: order.hold,
        isDisputed: order.hold === "dispute",
        isExamined: order.hold === "none" && unheld === 0,
        leftCents: amounts.netCents,
        payoutHold: null,
        isKept: earning.refusal === "kept",
        refusal: earning.refusal === "kept" ? null : earning.refusal,
      },
      account,
      at,
    );
    const { orderId, completedAt } = earning;
    return {
      orderId,
      title: order.title,
      completedAt,
      ...amounts,
      state: stateOf(amounts.netCents, sent, why),
    };
  });
  return { rows, next: found.length > pageSize ? (rows.at(-1)?.orderId ?? null) : null };
}
