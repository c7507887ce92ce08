import type Stripe from "stripe";
import * as events from "./events.ts";
import { invalid, noSuch } from "./failure.ts";
import type { Params } from "./params.ts";
import { fromCharge, reasons, refusalToRefund } from "./refund.ts";
import type { Store } from "./store.ts";

/** `POST /v1/refunds`: gives back part of a charge, or all that is left of it when no amount is asked. */
export function create(store: Store, params: Params, cause: events.Cause): Stripe.Refund {
  params.only("payment_intent", "charge", "amount", "reason", "metadata");
  const charge = chargeOf(store, params);
  const amount = params.integer("amount") ?? charge.amount - charge.amount_refunded;
  const reason = params.choice("reason", reasons);
  const metadata = params.metadata();
  const refusal = refusalToRefund(charge, amount);
  if (refusal) throw refusal;

  const refund = fromCharge(charge, { amount, reason, metadata }, store.now());
  const total = charge.amount_refunded + amount;
  const refunded: Stripe.Charge = { ...charge, amount_refunded: total, refunded: total === charge.amount };
  store.keep("refund", refund);
  store.keep("charge", refunded);
  events.record(store, "refund.created", refund, cause);
  events.record(store, "charge.refunded", refunded, cause);

  const reference = {
    ...refund.destination_details?.card,
    reference: "7100000000000000",
    reference_status: "available",
  };
  const settled: Stripe.Refund = {
    ...refund,
    destination_details: { type: "card", card: { type: "refund", ...reference } },
  };
  store.keep("refund", settled);
  events.record(store, "refund.updated", settled, cause);
  return refund;
}

function chargeOf(store: Store, params: Params): Stripe.Charge {
  const id = params.text("charge");
  const intentId = params.text("payment_intent");
  if (id !== null) {
    const charge = store.find("charge", id);
    if (!charge) throw noSuch("charge", id, "charge");
    if (intentId !== null && charge.payment_intent !== intentId) {
      throw invalid("The charge does not belong to the payment_intent.", { param: "payment_intent" });
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
  if (!charge) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw invalid(message, { code: "payment_intent_unexpected_state", param: "payment_intent" });
  }
  return charge;
}
