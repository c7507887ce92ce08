import type Stripe from "stripe";
import { type Failure, refused } from "../api/failure.ts";
import { newId } from "../ids.ts";
import { dollars } from "./basket.ts";
import { refundCourseOf } from "./card.ts";

export const reasons = ["duplicate", "fraudulent", "requested_by_customer"] as const;

/**
 * Why this amount of a charge cannot be refunded; null if it can.
 * @param disputes the disputes of the charge; those that were won do not prevent a refund
 * @param amount in cents
 */
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
  // Stripe gives this error no code. Only the parameter and the message identify it.
  const than = charge.amount_refunded > 0 ? "unrefunded amount on charge" : "charge amount";
  return refused(`Refund amount (${dollars(amount)}) is greater than ${than} (${dollars(left)})`, {
    param: "amount",
  });
}

/** Seconds from a refund to its planned outcome, unless a control request settles it earlier. */
const refundDelay = 10 * 60;

/**
 * How and when (unix seconds) a refund of this charge will settle automatically; null if it is final already.
 */
export function plannedOutcome(
  charge: Stripe.Charge,
  now: number,
): { at: number; outcome: "succeeded" | "failed" } | null {
  const to = charge.payment_method_details;
  // A refund to a bank account takes time, as the payment did.
  const course = to?.card ? refundCourseOf(to.card.last4 ?? "") : "later";
  if (course === "done") return null;
  return { at: now + refundDelay, outcome: course === "later" ? "succeeded" : "failed" };
}

/** A settled refund: with a reference for the bank, or with the reason of its failure. */
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

/** A charge after a refund of `amount` cents. A negative amount reverses a refund. */
export function withRefund(charge: Stripe.Charge, amount: number): Stripe.Charge {
  const total = charge.amount_refunded + amount;
  return { ...charge, amount_refunded: total, refunded: total === charge.amount };
}

/** A new refund of a charge. The amount is in cents, `now` in unix seconds. */
export function fromCharge(
  charge: Stripe.Charge,
  details: { amount: number; reason: Stripe.Refund.Reason | null; metadata: Record<string, string> },
  now: number,
): Stripe.Refund {
  const pending = plannedOutcome(charge, now)?.outcome === "succeeded";
  return {
    id: newId("re_3"),
    object: "refund",
    amount: details.amount,
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
    metadata: details.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: details.reason,
    receipt_number: null,
    ...(pending ? { pending_reason: "processing" } : {}),
    source_transfer_reversal: null,
    status: pending ? "pending" : "succeeded",
    transfer_reversal: null,
  };
}
