import type Stripe from "stripe";
import type { Card } from "./card.ts";
import { newId } from "./ids.ts";

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** The charge of an intent that has gone through; amounts in cents, `now` in unix seconds. */
export function fromIntent(
  intent: Stripe.PaymentIntent,
  card: Card,
  email: string | null,
  now: number,
): Stripe.Charge {
  return {
    id: newId("ch_3"),
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: newId("txn_3"),
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
      network_status: "approved_by_network",
      reason: null,
      risk_level: "normal",
      risk_score: 20,
      seller_message: "Payment complete.",
      type: "authorized",
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: newId("pm_1"),
    payment_method_details: { card: details(intent, card), type: "card" },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    // Since version 2022-11-15 refunds come only when they are asked for: expand[]=refunds.
    refunds: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

function details(intent: Stripe.PaymentIntent, card: Card): Stripe.Charge.PaymentMethodDetails.Card {
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
    fingerprint: newId("", 16),
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
