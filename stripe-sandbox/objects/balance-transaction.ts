import type Stripe from "stripe";

/**
 * Stripe's US fee for a charge, in cents: 2.9 % plus 30 cents for a card; 0.8 %, at most $5, for a bank
 * account.
 */
function feeOf({ amount, payment_method_details: paid }: Stripe.Charge): number {
  return paid?.card ? Math.round(amount * 0.029) + 30 : Math.min(500, Math.round(amount * 0.008));
}

/** The balance transaction of a charge; null until the charge has succeeded. */
export function ofCharge(charge: Stripe.Charge): Stripe.BalanceTransaction | null {
  const { amount, created, currency } = charge;
  if (typeof charge.balance_transaction !== "string") return null;
  const fee = feeOf(charge);
  return {
    id: charge.balance_transaction,
    object: "balance_transaction",
    amount,
    available_on: created,
    balance_type: "payments",
    created,
    currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details: [
      { amount: fee, application: null, currency, description: "Stripe processing fees", type: "stripe_fee" },
    ],
    net: amount - fee,
    reporting_category: "charge",
    source: charge.id,
    status: "available",
    type: "charge",
  };
}
