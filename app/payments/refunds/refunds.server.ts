import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import { type PaidFor, paidForOf } from "#app/ledger/paid-for.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { Work } from "#app/lib/work.ts";
import * as disputes from "#app/payments/disputes.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import * as refundUpdates from "#app/payments/refunds/refund-updates.server.ts";
import {
  alreadyRefunded,
  errorText,
  isDisputed,
  lacksBalance,
  refused,
  verdictOf,
} from "#app/payments/stripe.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/** The refunds that Stripe has not confirmed. */
export const unsettledRefunds: Work<Deps> = {
  find: ({ db, clock }, limit) => refundCalls.findUnsettled(db, clock.now(), limit),
  async run(deps, id) {
    const call = await refundCalls.findIfUnsettled(deps.db, id, deps.clock.now());
    if (call) await send(deps, call);
    return call !== null;
  },
};

/**
 * Sends the refund that was just decided, if there is one. If several payments are refunded, the next sweep
 * sends the other refunds: a unit of work has room for one.
 */
export async function sendOf(deps: Deps, paidFor: PaidFor): Promise<void> {
  const call = await refundCalls.findDue(deps.db, paidFor);
  if (call) await send(deps, call);
}

/**
 * Sends refunds that are due and checks those without a response: at most five, and the sweep the others. A
 * cancellation calls it immediately (`pause` 0). If two runs overlap, only one of them sends each refund.
 * @param pause the minimum age of a refund that was never sent, in ms
 * @returns the number of refunds attempted
 */
export async function sendDue(deps: Deps, pause = minute): Promise<number> {
  const calls = await refundCalls.listUnsettled(deps.db, deps.clock.now(), pause);
  for (const call of calls) await send(deps, call);
  return calls.length;
}

/** Sends the refunds that are due, then the emails, after the response. The sweep retries what fails. */
export function sendSoon(context: Deps & Pick<Capabilities, "later" | "sendMails">): void {
  context.later(sendDue(context, 0).then(() => context.sendMails()));
}

/** Sends or checks one refund now, however recent its last attempt. A failure is recorded on the call. */
export async function send(deps: Deps, call: moneyCalls.MoneyCall): Promise<void> {
  const { db, clock, log } = deps;
  if (!(await moneyCalls.claim(db, call, clock.now()))) return;
  try {
    await refundUpdates.book(deps, await findOrCreate(deps, call));
  } catch (error) {
    const isFinal = await isRefusedForGood(deps, call, error);
    log("warn", "refund not sent", { call: call.id, error: errorStack(error), isFinal });
    await moneyCalls.recordFailure(db, call, errorText(error), verdictOf(error), clock.now(), isFinal);
  }
}

/**
 * True if Stripe will never accept the refund. A low balance may rise and a dispute may be won; other
 * refusals are final. Such a refund is not retried; it waits for the operator in Health.
 */
async function isRefusedForGood({ db }: Deps, call: moneyCalls.MoneyCall, error: unknown): Promise<boolean> {
  if (!refused(error) || lacksBalance(error)) return false;
  if (!isDisputed(error)) return true;
  const paidFor = paidForOf(call);
  return paidFor !== null && (await disputes.areLost(db, paidFor, refundCalls.paymentIntentOf(call)));
}

/** The refund of a call; creates it at Stripe if it does not exist. @throws Stripe's error */
async function findOrCreate(deps: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Refund> {
  const { stripe } = deps;
  if (call.stripeId) return await stripe.refunds.retrieve(call.stripeId);
  // An earlier attempt may have created the refund. A new key, or the same key a day later, would create
  // another one.
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
 * Finds the refund that an earlier attempt of this call created, by the call's id in its metadata. The
 * idempotency key is not enough: Stripe forgets it after a day, and a 5xx response does not tell whether the
 * refund was created.
 */
async function findEarlier(deps: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Refund | null> {
  const refunds = await listAtStripe(deps, call);
  return refunds.find((refund) => refund.metadata?.call === call.id) ?? null;
}

/**
 * Assigns to a call a refund of the same amount that was made in the Stripe Dashboard. Nothing else of the
 * charge is left, so this must be the call's refund. One refund belongs to one call: `money_calls.stripe_id`
 * is unique.
 * @returns null if there is no such refund
 */
async function adopt(deps: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Refund | null> {
  const { db, clock } = deps;
  const { amount }: Stripe.RefundCreateParams = JSON.parse(call.params);
  for (const refund of await listAtStripe(deps, call)) {
    if (refund.metadata?.call || refund.status !== "succeeded" || refund.amount !== amount) continue;
    try {
      await moneyCalls.updated(db, call.id, { stripeId: refund.id }, clock.now());
      return refund;
    } catch (error) {
      if (!brokeUnique(error, "money_calls.stripe_id")) throw error;
    }
  }
  return null;
}

/** All refunds of the payment that a call refunds. */
async function listAtStripe({ stripe }: Deps, call: moneyCalls.MoneyCall): Promise<Stripe.Refund[]> {
  const params: Stripe.RefundCreateParams = JSON.parse(call.params);
  const { data } = await stripe.refunds.list({ payment_intent: params.payment_intent, limit: 100 });
  return data;
}
