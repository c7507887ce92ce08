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
 * Works off refunds that are due, or sent without an answer: at once after a cancellation (`rest` 0), and again by the sweep.
 * Two at once send the same idempotency key, and one books it.
 * @param rest only calls left alone for so long, in ms
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
  const { db, stripe, clock } = deps;
  if (!(await moneyCalls.take(db, call, clock.now()))) return;
  try {
    const made = call.stripeId
      ? await stripe.refunds.retrieve(call.stripeId)
      : // A fault of Stripe's may have come after the refund was made: a new key would make another.
        call.attempt > 1 && (await findEarlier(deps, call));
    const key = { idempotencyKey: moneyCalls.idempotencyKey(call) };
    await confirm(deps, made || (await stripe.refunds.create(JSON.parse(call.params), key)));
  } catch (error) {
    const earlier = alreadyRefunded(error) ? await findEarlier(deps, call) : null;
    if (earlier) return await confirm(deps, earlier);
    deps.log("warn", "refund not sent", { call: call.id, order: call.orderId, error: errorText(error) });
    await moneyCalls.noteFailure(db, call, errorText(error), verdictOf(error), clock.now());
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

/** Books what Stripe says of all refunds of a charge. @param chargeId `ch_…` */
export async function confirmOf(deps: Deps, chargeId: string): Promise<void> {
  const { data } = await deps.stripe.refunds.list({ charge: chargeId, limit: 100 });
  for (const refund of data) await confirm(deps, refund);
}

/**
 * Books what Stripe says of a refund: from the answer to our call, from `refund.updated`, or from the sweep. The ledger's
 * unique transaction lets it be booked once. A failed refund is kept for the operator, and so is one that was made elsewhere, at
 * Stripe's own desk say.
 */
export async function confirm(deps: Deps, refund: Stripe.Refund): Promise<void> {
  const { db, clock } = deps;
  const call = await callOf(db, refund);
  if (!call) return await queue(deps, refund);
  const at = clock.now();
  if (!call.stripeId) await moneyCalls.settle(db, call.id, { stripeId: refund.id }, at);
  if (refund.status === "failed" || refund.status === "canceled") {
    if (call.state !== "failed") await undo(deps, call, refund);
    return;
  }
  if (call.state === "confirmed") return;
  if (refund.status !== "succeeded") return;
  const returned = isReturn(call);
  for (let tries = 0; tries < 5; tries++) {
    const order = await orders.find(db, call.orderId);
    if (!order) throw new Error(`Refund ${refund.id} is for no order`);
    const booked = [
      ledger.refund(db, order, refund.id, refund.amount, at),
      moneyCalls.settle(db, call.id, { state: "confirmed", error: null }, at),
    ] as const;
    const whole = isReturned(order) && !(await moneyCalls.hasOtherRefund(db, order.id, call.id));
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
 * A refund failed, perhaps days after it had succeeded: what was booked is taken back, and the call waits for an operator.
 */
async function undo(
  { db, clock, log }: Deps,
  call: moneyCalls.MoneyCall,
  refund: Stripe.Refund,
): Promise<void> {
  const at = clock.now();
  log("warn", "refund failed", { call: call.id, order: call.orderId, refund: refund.id });
  const failed = moneyCalls.settle(
    db,
    call.id,
    { state: "failed", error: refund.failure_reason ?? refund.status },
    at,
  );
  // What a lost dispute has paid was never booked as a refund.
  if (call.state !== "confirmed" || !(await ledger.hasRefund(db, refund.id))) {
    await failed;
    return;
  }
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
