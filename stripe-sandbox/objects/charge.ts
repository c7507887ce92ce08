import type Stripe from "stripe";
import type { FailureBody } from "../api/failure.ts";
import { newId } from "../ids.ts";
import { type Card, fingerprintOf } from "./card.ts";

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/**
 * A new charge: succeeded with a card, pending with a bank account (`card` is null). `now` is in unix
 * seconds.
 */
export function fromIntent(
  intent: Stripe.PaymentIntent,
  { customer_email: given, customer_details: typed }: Stripe.Checkout.Session,
  card: Card | null,
  now: number,
): Stripe.Charge {
  const email = typed?.email ?? null;
  return {
    id: newId("ch_3"),
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: card ? newId("txn_3") : null,
    billing_details: { address: noAddress, email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: "HANDIWORK TEST",
    captured: true,
    created: now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: card ? "approved_by_network" : null,
      reason: null,
      risk_level: card ? "normal" : "not_assessed",
      ...(card ? { risk_score: 20 } : {}),
      seller_message: "Payment complete.",
      type: "authorized",
    },
    paid: card !== null,
    payment_intent: intent.id,
    payment_method: newId("pm_1"),
    payment_method_details: card
      ? { card: details(intent, card, given ?? email ?? ""), type: "card" }
      : { us_bank_account: bankAccount(), type: "us_bank_account" },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    // Since API version 2022-11-15 a charge includes its refunds only with expand[]=refunds.
    refunds: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: card ? "succeeded" : "pending",
    transfer_data: null,
    transfer_group: null,
  };
}

/** A pending charge after the bank's answer. */
export function settled(charge: Stripe.Charge, outcome: "succeeded" | "failed"): Stripe.Charge {
  if (outcome === "succeeded")
    return { ...charge, balance_transaction: newId("txn_3"), paid: true, status: outcome };
  return {
    ...charge,
    amount_captured: 0,
    captured: false,
    failure_code: "payment_intent_payment_attempt_failed",
    failure_message: bankDeclined.message,
    status: outcome,
  };
}

/** The error of a failed payment from a bank account. */
export const bankDeclined: FailureBody = {
  type: "invalid_request_error",
  code: "payment_intent_payment_attempt_failed",
  message: "The customer's bank account could not be debited.",
};

function bankAccount(): Stripe.Charge.PaymentMethodDetails.UsBankAccount {
  return {
    account_holder_type: "individual",
    account_type: "checking",
    bank_name: "STRIPE TEST BANK",
    fingerprint: newId("", 16),
    last4: "6789",
    payment_reference: null,
    routing_number: "110000000",
  };
}

function details(
  intent: Stripe.PaymentIntent,
  card: Card,
  buyer: string,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: intent.amount,
    authorization_code: "123456",
    brand: "visa",
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "US",
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    extended_authorization: { status: "disabled" },
    fingerprint: fingerprintOf(card, buyer),
    funding: "credit",
    incremental_authorization: { status: "unavailable" },
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    multicapture: { status: "unavailable" },
    network: "visa",
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: intent.amount, status: "unavailable" },
    regulated_status: "unregulated",
    three_d_secure:
      card.verdict === "authenticate"
        ? {
            authentication_flow: "challenge",
            electronic_commerce_indicator: "05",
            exemption_indicator: null,
            result: "authenticated",
            result_reason: null,
            transaction_id: crypto.randomUUID(),
            version: "2.2.0",
          }
        : null,
    transaction_link_id: null,
    wallet: null,
  };
}
