import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { minute } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import { isReturned } from "#app/orders/order.ts";
import * as orders from "#app/orders/orders.server.ts";
import { paymentOf } from "#app/payments/fulfil.server.ts";
import * as mismatches from "#app/payments/mismatches.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { alreadyRefunded, errorText, idIn, verdictOf } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/**
 * Works off refunds that are due, or sent without an answer: the due ones at once after a cancellation (`rest` 0), all again by the sweep.
 * Of two at once one sends it.
 * @param rest those that were never sent only when left alone for so long, in ms
 * @returns how many were tried
 */
export async function work(deps: Deps, rest = minute): Promise<number> {
  const calls = await moneyCalls.listUnsettledRefunds(deps.db, deps.clock.now(), rest);
  for (const call of calls) await send(deps, call);
  return calls.length;
}

/** Works off one refund now, whenever it was tried last. */
export async function workOn(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  await send(deps, call);
}

async function send(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  const { db, clock, log } = deps;
  if (!(await moneyCalls.take(db, call, clock.now()))) return;
  try {
    await confirm(deps, await made(deps, call));
  } catch (error) {
    log("warn", "refund not sent", { call: call.id, order: call.orderId, error: errorText(error) });
    await moneyCalls.noteFailure(db, call, errorText(error), verdictOf(error), clock.now());
  }
}

/** The refund of a call, made where it is not. @throws what Stripe says */
async function made(deps: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Refund> {
  const { stripe } = deps;
  if (call.stripeId) return await stripe.refunds.retrieve(call.stripeId);
  // It was sent before, and may have been made: another key, or the same one a day later, would make another.
  const earlier = call.state === "due" ? null : await findEarlier(deps, call);
  if (earlier) return earlier;
  const key = { idempotencyKey: moneyCalls.idempotencyKey(call) };
  try {
    return await stripe.refunds.create(JSON.parse(call.params), key);
  } catch (error) {
    const found = alreadyRefunded(error)
      ? ((await findEarlier(deps, call)) ?? (await adopt(deps, call)))
      : null;
    if (found) return found;
    throw error;
  }
}

/**
 * The refund that an earlier attempt of a call has made, found by the call's id that it carries: Stripe forgets an idempotency key after a day,
 * and a fault (5xx) says nothing of what was done before it.
 */
async function findEarlier({ stripe }: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Refund | null> {
  const params: Stripe.RefundCreateParams = JSON.parse(call.params);
  const { data } = await stripe.refunds.list({ payment_intent: params.payment_intent, limit: 100 });
  return data.find((refund) => refund.metadata?.call === call.id) ?? null;
}

/**
 * A refund that somebody has made at Stripe's own desk, for just what a call asks: nothing is left of the charge, so it is the call's from
 * now on. One refund stands for one call (`money_calls.stripe_id`).
 */
async function adopt({ db, stripe, clock }: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Refund | null> {
  const params: Stripe.RefundCreateParams = JSON.parse(call.params);
  const { data } = await stripe.refunds.list({ payment_intent: params.payment_intent, limit: 100 });
  for (const refund of data) {
    if (refund.metadata?.call || refund.status !== "succeeded" || refund.amount !== params.amount) continue;
    try {
      await moneyCalls.settle(db, call.id, { stripeId: refund.id }, clock.now());
      return refund;
    } catch (error) {
      if (!brokeUnique(error, "money_calls.stripe_id")) throw error;
    }
  }
  return null;
}

/** Books what Stripe says of all refunds of a charge. @param chargeId `ch_…` */
export async function confirmOf(deps: Deps, chargeId: string): Promise<void> {
  const { data } = await deps.stripe.refunds.list({ charge: chargeId, limit: 100 });
  for (const refund of data) await confirm(deps, refund);
}

/**
 * Books what Stripe says of a refund: from the answer to our call, from `refund.updated`, or from the sweep. The ledger's
 * unique transaction lets it be booked once. A failed refund is kept for the operator, and so is one that was made elsewhere, at
 * Stripe's own desk say, or once too often.
 */
export async function confirm(deps: Deps, refund: Stripe.Refund): Promise<void> {
  const { db, clock } = deps;
  const call = await callOf(db, refund);
  if (!call) return await queue(deps, refund);
  const at = clock.now();
  const isFirst = call.stripeId === null;
  if (isFirst) await moneyCalls.settle(db, call.id, { stripeId: refund.id }, at);
  if (refund.status === "failed" || refund.status === "canceled") {
    const isOurs = isFirst || call.stripeId === refund.id;
    if (isOurs && call.state !== "failed") await undo(deps, call, refund);
    return;
  }
  if (refund.status !== "succeeded") return;
  if (call.state === "confirmed") {
    if (!(await ledger.hasRefund(db, refund.id))) await queueSurplus(deps, call, refund);
    return;
  }
  const returned = isReturn(call);
  for (let tries = 0; tries < 5; tries++) {
    const order = await orders.find(db, call.orderId);
    if (!order) throw new Error(`Refund ${refund.id} is for no order`);
    const booked = [
      ledger.refund(db, order, refund.id, refund.amount, at),
      moneyCalls.settle(db, call.id, { state: "confirmed", stripeId: refund.id, error: null }, at),
    ] as const;
    const whole = isReturned(order) && !(await moneyCalls.hasRefundOwed(db, order.id, call.id));
    try {
      // Money that the order never took changes nothing about the order.
      await db.batch(
        returned ? booked : [...booked, ...orders.refunded(db, order, refund.amount, whole, at)],
      );
      return;
    } catch (error) {
      if (brokeUnique(error, "ledger.transaction")) {
        await moneyCalls.settle(db, call.id, { state: "confirmed", error: null }, at);
        return;
      }
      if (!orders.isLostRace(error)) throw error;
    }
  }
}

/**
 * A refund failed, perhaps days after it had succeeded: what was booked is taken back, and the call waits for an operator. What a lost
 * dispute has paid was never booked as a refund, and stays paid.
 */
async function undo(
  { db, clock, log }: Deps,
  call: moneyCalls.MoneyCall,
  refund: Stripe.Refund,
): Promise<void> {
  const at = clock.now();
  const reason = refund.failure_reason ?? refund.status ?? "failed";
  log("warn", "refund failed", { call: call.id, order: call.orderId, refund: refund.id });
  if (!(await ledger.hasRefund(db, refund.id))) {
    await moneyCalls.refundFailed(db, call.id, reason, at);
    return;
  }
  const failed = moneyCalls.settle(db, call.id, { state: "failed", error: reason }, at);
  for (let tries = 0; tries < 5; tries++) {
    const order = await orders.find(db, call.orderId);
    if (!order) throw new Error(`Refund ${refund.id} is for no order`);
    const booked = [ledger.refundFailed(db, order, refund.id, refund.amount, at), failed] as const;
    try {
      await db.batch(
        isReturn(call) ? booked : [...booked, ...orders.refundFailed(db, order, refund.amount, at)],
      );
      return;
    } catch (error) {
      if (brokeUnique(error, "ledger.transaction")) return;
      if (!orders.isLostRace(error)) throw error;
    }
  }
}

/** A refund that is none of ours: our books still owe the money to the seller. */
async function queue(deps: Deps, refund: Stripe.Refund): Promise<void> {
  if (refund.status === "failed" || refund.status === "canceled") return;
  const payment = await paymentOf(deps, idIn(refund.payment_intent));
  const back = `${exactDollars(refund.amount)} went back`;
  const note = payment
    ? `${back} that this product did not send: its books still hold the order as paid`
    : `${back} for a payment that belongs to no order of ours`;
  const mismatch = { id: refund.id, orderId: payment?.orderId ?? null, note };
  await mismatches.note(deps.db, mismatch, deps.clock.now());
}

/** A refund of ours whose money had gone back before, by another one of the same call or by a dispute. */
async function queueSurplus(deps: Deps, { orderId }: moneyCalls.MoneyCall, { id, amount }: Stripe.Refund) {
  const note = `${exactDollars(amount)} went back that was not owed any more`;
  await mismatches.note(deps.db, { id, orderId, note }, deps.clock.now());
}

/** True for money that its order never took. */
function isReturn(call: moneyCalls.MoneyCall): boolean {
  return JSON.parse(call.params).metadata?.reason === "return";
}

/** The row of the call that made a refund, also when its answer never reached us. */
async function callOf(db: Deps["db"], refund: Stripe.Refund): Promise<moneyCalls.MoneyCall | null> {
  const byAnswer = await moneyCalls.find(db, { stripeId: refund.id });
  if (byAnswer) return byAnswer;
  const id = refund.metadata?.call;
  return id ? await moneyCalls.find(db, { id }) : null;
}
