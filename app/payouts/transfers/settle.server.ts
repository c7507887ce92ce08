import { and, eq, lte, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { hour } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { isStripeError } from "#app/payments/stripe.server.ts";
import { read as readAccount } from "#app/payouts/accounts/read-account.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import * as reminders from "#app/payouts/reminders/reminders.server.ts";
import * as funds from "#app/payouts/transfers/funds.server.ts";
import { find, type OrderFacts } from "#app/payouts/transfers/order-facts.server.ts";
import { sendNew } from "#app/payouts/transfers/send.server.ts";
import { type NextStep, nextStep, retryPause, sumOf, untilChange } from "#app/payouts/transfers/settle.ts";
import * as calls from "#app/payouts/transfers/transfer-calls.server.ts";
import { canTransferTo, hasCleared } from "#app/payouts/waiting.server.ts";
import { earnings, transfers } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/** An account that was not read for this long is read again before money is sent to it, in ms. */
const freshFor = hour;

/** The orders whose earnings are due (docs/specification.md#transfers). */
export const dueEarnings: Work<Deps> = {
  async find({ db, clock }, limit) {
    const rows = await db
      .select({ id: earnings.orderId })
      .from(earnings)
      .where(lte(earnings.dueAt, clock.now()))
      .orderBy(earnings.dueAt)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  run: settle,
};

/**
 * Takes the next step for one order's earnings, if it is due: sends them, takes back what a refund returned,
 * or notes until when they wait. The claim is the order's next event and the seller's next transfer, so of
 * two concurrent runs, or a run and a refund, one wins.
 * @returns true if it decided to move money
 */
export async function settle(deps: Deps, orderId: string): Promise<boolean> {
  const { db, clock } = deps;
  const at = clock.now();
  let found = await find(db, orderId, at);
  if (found?.dueAt == null || found.dueAt > at) return false;
  if (nextStep(found.facts, at).do === "send" && (await readAgain(deps, found, at)))
    found = (await find(db, orderId, at)) ?? found;
  const step = await withFunds(deps, nextStep(found.facts, at), at);
  if (!step) return false;
  if (step.do === "wait" || step.do === "done") {
    await noted(db, found, step, at);
    if (awaitsSetup(found, step)) await reminders.setupAwaited(db, found.order.sellerId, at);
    return false;
  }
  const id = crypto.randomUUID();
  const call = callOf(found, step, id);
  try {
    await db.batch([
      ...statementsOf(db, found, step, id, at),
      ...(call ? [moneyCalls.claimed(db, call, found.order, at)] : []),
    ]);
  } catch (error) {
    // Something else came first. The order is still due, so the next run reads it again.
    if (isLostRace(error)) return false;
    throw error;
  }
  if (call) await sendNew(deps, call);
  return true;
}

/**
 * Reads the account at Stripe before money is sent to it, so that a change whose event was lost is noticed.
 * If Stripe does not answer, the last reading counts, because Stripe checks the account itself.
 * @returns true if it was read
 */
async function readAgain(deps: Deps, { account }: OrderFacts, at: number): Promise<boolean> {
  if (!account || (account.readAt !== null && account.readAt > at - freshFor)) return false;
  try {
    await readAccount(deps, account);
    return true;
  } catch (error) {
    if (!isStripeError(error)) throw error;
    deps.log("warn", "account not read", { account: account.id, error: errorStack(error) });
    return false;
  }
}

/**
 * A transfer waits while the balance at Stripe has less than it needs after what buyers are owed.
 * @returns null if Stripe cannot be asked: the order stays due
 */
async function withFunds(deps: Deps, step: NextStep, at: number): Promise<NextStep | null> {
  if (step.do !== "send" || step.sendCents === 0) return step;
  try {
    if (await funds.suffice(deps, step.sendCents)) return step;
    return { do: "wait", until: at + retryPause, refusal: "balance_insufficient" };
  } catch (error) {
    if (!isStripeError(error)) throw error;
    deps.log("warn", "balance not read", { error: errorStack(error) });
    return null;
  }
}

/**
 * When the earnings cleared: the first time that they were due and nothing held them. It is set once, for the
 * tax figures (docs/specification.md#taxes).
 */
const cleared = {
  clearedAt: sql`ifnull(${earnings.clearedAt}, max(${earnings.clearsAt}, ifnull(${earnings.dueAt}, 0)))`,
};

/** Notes when the order is due again, unless the order, the account or the hold has changed since. */
async function noted(db: Db, found: OrderFacts, step: Waiting, at: number): Promise<void> {
  const { order, facts, account, hold, dueAt } = found;
  const isHeld = order.hold !== "none" || facts.isExamined;
  await db
    .update(earnings)
    .set({
      ...(isHeld || at < facts.clearsAt ? {} : cleared),
      dueAt: step.do === "wait" ? step.until : null,
      refusal: step.do === "wait" ? (step.refusal ?? null) : null,
    })
    .where(
      and(
        eq(earnings.orderId, order.id),
        sql`${earnings.dueAt} is ${dueAt}`,
        sql`(select version from orders where id = ${order.id}) = ${order.version}`,
        sql`(select updated_at from payout_accounts where user_id = ${order.sellerId} and open = 1) is ${account?.updatedAt ?? null}`,
        sql`(select id from payout_holds where user_id = ${order.sellerId} and ended_at is null) is ${hold?.id ?? null}`,
      ),
    );
}

/** True if the earnings have cleared and only wait for the seller to set up payouts. */
function awaitsSetup({ facts, account }: OrderFacts, step: Waiting): boolean {
  const isCleared = step.do === "wait" && step.until === untilChange && !facts.isHeld;
  return isCleared && account?.bankSince == null;
}

type Waiting = Extract<NextStep, { do: "wait" | "done" }>;
type Moving = Extract<NextStep, { do: "send" | "take" | "owe" }>;

/** What a step asks of Stripe; null if it only books. @param id of the transfer or the reversal */
function callOf({ order, account }: OrderFacts, step: Moving, id: string): moneyCalls.NewCall | null {
  if (step.do === "take") return calls.reversalCall(id, order.id, step.transferId, step.cents);
  if (step.do === "owe" || step.sendCents === 0 || !account?.stripeId) return null;
  return calls.transferCall(id, order.id, account.stripeId, step.sendCents);
}

function statementsOf(db: Db, found: OrderFacts, step: Moving, id: string, at: number) {
  const { order, facts } = found;
  const common = [
    guards.that(db, "owed-unchanged", sql`${ledger.payable(order.id)} = ${facts.payableCents}`),
    db
      .update(earnings)
      .set({ ...cleared, dueAt: null, refusal: null })
      .where(eq(earnings.orderId, order.id)),
  ] as const;
  // More may be owed than one transfer can return or pay, so the order is checked again.
  const again = db.update(earnings).set({ dueAt: at }).where(eq(earnings.orderId, order.id));
  if (step.do === "send") {
    const isPart = step.sendCents + sumOf(step.debts) < facts.payableCents;
    return [...common, ...sent(db, found, step, id, at), ...(isPart ? [again] : [])] as const;
  }
  if (step.do === "owe")
    return [
      ...common,
      ledger.debt(db, order, id, step.cents, at),
      outbox.mail(db, "payouts_owed", order.sellerId, `debt:${id}`, at),
      again,
    ] as const;
  return [
    ...common,
    db
      .update(transfers)
      .set({ reversedCents: sql`${transfers.reversedCents} + ${step.cents}` })
      .where(eq(transfers.id, step.transferId)),
    ledger.reversal(db, order, id, step.cents, at),
    again,
  ] as const;
}

/** Statements: the earnings are sent, or pay debts. */
function sent(
  db: Db,
  { order, account, nextSeq }: OrderFacts,
  { sendCents, debts }: Extract<NextStep, { do: "send" }>,
  id: string,
  at: number,
) {
  if (!account?.stripeId) throw new Error(`The account of order ${order.id} is not ready`);
  const { id: accountId } = account;
  return [
    guards.that(
      db,
      "account-ready",
      sql`(select ${canTransferTo("a", at)} from payout_accounts a where a.id = ${accountId})`,
    ),
    guards.that(db, "payouts-unheld", holds.hasNone(order.sellerId)),
    guards.that(
      db,
      "earnings-cleared",
      sql`(select ${hasCleared("e", "o", at)} from earnings e join orders o on o.id = e.order_id where e.order_id = ${order.id})`,
    ),
    ...orders.transferred(db, order, sendCents, at),
    db.insert(transfers).values({
      id,
      orderId: order.id,
      userId: order.sellerId,
      seq: nextSeq,
      accountId,
      cents: sendCents,
      open: true,
      at,
      confirmedAt: sendCents === 0 ? at : null,
    }),
    ledger.transfer(db, order, id, sendCents, sumOf(debts), at),
    // An operator may have written them off since.
    ...debts.map((debt) =>
      guards.that(db, "owed-unchanged", sql`${ledger.debtOf(debt.orderId)} >= ${debt.cents}`),
    ),
    ...debts.map((debt) =>
      ledger.debtPaid(db, { id: debt.orderId, sellerId: order.sellerId }, id, debt.cents, at),
    ),
    ...(sendCents === 0 ? [outbox.mail(db, "debts_paid", order.sellerId, id, at)] : []),
  ] as const;
}

const rules: (string | null)[] = ["owed-unchanged", "account-ready", "payouts-unheld", "earnings-cleared"];

function isLostRace(error: unknown): boolean {
  return (
    orders.isLostRace(error) ||
    brokeUnique(error, "transfers.user_id") ||
    rules.includes(guards.broken(error))
  );
}
