import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { exactDollars } from "#app/lib/money.ts";
import { isReturned } from "#app/orders/order.ts";
import { findPayment } from "#app/payments/fulfil.server.ts";
import * as mismatches from "#app/payments/mismatches.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as payables from "#app/payments/payables.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import { idIn } from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/** How often a batch is retried when other writes to the same order come first. */
const maxTries = 5;

/** Books the state of all refunds of a charge. @param chargeId `ch_…` */
export async function bookCharge(deps: Deps, chargeId: string): Promise<void> {
  const { data } = await deps.stripe.refunds.list({ charge: chargeId, limit: 100 });
  for (const refund of data) await book(deps, refund);
}

/**
 * Books the state of a refund as Stripe reports it: in the response to our call, in a `refund.*` event, or in
 * the sweep. It is safe to repeat: the ledger's unique transaction books a refund once. An operator must look
 * at these refunds: one that failed, one that the product did not send (made in the Stripe Dashboard, for
 * example), and a second refund of one call.
 */
export async function book(deps: Deps, refund: Stripe.Refund): Promise<void> {
  const { db, clock } = deps;
  const call = await moneyCalls.findFor(db, refund);
  if (!call) return await queueUnknown(deps, refund);
  const at = clock.now();
  const isFirst = call.stripeId === null;
  if (isFirst) await moneyCalls.updated(db, call.id, { stripeId: refund.id }, at);
  if (refund.status === "failed" || refund.status === "canceled") {
    const isOurs = isFirst || call.stripeId === refund.id;
    if (isOurs && call.state !== "failed") await reverse(deps, call, refund);
    return;
  }
  if (refund.status !== "succeeded") return;
  if (call.state !== "confirmed") return await confirm(deps, call, refund);
  if (!(await ledger.hasRefund(db, refund.id))) await queueSurplus(deps, call, refund);
}

/** Books a refund that succeeded: in the ledger, on its call, and on its order. */
async function confirm(deps: Deps, call: moneyCalls.MoneyCall, refund: Stripe.Refund): Promise<void> {
  const { db, clock } = deps;
  const at = clock.now();
  for (let tries = 0; tries < maxTries; tries++) {
    const payable = await payables.find(db, call);
    if (!payable) throw new Error(`Refund ${refund.id} belongs to no order`);
    const booked = [
      ledger.refund(db, payable, refund.id, refund.amount, at),
      moneyCalls.updated(db, call.id, { state: "confirmed", stripeId: refund.id, error: null }, at),
      mismatches.explained(db, refund.id, "A refund of this product matches it", at),
    ] as const;
    const whole = isReturned(payable) && !(await refundCalls.hasUnconfirmed(db, payable, call.id));
    try {
      // A payment that was never accepted changes only the books when it is refunded.
      await db.batch(
        refundCalls.returnsUnacceptedPayment(call)
          ? booked
          : [...booked, ...payables.refunded(db, payable, refund.amount, whole, at)],
      );
      return;
    } catch (error) {
      if (brokeUnique(error, "ledger.transaction")) {
        await moneyCalls.updated(db, call.id, { state: "confirmed", error: null }, at);
        return;
      }
      if (!payables.isLostRace(error)) throw error;
    }
  }
  throw changedDuringEveryTry(call);
}

/**
 * Reverses a refund that failed, possibly days after it succeeded. The call then waits for an operator. A
 * refund that a lost dispute paid was never booked as a refund, so it stays paid.
 * @throws if other writes to the order come first every time
 */
async function reverse(
  { db, clock, log }: Deps,
  call: moneyCalls.MoneyCall,
  refund: Stripe.Refund,
): Promise<void> {
  const at = clock.now();
  const reason = refund.failure_reason ?? refund.status ?? "failed";
  log("warn", "refund failed", { call: call.id, refund: refund.id });
  if (!(await ledger.hasRefund(db, refund.id))) {
    await refundCalls.failedUnbooked(db, call.id, reason, at);
    return;
  }
  const failed = moneyCalls.updated(db, call.id, { state: "failed", error: reason }, at);
  for (let tries = 0; tries < maxTries; tries++) {
    const payable = await payables.find(db, call);
    if (!payable) throw new Error(`Refund ${refund.id} belongs to no order`);
    const reversed = [ledger.refundFailed(db, payable, refund.id, refund.amount, at), failed] as const;
    try {
      await db.batch(
        refundCalls.returnsUnacceptedPayment(call)
          ? reversed
          : [...reversed, ...payables.refundFailed(db, payable, refund.amount, at)],
      );
      return;
    } catch (error) {
      if (brokeUnique(error, "ledger.transaction")) return;
      if (!payables.isLostRace(error)) throw error;
    }
  }
  throw changedDuringEveryTry(call);
}

/** The event or the call then counts as failed, and is retried. */
function changedDuringEveryTry({ orderId, registrationId }: moneyCalls.MoneyCall): Error {
  return new Error(`${orderId ?? registrationId} kept changing while its refund was being written`);
}

/** Queues a refund that the product did not send. The books still credit the money to the seller. */
async function queueUnknown(deps: Deps, refund: Stripe.Refund): Promise<void> {
  if (refund.status === "failed" || refund.status === "canceled") return;
  const payment = await findPayment(deps, idIn(refund.payment_intent));
  const back = `${exactDollars(refund.amount)} was refunded`;
  const note = payment
    ? `${back} outside this product, and the books still show it as paid`
    : `${back} for a payment that belongs to no order`;
  const { orderId = null, registrationId = null } = payment ?? {};
  const mismatch = { id: refund.id, orderId, registrationId, note };
  await mismatches.queue(deps.db, mismatch, deps.clock.now());
}

/** Queues a refund whose amount was already refunded by another refund of the same call or by a dispute. */
async function queueSurplus(deps: Deps, call: moneyCalls.MoneyCall, { id, amount }: Stripe.Refund) {
  const { orderId, registrationId } = call;
  const note = `${exactDollars(amount)} was refunded although it was no longer owed`;
  await mismatches.queue(deps.db, { id, orderId, registrationId, note }, deps.clock.now());
}
