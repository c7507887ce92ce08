import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { cashOf, netOf, type Priced, type Return } from "#app/ledger/shares.ts";
import { ledger, ledgerBalances } from "#drizzle/schema.ts";

/** The amounts of an order that the ledger knows, in cents. */
type Amounts = Priced & { id: string; sellerId: string; buyerId: string };

/** What the books know (docs/specification.md#ledger: a lookup table). `refunds`: owed to a buyer until Stripe has confirmed. */
export type Account =
  | "cash"
  | "stripe_fees"
  | "promotions"
  | "platform_revenue"
  | "seller_payable"
  | "refunds"
  | "disputes";

type Row = { account: Account; userId: string | null; amountCents: number };

/**
 * Money has come in for an order: cash and the platform's credit against the seller's share and the fee.
 * @param session the Checkout Session, books once
 */
export function payment(db: Db, order: Amounts, session: string, at: number) {
  return entry(db, `payment:${session}`, order.id, at, [
    { account: "cash", userId: null, amountCents: cashOf(order) },
    { account: "promotions", userId: order.buyerId, amountCents: order.creditCents },
    { account: "seller_payable", userId: order.sellerId, amountCents: -netOf(order) },
    { account: "platform_revenue", userId: null, amountCents: -order.feeCents },
  ]);
}

/** What Stripe keeps of a charge: the platform's cost. @param charge its id at Stripe, books once @param cents more than 0 */
export function processingFee(db: Db, orderId: string, charge: string, cents: number, at: number) {
  return entry(db, `fee:${charge}`, orderId, at, [
    { account: "stripe_fees", userId: null, amountCents: cents },
    { account: "cash", userId: null, amountCents: -cents },
  ]);
}

/**
 * It was decided that money goes back: taken from the shares, owed to the buyer, and credit given back to the platform's promotions.
 * @param decision names it, books once
 */
export function returned(db: Db, order: Amounts, back: Return, decision: string, at: number) {
  return entry(db, `return:${decision}`, order.id, at, [
    { account: "seller_payable", userId: order.sellerId, amountCents: back.netCents },
    { account: "platform_revenue", userId: null, amountCents: back.feeCents },
    { account: "refunds", userId: order.buyerId, amountCents: -back.cashCents },
    { account: "promotions", userId: order.buyerId, amountCents: -back.creditCents },
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

/** True when a refund was booked. @param refund its id at Stripe */
export async function hasRefund(db: Db, refund: string): Promise<boolean> {
  const rows = await db
    .select({ n: ledger.n })
    .from(ledger)
    .where(sql`${ledger.transaction} = ${`refund:${refund}`}`)
    .limit(1);
  return rows.length > 0;
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

/** A cardholder's bank has taken a disputed amount until it decides. @param dispute its id at Stripe, books once */
export function disputeOpened(db: Db, orderId: string, dispute: string, cents: number, at: number) {
  return entry(db, `dispute:${dispute}`, orderId, at, [
    { account: "disputes", userId: null, amountCents: cents },
    { account: "cash", userId: null, amountCents: -cents },
  ]);
}

/** The bank has given the disputed amount back to us. */
export function disputeWon(db: Db, orderId: string, dispute: string, cents: number, at: number) {
  return entry(db, `dispute_won:${dispute}`, orderId, at, [
    { account: "cash", userId: null, amountCents: cents },
    { account: "disputes", userId: null, amountCents: -cents },
  ]);
}

/** The bank has given the disputed amount to the buyer: what was owed to them by `returned` is paid by it. */
export function disputeLost(
  db: Db,
  order: Pick<Amounts, "id" | "buyerId">,
  dispute: string,
  cents: number,
  at: number,
) {
  return entry(db, `dispute_lost:${dispute}`, order.id, at, [
    { account: "refunds", userId: order.buyerId, amountCents: cents },
    { account: "disputes", userId: null, amountCents: -cents },
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
    .select({ cents: ledgerBalances.cents })
    .from(ledgerBalances)
    .where(sql`${ledgerBalances.userId} = ${userId} and ${ledgerBalances.account} = 'seller_payable'`);
  return row ? -row.cents : 0;
}
