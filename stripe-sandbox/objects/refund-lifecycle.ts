import type Stripe from "stripe";
import { invalid, noSuch, refused } from "../api/failure.ts";
import type { Params } from "../api/params.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import * as balance from "./balance.ts";
import { ofFailedRefund, ofRefund } from "./balance-transaction.ts";
import { fromCharge, plannedOutcome, reasons, refusalToRefund, settled, withRefund } from "./refund.ts";

/** `POST /v1/refunds`: refunds part of a charge, or the whole remaining amount if `amount` is absent. */
export function create(store: Store, params: Params, cause: events.Cause): Stripe.Refund {
  params.allowOnly("payment_intent", "charge", "amount", "reason", "metadata");
  const requestedAmount = params.integer("amount");
  if (requestedAmount !== null && requestedAmount < 1)
    throw invalid("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  const reason = params.choice("reason", reasons);
  const metadata = params.metadata();
  const charge = chargeOf(store, params);
  const amount = requestedAmount ?? charge.amount - charge.amount_refunded;
  const disputes = store.listByIntent("dispute", String(charge.payment_intent));
  const refusal = refusalToRefund(charge, disputes, amount);
  if (refusal) throw refusal;
  if (store.setting("refuse refunds") === "true")
    throw refused("Insufficient funds in your Stripe balance to refund this amount.", {
      message_code: "insufficient_balance_for_refund",
    });

  const refund = fromCharge(charge, { amount, reason, metadata }, store.now());
  const outcome = plannedOutcome(charge, store.now());
  const refundedCharge = withRefund(charge, amount);
  store.save("refund", refund, outcome?.at);
  store.save("charge", refundedCharge);
  balance.book(store, ofRefund(refund));
  events.record(store, "refund.created", refund, cause);
  events.record(store, "charge.refunded", refundedCharge, cause);
  if (refund.status === "pending") return refund;

  const withReference = settled(refund, "succeeded", "");
  store.save("refund", withReference, outcome?.at);
  events.record(store, "refund.updated", withReference, cause);
  return refund;
}

/**
 * Settles a refund. A refund that has succeeded can still fail; a failed refund returns its amount to the
 * charge.
 * @throws Failure if the refund has already failed, or already has this outcome
 */
export function settle(
  store: Store,
  id: string,
  outcome: "succeeded" | "failed",
  reason = "unknown",
): Stripe.Refund {
  const refund = store.find("refund", id);
  if (!refund) throw noSuch("refund", id, "id");
  if (refund.status === "failed" || refund.status === outcome)
    throw refused(`This refund has a status of \`${refund.status}\`.`);
  const end = settled(refund, outcome, reason);
  store.save("refund", end);
  if (outcome === "failed") {
    const charge = store.find("charge", String(refund.charge));
    if (!charge) throw noSuch("charge", String(refund.charge), "charge");
    store.save("charge", withRefund(charge, -refund.amount));
    balance.book(store, ofFailedRefund(end, store.now()));
  }
  events.record(store, "refund.updated", end, null);
  if (outcome === "failed") events.record(store, "refund.failed", end, null);
  return end;
}

/** Settles every refund whose planned outcome is due. */
export function settleDue(store: Store): void {
  store.transaction(() => {
    for (const { id, status } of store.due("refund"))
      settle(store, id, status === "pending" ? "succeeded" : "failed");
  });
}

function chargeOf(store: Store, params: Params): Stripe.Charge {
  const id = params.text("charge");
  const intentId = params.text("payment_intent");
  if (id !== null) {
    const charge = store.find("charge", id);
    if (!charge) throw noSuch("charge", id, "charge");
    if (intentId !== null && charge.payment_intent !== intentId) {
      throw refused("The charge does not belong to the payment_intent.", { param: "payment_intent" });
    }
    return charge;
  }
  if (intentId === null) {
    const message =
      "One of the following params should be provided for this request: payment_intent or charge.";
    throw invalid(message, { code: "parameter_missing" });
  }
  const intent = store.find("payment_intent", intentId);
  if (!intent) throw noSuch("payment_intent", intentId, "payment_intent");
  const charge = typeof intent.latest_charge === "string" ? store.find("charge", intent.latest_charge) : null;
  if (charge?.status !== "succeeded") {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw refused(message, { code: "payment_intent_unexpected_state", param: "payment_intent" });
  }
  return charge;
}
