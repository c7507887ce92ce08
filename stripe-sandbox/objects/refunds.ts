import type Stripe from "stripe";
import { invalid, noSuch, refused } from "../api/failure.ts";
import type { Params } from "../api/params.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import { fromCharge, onCharge, outlook, reasons, refusalToRefund, settled } from "./refund.ts";

/** `POST /v1/refunds`: gives back part of a charge, or all that is left of it when no amount is asked. */
export function create(store: Store, params: Params, cause: events.Cause): Stripe.Refund {
  params.only("payment_intent", "charge", "amount", "reason", "metadata");
  const asked = params.integer("amount");
  if (asked !== null && asked < 1)
    throw invalid("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  const reason = params.choice("reason", reasons);
  const metadata = params.metadata();
  const charge = chargeOf(store, params);
  const amount = asked ?? charge.amount - charge.amount_refunded;
  const disputes = store.of("dispute", String(charge.payment_intent));
  const refusal = refusalToRefund(charge, disputes, amount);
  if (refusal) throw refusal;
  if (store.setting("refuse refunds") === "true")
    throw refused("Insufficient funds in your Stripe balance to refund this amount.", {
      message_code: "insufficient_balance_for_refund",
    });

  const refund = fromCharge(charge, { amount, reason, metadata }, store.now());
  const later = outlook(charge, store.now());
  const refunded = onCharge(charge, amount);
  store.keep("refund", refund, later?.at);
  store.keep("charge", refunded);
  events.record(store, "refund.created", refund, cause);
  events.record(store, "charge.refunded", refunded, cause);
  if (refund.status === "pending") return refund;

  const referenced = settled(refund, "succeeded", "");
  store.keep("refund", referenced, later?.at);
  events.record(store, "refund.updated", referenced, cause);
  return refund;
}

/** Brings a refund to its end, also one that had succeeded. A failed one puts the money back. @throws when it has failed before */
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
  store.keep("refund", end);
  if (outcome === "failed") {
    const charge = store.find("charge", String(refund.charge));
    if (!charge) throw noSuch("charge", String(refund.charge), "charge");
    store.keep("charge", onCharge(charge, -refund.amount));
  }
  events.record(store, "refund.updated", end, null);
  if (outcome === "failed") events.record(store, "refund.failed", end, null);
  return end;
}

/** Brings every refund to its end whose time has come. */
export function settleDue(store: Store): void {
  store.together(() => {
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
