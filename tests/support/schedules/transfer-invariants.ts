import { eq, inArray, sql } from "drizzle-orm";
import type { Order, OrderEvent } from "#app/orders/orders.server.ts";
import { clearsAt } from "#app/payouts/clearing.ts";
import { listOf } from "#app/payouts/order-earnings.server.ts";
import { earnings, type ledger, payoutAccounts, transfers } from "#drizzle/schema.ts";
import { deps } from "#tests/support/clock.ts";
import { db } from "#tests/support/visitor.ts";
import { stateFrom } from "./invariants.ts";

type Books = { order: Order; events: OrderEvent[]; rows: (typeof ledger.$inferSelect)[] };

/**
 * Checks the earnings of orders once all waiting work is done and the balance is filled: what has cleared
 * either was sent or has a reason to wait.
 * @param at UTC ms @returns the first problem, as text; null if there is none
 */
export async function findTransferProblem(books: Books[], at: number): Promise<string | null> {
  const ids = books.map(({ order }) => order.id);
  const sellerId = books[0]?.order.sellerId ?? "";
  const [dates, sent] = await Promise.all([
    db.select().from(earnings).where(inArray(earnings.orderId, ids)),
    db.select().from(transfers).where(inArray(transfers.orderId, ids)),
  ]);
  const shown = await listOf(db, sellerId, ids, at);
  for (const book of books) {
    const { order, events, rows } = book;
    const earning = dates.find(({ orderId }) => orderId === order.id);
    if ((order.status === "completed") !== (earning !== undefined))
      return `order ${order.id} is ${order.status}, and ${earning ? "has" : "has no"} date to clear`;
    if (!earning) continue;
    const sumOf = (name: string) =>
      rows.filter(({ account }) => account === name).reduce((sum, { amountCents }) => sum + amountCents, 0);
    const payable = -sumOf("seller_payable");
    const state = shown.find(({ orderId }) => orderId === order.id)?.state;
    const why = state?.kind === "waits" ? state.why : null;
    // At the end the balance at Stripe is full.
    const waits = why !== null && why.kind !== "waiting for funds";
    if (payable < 0) return `the seller owes ${-payable} cents of order ${order.id}, and nothing says so`;
    // What waits for a hold or an operator, and only pays what the seller owes for this order.
    const isLater = earning.dueAt !== null && earning.dueAt > at;
    const paysOwnDebt = isLater && sumOf("seller_debts") >= payable;
    if (payable > 0 && earning.clearsAt <= at && !waits && !paysOwnDebt)
      return `${payable} cents of order ${order.id} have cleared and are not sent: ${JSON.stringify(earning)}`;
    for (const [i, event] of events.entries()) {
      if (event.kind !== "transferred") continue;
      const { status, hold } = stateFrom({ order, events: events.slice(0, i) });
      if (status !== "completed" || hold !== "none")
        return `order ${order.id} was paid out while it was ${status} with hold ${hold}`;
      if (event.at < clearedAt(book, i))
        return `order ${order.id} was paid out before its earnings had cleared`;
    }
    const claims = events.filter(({ kind }) => kind === "transferred").length;
    const theirs = sent.filter(({ orderId }) => orderId === order.id);
    if (claims !== theirs.length)
      return `order ${order.id} has ${theirs.length} transfers and ${claims} events`;
  }
  return null;
}

/** When an order's earnings cleared, if it was completed and not on hold before an event, UTC ms. */
function clearedAt({ order, events }: Books, before: number): number {
  const past = events.slice(0, before);
  const completed = past.findIndex(({ kind }) => kind === "completed");
  let heldUntil: number | null = null;
  for (let i = completed + 1; i < past.length; i++) {
    const isHeld = (length: number) => stateFrom({ order, events: past.slice(0, length) }).hold !== "none";
    if (isHeld(i) && !isHeld(i + 1)) heldUntil = past[i]?.at ?? null;
  }
  const completedAt = past[completed]?.at ?? Number.POSITIVE_INFINITY;
  return clearsAt({ ...order, completedAt, wasTopRated: false, heldUntil });
}

/**
 * Checks the money of a seller and of the platform once all waiting work is done, and the list of balance
 * movements was read to its end.
 * @returns the first problem, as text; null if there is none
 */
export async function findPayoutProblem(sellerId: string): Promise<string | null> {
  const [[uneven], [money], { available, pending, connect_reserved: reserved = [] }] = await Promise.all([
    db.all<{ subject: string; cents: number }>(sql`
      select coalesce(order_id, registration_id, balance_transaction_id) as subject, sum(amount_cents) as cents
      from ledger group by 1 having cents <> 0 limit 1`),
    db.all<{ booked: number; waiting: number }>(sql`
      select (select sum(amount_cents) from ledger where account = 'cash') as booked,
        (select ifnull(sum(net_cents), 0) from balance_transactions where booked_as is null) as waiting`),
    deps.stripe.balance.retrieve(),
  ]);
  if (uneven) return `${uneven.subject} sums to ${uneven.cents}`;
  const atStripe = totalOf([...available, ...pending, ...reserved]);
  if (money && money.booked + money.waiting !== atStripe)
    return `the books have ${money.booked} cents of cash, ${money.waiting} more are listed, and Stripe has ${atStripe}`;
  const accounts = await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, sellerId));
  for (const { id, stripeId } of accounts) {
    const problem = stripeId && (await accountProblem(id, stripeId));
    if (problem) return problem;
  }
  return null;
}

/** An account's balance and its payouts are what the books have sent to it, minus what they took back. */
async function accountProblem(id: string, stripeId: string): Promise<string | null> {
  const { closed } = await deps.stripe.v2.core.accounts.retrieve(stripeId);
  // Stripe reports nothing more about a closed account. Stripe closes none that holds money.
  if (closed) return null;
  const options = { stripeAccount: stripeId };
  const [sent, balance, payouts, given] = await Promise.all([
    db.select().from(transfers).where(sql`account_id = ${id} and open = 1`),
    deps.stripe.balance.retrieve({}, options),
    deps.stripe.payouts.list({ limit: 100 }, options),
    deps.stripe.transfers.list({ destination: stripeId, limit: 100 }),
  ]);
  const paid = payouts.data.filter(({ status }) => status !== "failed" && status !== "canceled");
  const outside = given.data.filter(({ metadata }) => !metadata.call);
  const cents =
    sent.reduce((sum, one) => sum + one.cents - one.reversedCents, 0) +
    outside.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0);
  const held = totalOf([...balance.available, ...balance.pending]) + totalOf(paid);
  const isEuro = [...balance.available, ...paid].some(({ currency }) => currency === "eur");
  // Each movement is converted to whole cents.
  const [expected, rounding] = isEuro ? [cents * 0.9, given.data.length + sent.length] : [cents, 0];
  if (Math.abs(held - expected) <= rounding) return null;
  return `account ${stripeId} has got ${held} cents, the books say ${expected}`;
}

function totalOf(amounts: { amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0);
}
