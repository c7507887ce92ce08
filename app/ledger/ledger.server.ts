import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { columnsOf, isFor, type PaidFor } from "#app/ledger/paid-for.server.ts";
import { cashOf, netOf, type Priced, type Return } from "#app/ledger/shares.ts";
import { earnings, ledger, ledgerBalances } from "#drizzle/schema.ts";

/**
 * The amounts of an order or a registration that are booked, in cents. A registration has no seller: its
 * price is the platform's fee.
 */
type Amounts = Priced & PaidFor & { sellerId: string | null; buyerId: string };

/**
 * The accounts of the ledger (docs/specification.md#ledger). `refunds`: owed to buyers until Stripe has
 * confirmed the refund. `transfers`: on its way between us and sellers until Stripe has confirmed it.
 * `offsets`: debts of one order that the earnings of another have paid; it sums to zero over all orders.
 * `goodwill`: the part of refunds that the platform pays instead of a seller. `write_offs`: debts that the
 * platform has written off. `bank`: what the owner has paid to sellers from their own bank account. `owner`:
 * what the platform's owner has taken out or added. `reserves`: what Stripe withholds for sellers' accounts.
 * `adjustments`: what Stripe has corrected, and what an operator has taken into the books.
 */
export type Account =
  | "cash"
  | "stripe_fees"
  | "promotions"
  | "platform_revenue"
  | "seller_payable"
  | "refunds"
  | "disputes"
  | "transfers"
  | "seller_debts"
  | "offsets"
  | "goodwill"
  | "write_offs"
  | "bank"
  | "owner"
  | "reserves"
  | "adjustments";

type Row = { account: Account | SQL; userId: string | null; amountCents: number };

// Each function below returns one statement. The name of its transaction is unique, so it is booked once: a
// second attempt breaks the unique key. Amounts are in cents, times in UTC ms.

/**
 * An order was paid: cash and the platform's credit, against the seller's share and the platform's fee.
 * @param session the id of the Checkout Session
 */
export function payment(db: Db, order: Amounts, session: string, at: number) {
  return entry(db, `payment:${session}`, order, at, [
    { account: "cash", userId: null, amountCents: cashOf(order) },
    { account: "promotions", userId: order.buyerId, amountCents: order.creditCents },
    { account: "seller_payable", userId: order.sellerId, amountCents: -netOf(order) },
    { account: "platform_revenue", userId: null, amountCents: -order.feeCents },
  ]);
}

/**
 * Stripe has charged a fee, which the platform pays.
 * @param charge the id of the charge
 * @param cents more than 0
 */
export function processingFee(db: Db, paidFor: PaidFor, charge: string, cents: number, at: number) {
  return entry(db, `fee:${charge}`, paidFor, at, [
    { account: "stripe_fees", userId: null, amountCents: cents },
    { account: "cash", userId: null, amountCents: -cents },
  ]);
}

/**
 * A refund was decided: the amount is taken from the seller's and the platform's shares. The cash is owed to
 * the buyer, the credit goes back to the platform's promotions.
 * @param decision a unique name of the decision
 */
export function returned(db: Db, order: Amounts, back: Return, decision: string, at: number) {
  return entry(db, `return:${decision}`, order, at, [
    { account: "seller_payable", userId: order.sellerId, amountCents: back.netCents },
    { account: "platform_revenue", userId: null, amountCents: back.feeCents },
    { account: "refunds", userId: order.buyerId, amountCents: -back.cashCents },
    { account: "promotions", userId: order.buyerId, amountCents: -back.creditCents },
  ]);
}

/**
 * A statement: makes an order due whose earnings were sent before a refund, so that the refunded share is
 * taken back. A trigger does this too, but not if this request's clock is behind that of the request that
 * sent them. It may change no rows.
 */
export function takenBackDue(db: Db, orderId: string, at: number) {
  return db
    .update(earnings)
    .set({ dueAt: at })
    .where(sql`order_id = ${orderId} and due_at is null and ${payable(orderId)} < 0`);
}

/**
 * The platform pays the seller's share of a refund: what `returned` took goes back to the seller.
 * @param decision of the refund
 * @param cents the seller's share, more than 0
 */
export function goodwill(db: Db, order: Sold, decision: string, cents: number, at: number) {
  return entry(db, `goodwill:${decision}`, order, at, [
    { account: "goodwill", userId: null, amountCents: cents },
    { account: "seller_payable", userId: order.sellerId, amountCents: -cents },
  ]);
}

/**
 * A payment arrived that the order could not accept: it is owed to the buyer immediately.
 * @param cents what was paid
 */
export function unwantedPayment(db: Db, order: Amounts, session: string, cents: number, at: number) {
  return entry(db, `payment:${session}`, order, at, [
    { account: "cash", userId: null, amountCents: cents },
    { account: "refunds", userId: order.buyerId, amountCents: -cents },
  ]);
}

/**
 * Stripe has confirmed a refund: the amount is no longer owed. A refund that was made in the Stripe Dashboard
 * may already be in the books (`own`): the amount then comes from `adjustments`, not from the cash a second
 * time.
 * @param refund the id of the refund
 */
export function refund(
  db: Db,
  order: PaidFor & Pick<Amounts, "buyerId">,
  refund: string,
  cents: number,
  at: number,
) {
  const isTakenIn = sql`exists (select 1 from balance_transactions where source = ${refund} and booked_as = 'own:' || id)`;
  return entry(db, `refund:${refund}`, order, at, [
    { account: "refunds", userId: order.buyerId, amountCents: cents },
    { account: sql`iif(${isTakenIn}, 'adjustments', 'cash')`, userId: null, amountCents: -cents },
  ]);
}

/** True if a refund was booked. @param refund the id of the refund */
export async function hasRefund(db: Db, refund: string): Promise<boolean> {
  const rows = await db
    .select({ number: ledger.number })
    .from(ledger)
    .where(sql`${ledger.transaction} = ${`refund:${refund}`}`)
    .limit(1);
  return rows.length > 0;
}

/** A booked refund failed later: the amount is owed again. @param refund the id of the refund */
export function refundFailed(
  db: Db,
  order: PaidFor & Pick<Amounts, "buyerId">,
  refund: string,
  cents: number,
  at: number,
) {
  return entry(db, `refund_failed:${refund}`, order, at, [
    { account: "cash", userId: null, amountCents: cents },
    { account: "refunds", userId: order.buyerId, amountCents: -cents },
  ]);
}

/**
 * A dispute was opened: the bank withholds the amount until it decides. @param dispute the id of the dispute
 */
export function disputeOpened(db: Db, paidFor: PaidFor, dispute: string, cents: number, at: number) {
  return entry(db, `dispute:${dispute}`, paidFor, at, [
    { account: "disputes", userId: null, amountCents: cents },
    { account: "cash", userId: null, amountCents: -cents },
  ]);
}

/** A dispute was won: the bank has returned the amount to us. */
export function disputeWon(db: Db, paidFor: PaidFor, dispute: string, cents: number, at: number) {
  return entry(db, `dispute_won:${dispute}`, paidFor, at, [
    { account: "cash", userId: null, amountCents: cents },
    { account: "disputes", userId: null, amountCents: -cents },
  ]);
}

/** A dispute was lost: the bank has paid the buyer what `returned` owed them. */
export function disputeLost(
  db: Db,
  order: PaidFor & Pick<Amounts, "buyerId">,
  dispute: string,
  cents: number,
  at: number,
) {
  return entry(db, `dispute_lost:${dispute}`, order, at, [
    { account: "refunds", userId: order.buyerId, amountCents: cents },
    { account: "disputes", userId: null, amountCents: -cents },
  ]);
}

/** The seller's side of an order. */
type Sold = PaidFor & { sellerId: string };

/**
 * An order's earnings are transferred to the seller: what is sent, and what pays the seller's debts.
 * @param call the id of the money call
 * @param offCents how much of it pays debts; `debtPaid` books the other side
 */
export function transfer(db: Db, order: Sold, call: string, cents: number, offCents: number, at: number) {
  return entry(db, `transfer:${call}`, order, at, [
    { account: "seller_payable", userId: order.sellerId, amountCents: cents + offCents },
    { account: "transfers", userId: order.sellerId, amountCents: -cents },
    { account: "offsets", userId: order.sellerId, amountCents: -offCents },
  ]);
}

/**
 * Another order's earnings pay a debt of this one.
 * @param by the money call of the transfer, or the payment by hand, that pays the rest of the earnings
 */
export function debtPaid(db: Db, order: Sold, by: string, cents: number, at: number) {
  return entry(db, `offset:${by}:${order.id}`, order, at, [
    { account: "offsets", userId: order.sellerId, amountCents: cents },
    { account: "seller_debts", userId: order.sellerId, amountCents: -cents },
  ]);
}

/**
 * Stripe has made a transfer. The cash row names the seller, so that the seller's cash balance shows what
 * they were sent.
 * @param transfer `tr_…`
 */
export function transferred(db: Db, order: Sold, transfer: string, cents: number, at: number) {
  return entry(db, `transferred:${transfer}`, order, at, [
    { account: "transfers", userId: order.sellerId, amountCents: cents },
    { account: "cash", userId: order.sellerId, amountCents: -cents },
  ]);
}

/**
 * Stripe has refused a transfer for good: its booking is undone, including the debts that it paid.
 * @param call the id of the money call
 */
export function transferRefused(db: Db, call: string, at: number) {
  return db.insert(ledger).select(sql`
    select null, 'refused:' || "transaction", account, order_id, registration_id, balance_transaction_id, user_id, -amount_cents, ${at} from ledger
    where "transaction" = ${`transfer:${call}`} or ("transaction" > ${`offset:${call}:`} and "transaction" < ${`offset:${call};`})`);
}

/** What a seller owes back is taken from a transfer. @param call the id of the money call */
export function reversal(db: Db, order: Sold, call: string, cents: number, at: number) {
  return entry(db, `reversal:${call}`, order, at, [
    { account: "transfers", userId: order.sellerId, amountCents: cents },
    { account: "seller_payable", userId: order.sellerId, amountCents: -cents },
  ]);
}

/** The name of the transaction that books a reversal. @param reversal `trr_…` */
export const reversedName = (reversal: string) => `reversed:${reversal}`;

/** Stripe has taken money back from a seller's account. @param reversal `trr_…` */
export function reversed(db: Db, order: Sold, reversal: string, cents: number, at: number) {
  return entry(db, reversedName(reversal), order, at, [
    { account: "cash", userId: order.sellerId, amountCents: cents },
    { account: "transfers", userId: order.sellerId, amountCents: -cents },
  ]);
}

/**
 * Stripe has refused a reversal: the seller owes the amount, or the reversal is undone.
 * @param call the id of the money call
 */
export function reversalRefused(
  db: Db,
  order: Sold,
  call: string,
  cents: number,
  account: "seller_debts" | "seller_payable",
  at: number,
) {
  return entry(db, `refused:reversal:${call}`, order, at, [
    { account, userId: order.sellerId, amountCents: cents },
    { account: "transfers", userId: order.sellerId, amountCents: -cents },
  ]);
}

/** A seller owes what no transfer can return. @param id a new unique id */
export function debt(db: Db, order: Sold, id: string, cents: number, at: number) {
  return entry(db, `debt:${id}`, order, at, [
    { account: "seller_debts", userId: order.sellerId, amountCents: cents },
    { account: "seller_payable", userId: order.sellerId, amountCents: -cents },
  ]);
}

/** A movement of the platform's balance at Stripe: `id` is `txn_…`, `at` is Stripe's time, UTC ms. */
type Movement = { id: string; netCents: number; feeCents: number; at: number };

/** The name of the transaction that books a movement of the platform's own money. */
export const ownName = (id: string) => `own:${id}`;

/**
 * Books movements of the platform's own money, each once: a second attempt changes nothing. One statement for
 * all.
 * @param movements each with the account that it is booked to; Stripe's fee goes to `stripe_fees`
 */
export function own(db: Db, movements: (Movement & { account: Account })[]) {
  const rows = movements.flatMap(({ id, account, netCents, feeCents, at }) => {
    const fee = account === "stripe_fees" ? 0 : feeCents;
    const sides = { cash: netCents, stripe_fees: fee, [account]: -netCents - fee };
    return Object.entries(sides)
      .filter(([, cents]) => cents !== 0)
      .map(([name, cents]) => ({ transaction: ownName(id), account: name, id, cents, at }));
  });
  return db
    .insert(ledger)
    .select(sql`
      select null, value ->> '$.transaction', value ->> '$.account', null, null, value ->> '$.id', null, value ->> '$.cents', value ->> '$.at'
      from json_each(${JSON.stringify(rows)}) where true`)
    .onConflictDoNothing();
}

/**
 * The platform writes off what a seller owes for an order.
 * @param id a new unique id
 * @param cents more than 0
 */
export function writtenOff(db: Db, order: Sold, id: string, cents: number, at: number) {
  return entry(db, `write_off:${id}`, order, at, [
    { account: "write_offs", userId: null, amountCents: cents },
    { account: "seller_debts", userId: order.sellerId, amountCents: -cents },
  ]);
}

/**
 * The platform's owner has paid an order's earnings to the seller from the owner's own bank account.
 * @param payment a new unique id of the payment, which may be for several orders
 * @param offCents how much of the earnings pays the seller's debts; `debtPaid` books the other side
 */
export function paidByHand(
  db: Db,
  order: Sold,
  payment: string,
  cents: number,
  offCents: number,
  at: number,
) {
  return entry(db, `hand:${payment}:${order.id}`, order, at, [
    { account: "seller_payable", userId: order.sellerId, amountCents: cents + offCents },
    { account: "bank", userId: order.sellerId, amountCents: -cents },
    { account: "offsets", userId: order.sellerId, amountCents: -offCents },
  ]);
}

/**
 * Books one transaction. Rows with an amount of 0 are left out.
 * @throws Error if the rows do not sum to zero
 */
function entry(db: Db, transaction: string, paidFor: PaidFor, at: number, rows: Row[]) {
  if (rows.reduce((sum, row) => sum + row.amountCents, 0) !== 0)
    throw new Error(`${transaction} does not sum to zero`);
  return db
    .insert(ledger)
    .values(
      rows
        .filter((row) => row.amountCents !== 0)
        .map((row) => ({ ...row, transaction, ...columnsOf(paidFor), at })),
    );
}

/** The balance of each account for one order or registration, in cents. All balances together sum to zero. */
export async function balances(db: Db, paidFor: PaidFor): Promise<Record<string, number>> {
  const rows = await db
    .select({ account: ledger.account, cents: sql<number>`sum(${ledger.amountCents})` })
    .from(ledger)
    .where(isFor(ledger, paidFor))
    .groupBy(ledger.account);
  return Object.fromEntries(rows.map((row) => [row.account, row.cents]));
}

/**
 * What a seller has earned from an order and not yet been sent, in cents. Negative: what the seller owes
 * back.
 */
export function payable(orderId: string | SQL) {
  return sql<number>`(select ifnull(-sum(amount_cents), 0) from ledger where order_id = ${orderId} and account = 'seller_payable')`;
}

/** What a seller owes for an order, in cents. */
export function debtOf(orderId: string) {
  return sql<number>`(select ifnull(sum(amount_cents), 0) from ledger where order_id = ${orderId} and account = 'seller_debts')`;
}

/**
 * The part of an order's refunds that the platform pays instead of the seller, in cents. The query names the
 * index, because few orders have goodwill.
 */
export function goodwillOf(orderId: SQL) {
  return sql<number>`(select ifnull(sum(amount_cents), 0) from ledger indexed by ledger_goodwill where order_id = ${orderId} and account = 'goodwill')`;
}

/** The part of an order's refunds that the platform pays instead of the seller, in cents. */
export async function findGoodwill(db: Db, orderId: string): Promise<number> {
  const [row] = await db.all<{ cents: number }>(sql`select ${goodwillOf(sql`${orderId}`)} as cents`);
  return row?.cents ?? 0;
}

/** What a seller owes, order by order, the oldest debt first, in cents. */
export async function listDebts(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ orderId: string; cents: number }[]> {
  return await db.all(sql`
    select order_id as orderId, sum(amount_cents) as cents from ledger
    where user_id = ${userId} and account = 'seller_debts' group by order_id having sum(amount_cents) > 0 order by min(number) limit ${limit}`);
}

/** What the platform owes a seller and has not paid out yet, in cents. */
export async function owedTo(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ cents: ledgerBalances.cents })
    .from(ledgerBalances)
    .where(sql`${ledgerBalances.userId} = ${userId} and ${ledgerBalances.account} = 'seller_payable'`);
  return row ? -row.cents : 0;
}
