import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { type Facts, maxDebts } from "#app/payouts/transfers/settle.ts";
import { isUnheld } from "#app/payouts/waiting.server.ts";
import { canTransferFrom } from "#app/payouts/waiting.ts";
import { earnings, orders, payoutAccounts, payoutHolds, transfers } from "#drizzle/schema.ts";

/** Reads the facts of an order. @param at UTC ms @returns null if the order is not completed */
export async function find(db: Db, orderId: string, at: number) {
  const [[row], sent] = await Promise.all([
    db
      .select({
        order: orders,
        earning: earnings,
        account: payoutAccounts,
        hold: payoutHolds,
        payableCents: ledger.payable(orderId),
        isUnheld: sql<0 | 1>`${isUnheld("orders")}`,
        isReversing: sql<0 | 1>`${isReversing(sql`${orderId}`)}`,
        lastSeq: sql<number>`(select ifnull(max(seq), 0) from transfers where user_id = orders.seller_id)`,
      })
      .from(earnings)
      .innerJoin(orders, eq(orders.id, earnings.orderId))
      // Literal conditions, each with a unique index: each join finds at most one row of the seller.
      .leftJoin(
        payoutAccounts,
        sql`${payoutAccounts.userId} = ${orders.sellerId} and ${payoutAccounts.open} = 1`,
      )
      .leftJoin(payoutHolds, and(eq(payoutHolds.userId, orders.sellerId), isNull(payoutHolds.endedAt)))
      .where(eq(earnings.orderId, orderId)),
    db
      .select()
      .from(transfers)
      .where(and(eq(transfers.orderId, orderId), eq(transfers.open, true)))
      .orderBy(desc(transfers.seq)),
  ]);
  if (!row) return null;
  const { order, earning, account, hold, payableCents } = row;
  const [debts, keptCents] =
    payableCents > 0
      ? await Promise.all([ledger.listDebts(db, order.sellerId, maxDebts), findKept(db, order)])
      : [[], 0];
  return {
    order,
    account,
    /** The open hold on the seller's payouts; null: there is none. */
    hold,
    /** The number of the seller's next transfer. */
    nextSeq: row.lastSeq + 1,
    dueAt: earning.dueAt,
    facts: {
      payableCents,
      clearsAt: earning.clearsAt,
      isHeld: order.hold !== "none" || hold !== null,
      isReversing: row.isReversing === 1,
      isExamined: order.hold === "none" && row.isUnheld === 0,
      accountFrom: account && canTransferFrom(account),
      sent: sent.map(({ id, cents, reversedCents, confirmedAt }) => ({
        id,
        cents,
        reversedCents,
        isConfirmed: confirmedAt !== null,
      })),
      debts,
      keptCents,
      otherCents: keptCents > 0 ? await findOther(db, order, at) : 0,
    } satisfies Facts,
  };
}

/** Everything that decides about one order's earnings, with the rows that a batch needs. */
export type OrderFacts = NonNullable<Awaited<ReturnType<typeof find>>>;

/** A condition: Stripe has not answered whether it has taken something back for an order. */
export function isReversing(orderId: SQL): SQL<boolean> {
  return sql`exists (select 1 from money_calls where order_id = ${orderId} and kind = 'reversal' and state in ('due', 'sent'))`;
}

/**
 * The seller's share of what banks dispute on other orders whose earnings were sent. Few orders are disputed.
 */
export async function findKept(db: Db, { id, sellerId }: { id: string; sellerId: string }): Promise<number> {
  const [row] = await db.all<{ cents: number }>(sql`
    select ifnull(sum(min(
        (select ifnull(sum(amount_cents), 0) from disputes d where d.order_id = o.id and d.state = 'open') * (o.price_cents - o.fee_cents) / o.price_cents,
        (select ifnull(sum(cents - reversed_cents), 0) from transfers t where t.order_id = o.id and t.open = 1))), 0) as cents
    from orders o where o.seller_id = ${sellerId} and o.hold <> 'none' and +o.hold = 'dispute' and o.id <> ${id}`);
  return row?.cents ?? 0;
}

/** The seller's other earnings that have cleared, are not held and are due. @param at UTC ms */
async function findOther(db: Db, { id, sellerId }: { id: string; sellerId: string }, at: number) {
  const [row] = await db.all<{ cents: number }>(sql`
    select ifnull(sum(max(0, ${ledger.payable(sql`e.order_id`)})), 0) as cents
    from earnings e indexed by earnings_seller_due cross join orders o on o.id = e.order_id
    where e.seller_id = ${sellerId} and e.due_at is not null and e.clears_at <= ${at} and e.order_id <> ${id} and ${isUnheld("o")}`);
  return row?.cents ?? 0;
}
