import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { ledger } from "#drizzle/schema.ts";

/** The amounts of an order that the ledger knows, in cents. */
type Amounts = { id: string; sellerId: string; buyerId: string; priceCents: number; feeCents: number };
type Row = {
  account: "cash" | "seller_payable" | "platform_revenue" | "refunds";
  userId: string | null;
  amountCents: number;
};

/** Money has come in for an order: cash against the seller's share and the fee. @param session the Checkout Session, books once */
export function payment(db: Db, order: Amounts, session: string, at: number) {
  return entry(db, `payment:${session}`, order.id, at, [
    { account: "cash", userId: null, amountCents: order.priceCents },
    { account: "seller_payable", userId: order.sellerId, amountCents: order.feeCents - order.priceCents },
    { account: "platform_revenue", userId: null, amountCents: -order.feeCents },
  ]);
}

/** A paid order was cancelled: the shares are taken back and owed to the buyer. */
export function cancellation(db: Db, order: Amounts, at: number) {
  return entry(db, `cancellation:${order.id}`, order.id, at, [
    { account: "seller_payable", userId: order.sellerId, amountCents: order.priceCents - order.feeCents },
    { account: "platform_revenue", userId: null, amountCents: order.feeCents },
    { account: "refunds", userId: order.buyerId, amountCents: -order.priceCents },
  ]);
}

/** Money has come in that the order could not take: owed to the buyer at once. @param cents what was paid */
export function unwantedPayment(db: Db, order: Amounts, session: string, cents: number, at: number) {
  return entry(db, `payment:${session}`, order.id, at, [
    { account: "cash", userId: null, amountCents: cents },
    { account: "refunds", userId: order.buyerId, amountCents: -cents },
  ]);
}

/** Stripe has confirmed a refund: what was owed has left. @param refund its id at Stripe, books once */
export function refund(
  db: Db,
  order: Pick<Amounts, "id" | "buyerId">,
  refund: string,
  cents: number,
  at: number,
) {
  return entry(db, `refund:${refund}`, order.id, at, [
    { account: "refunds", userId: order.buyerId, amountCents: cents },
    { account: "cash", userId: null, amountCents: -cents },
  ]);
}

/** A refund that was booked has failed after all: it is owed again. @param refund its id at Stripe, books once */
export function refundFailed(
  db: Db,
  order: Pick<Amounts, "id" | "buyerId">,
  refund: string,
  cents: number,
  at: number,
) {
  return entry(db, `refund_failed:${refund}`, order.id, at, [
    { account: "cash", userId: null, amountCents: cents },
    { account: "refunds", userId: order.buyerId, amountCents: -cents },
  ]);
}

/** One transaction in one statement; accounts with nothing to book are left out. */
function entry(db: Db, transaction: string, orderId: string, at: number, rows: Row[]) {
  if (rows.reduce((sum, row) => sum + row.amountCents, 0) !== 0)
    throw new Error(`${transaction} does not sum to zero`);
  return db
    .insert(ledger)
    .values(rows.filter((row) => row.amountCents !== 0).map((row) => ({ ...row, transaction, orderId, at })));
}

/** Each account's balance in cents over one order; they sum to zero. */
export async function balances(db: Db, orderId: string): Promise<Record<string, number>> {
  const rows = await db
    .select({ account: ledger.account, cents: sql<number>`sum(${ledger.amountCents})` })
    .from(ledger)
    .where(sql`${ledger.orderId} = ${orderId}`)
    .groupBy(ledger.account);
  return Object.fromEntries(rows.map((row) => [row.account, row.cents]));
}

/** What is owed to a seller and was not paid out, in cents. */
export async function owedTo(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`ifnull(-sum(${ledger.amountCents}), 0)` })
    .from(ledger)
    .where(sql`${ledger.userId} = ${userId} and ${ledger.account} = 'seller_payable'`);
  return row?.cents ?? 0;
}
