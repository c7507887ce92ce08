import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { minute } from "#app/lib/dates.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payments from "#app/payments/payments.server.ts";
import { errorText, refused } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log">;

/**
 * The buyer cancels (spec.md section 4). A paid order is refunded in full: the cancellation, the ledger and the refund that
 * is due are one batch.
 * @returns false when the order changed since it was read
 */
export async function cancel(
  deps: Pick<Deps, "db" | "clock">,
  order: orders.Order,
  actorId: string,
): Promise<boolean> {
  const { db } = deps;
  const at = deps.clock.now();
  const payment = order.paymentStatus === "paid" ? await payments.findApplied(db, order.id) : null;
  if (!payment) return await orders.move(db, order, "cancel", actorId, at);
  const params = {
    payment_intent: payment.paymentIntentId,
    metadata: { order: order.id, reason: "cancellation" },
  };
  try {
    await db.batch([
      ...orders.moved(db, order, "cancel", actorId, at),
      ledger.cancellation(db, order, at),
      moneyCalls.refundDue(db, order.id, params, at),
    ]);
    return true;
  } catch (error) {
    if (orders.isLostRace(error)) return false;
    throw error;
  }
}

/**
 * Works off refunds that are due, or sent without an answer: at once after a cancellation (`rest` 0), and again by the sweep.
 * Two at once send the same idempotency key, and one books it.
 * @param rest only calls left alone for so long, in ms
 * @returns how many were tried
 */
export async function work(deps: Deps, rest = minute): Promise<number> {
  const calls = await moneyCalls.listUnsettledRefunds(deps.db, deps.clock.now() - rest);
  for (const call of calls) await send(deps, call);
  return calls.length;
}

async function send(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  const { db, stripe, clock } = deps;
  try {
    await moneyCalls.settle(db, call.id, { state: "sent" }, clock.now());
    const params: Stripe.RefundCreateParams = JSON.parse(call.params);
    const refund = call.stripeId
      ? await stripe.refunds.retrieve(call.stripeId)
      : await stripe.refunds.create(params, { idempotencyKey: moneyCalls.idempotencyKey(call) });
    if (!call.stripeId) await moneyCalls.settle(db, call.id, { stripeId: refund.id }, clock.now());
    await confirm(deps, refund);
  } catch (error) {
    deps.log("warn", "refund not sent", { call: call.id, order: call.orderId, error: errorText(error) });
    await moneyCalls.settle(
      db,
      call.id,
      { ...(refused(error) ? { state: "failed" as const } : {}), error: errorText(error) },
      clock.now(),
    );
  }
}

/**
 * Books what Stripe says of a refund: from the answer to our call, from `refund.updated`, or from the sweep. The ledger's
 * unique transaction lets it be booked once. A failed refund is kept for the operator.
 */
export async function confirm(deps: Deps, refund: Stripe.Refund): Promise<void> {
  const { db, clock, log } = deps;
  const call = await moneyCalls.find(db, { stripeId: refund.id });
  if (!call || call.state === "confirmed") return;
  const at = clock.now();
  if (refund.status === "failed" || refund.status === "canceled") {
    await moneyCalls.settle(
      db,
      call.id,
      { state: "failed", error: refund.failure_reason ?? refund.status },
      at,
    );
    log("warn", "refund failed", { call: call.id, order: call.orderId, refund: refund.id });
    return;
  }
  if (refund.status !== "succeeded") return;
  const returned = JSON.parse(call.params).metadata?.reason === "return";
  for (let tries = 0; tries < 5; tries++) {
    const order = await orders.find(db, call.orderId);
    if (!order) throw new Error(`Refund ${refund.id} is for no order`);
    const booked = [
      ledger.refund(db, order, refund.id, refund.amount, at),
      moneyCalls.settle(db, call.id, { state: "confirmed", error: null }, at),
    ] as const;
    try {
      // Money that the order never took changes nothing about the order.
      await db.batch(returned ? booked : [...booked, ...orders.refunded(db, order, at)]);
      return;
    } catch (error) {
      if (brokeUnique(error, "ledger.transaction")) return;
      if (!orders.isLostRace(error)) throw error;
    }
  }
}
