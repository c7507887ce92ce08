import type Stripe from "stripe";
import { dollars } from "./basket.ts";
import { type Failure, invalid } from "./failure.ts";
import { newId } from "./ids.ts";

export const reasons = ["duplicate", "fraudulent", "requested_by_customer"] as const;

/** Why this charge cannot give back so many cents, or null. */
export function refusalToRefund(charge: Stripe.Charge, amount: number): Failure | null {
  if (charge.disputed) {
    return invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  if (charge.refunded) {
    return invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (amount < 1)
    return invalid("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  const left = charge.amount - charge.amount_refunded;
  if (amount <= left) return null;
  // Stripe gives this one no code: only the parameter and the sentence tell it apart.
  const than = charge.amount_refunded > 0 ? "unrefunded amount on charge" : "charge amount";
  return invalid(`Refund amount (${dollars(amount)}) is greater than ${than} (${dollars(left)})`, {
    param: "amount",
  });
}

/** A refund of so many cents of the charge; `now` in unix seconds. */
export function fromCharge(
  charge: Stripe.Charge,
  asked: { amount: number; reason: Stripe.Refund.Reason | null; metadata: Record<string, string> },
  now: number,
): Stripe.Refund {
  return {
    id: newId("re_3"),
    object: "refund",
    amount: asked.amount,
    balance_transaction: newId("txn_3"),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: asked.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: asked.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
