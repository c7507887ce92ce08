import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { ofDispute } from "./balance-transaction.ts";

const week = 7 * 24 * 60 * 60;

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/**
 * The dispute that a cardholder's bank opens over a charge or a part of it; the money is withdrawn.
 * @param amount in cents @param now in unix seconds
 */
export function fromCharge(charge: Stripe.Charge, amount: number, now: number): Stripe.Dispute {
  const subject = { id: newId("du_1"), amount, charge: charge.id, currency: charge.currency };
  return {
    ...subject,
    object: "dispute",
    balance_transactions: [ofDispute(subject, "withdrawal", now)],
    created: now,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, customer_email_address: charge.billing_details.email },
    evidence_details: {
      due_by: now + week,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: "visa", case_type: "chargeback", network: "visa", network_reason_code: "10.4" },
      type: "card",
    },
    reason: "fraudulent",
    status: "needs_response",
  };
}

/** A closed dispute. `won` returns the amount, but not the fee. */
export function closed(dispute: Stripe.Dispute, status: "won" | "lost", now: number): Stripe.Dispute {
  if (status === "lost") return { ...dispute, status };
  const back = ofDispute(dispute, "reversal", now);
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, back], status };
}
