import type Stripe from "stripe";
import { type Failure, refused } from "../api/failure.ts";
import { newId } from "../ids.ts";
import { dollars } from "./basket.ts";
import { returnOf } from "./card.ts";

export const reasons = ["duplicate", "fraudulent", "requested_by_customer"] as const;

/** Why this charge cannot give back so many cents, or null. `disputes` are those of the charge: one that was won stands in nobody's way. */
export function refusalToRefund(
  charge: Stripe.Charge,
  disputes: Stripe.Dispute[],
  amount: number,
): Failure | null {
  if (disputes.some(({ status }) => status !== "won")) {
    return refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  if (charge.refunded) {
    return refused(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  const left = charge.amount - charge.amount_refunded;
  if (amount <= left) return null;
  // Stripe gives this one no code: only the parameter and the sentence tell it apart.
  const than = charge.amount_refunded > 0 ? "unrefunded amount on charge" : "charge amount";
  return refused(`Refund amount (${dollars(amount)}) is greater than ${than} (${dollars(left)})`, {
    param: "amount",
  });
}

/** Some time after a refund was made, in seconds: then it comes to what the test card says, unless somebody steered it before. */
const someTime = 10 * 60;

/** What a refund of this charge will come to by itself, and when (unix seconds); null: it has come to all it will. */
export function outlook(
  charge: Stripe.Charge,
  now: number,
): { at: number; outcome: "succeeded" | "failed" } | null {
  const to = charge.payment_method_details;
  // Money goes back to a bank account as slowly as it came.
  const way = to?.card ? returnOf(to.card.last4 ?? "") : "later";
  if (way === "done") return null;
  return { at: now + someTime, outcome: way === "later" ? "succeeded" : "failed" };
}

/** A refund that has come to an end: with a reference for the bank, or with the reason why it failed. */
export function settled(
  refund: Stripe.Refund,
  outcome: "succeeded" | "failed",
  reason: string,
): Stripe.Refund {
  const { pending_reason: _, ...rest } = refund;
  if (outcome === "failed")
    return { ...rest, failure_balance_transaction: newId("txn_3"), failure_reason: reason, status: outcome };
  const reference = { reference: "7100000000000000", reference_status: "available" };
  const to = refund.destination_details;
  return {
    ...rest,
    destination_details: to?.card
      ? { type: "card", card: { ...to.card, ...reference } }
      : { type: "us_bank_transfer", us_bank_transfer: reference },
    status: outcome,
  };
}

/** The charge once a refund of so many cents was made, or taken back (negative cents). */
export function onCharge(charge: Stripe.Charge, amount: number): Stripe.Charge {
  const total = charge.amount_refunded + amount;
  return { ...charge, amount_refunded: total, refunded: total === charge.amount };
}

/** A refund of so many cents of the charge; `now` in unix seconds. */
export function fromCharge(
  charge: Stripe.Charge,
  asked: { amount: number; reason: Stripe.Refund.Reason | null; metadata: Record<string, string> },
  now: number,
): Stripe.Refund {
  const pending = outlook(charge, now)?.outcome === "succeeded";
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
    destination_details: charge.payment_method_details?.card
      ? {
          card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
          type: "card",
        }
      : { type: "us_bank_transfer", us_bank_transfer: { reference: null, reference_status: "pending" } },
    metadata: asked.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: asked.reason,
    receipt_number: null,
    ...(pending ? { pending_reason: "processing" } : {}),
    source_transfer_reversal: null,
    status: pending ? "pending" : "succeeded",
    transfer_reversal: null,
  };
}
