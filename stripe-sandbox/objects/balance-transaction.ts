import type Stripe from "stripe";
import { newId } from "../ids.ts";

/** What moves a balance, in cents of `currency` (default USD). Times are unix seconds. */
export interface Movement {
  /** The id that the source names already; a new one if absent. */
  id?: string;
  type: Stripe.BalanceTransaction.Type;
  /** Stripe's `reporting_category`. */
  category: string;
  /** Before the fee; negative if it leaves the balance. */
  amount: number;
  /** 0 if absent. */
  fee?: number;
  feeText?: string;
  /** The id of the object that caused it; null for Stripe's own bills and reserves. */
  source: string | null;
  description?: string | null;
  currency?: string;
  exchangeRate?: number;
  at: number;
  /** `at` if absent. */
  availableOn?: number;
}

/** The balance transaction of a movement: pending until it is available. */
export function transactionOf(movement: Movement): Stripe.BalanceTransaction {
  const { amount, at, currency = "usd", fee = 0, availableOn = at } = movement;
  return {
    id: movement.id ?? newId("txn_1"),
    object: "balance_transaction",
    amount,
    available_on: availableOn,
    balance_type: "payments",
    created: at,
    currency,
    description: movement.description ?? null,
    exchange_rate: movement.exchangeRate ?? null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: movement.feeText ?? "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: amount - fee,
    reporting_category: movement.category,
    source: movement.source,
    status: availableOn > at ? "pending" : "available",
    type: movement.type,
  };
}

/**
 * Stripe's US fee for a charge, in cents: 2.9 % plus 30 cents for a card; 0.8 %, at most $5, for a bank
 * account.
 */
function feeOf({ amount, payment_method_details: paid }: Stripe.Charge): number {
  return paid?.card ? Math.round(amount * 0.029) + 30 : Math.min(500, Math.round(amount * 0.008));
}

/**
 * The balance transaction of a charge that has succeeded.
 * @param at when it succeeded: a payment from a bank account does so days after it was created
 * @param delay seconds until its money is available
 */
export function ofCharge(charge: Stripe.Charge, at: number, delay: number): Stripe.BalanceTransaction {
  return transactionOf({
    id: String(charge.balance_transaction),
    type: charge.payment_method_details?.card ? "charge" : "payment",
    category: "charge",
    amount: charge.amount,
    fee: feeOf(charge),
    source: charge.id,
    description: charge.description,
    currency: charge.currency,
    at,
    availableOn: at + delay,
  });
}

/** The balance transaction of a refund: the money leaves the balance now, even if it arrives later. */
export function ofRefund(refund: Stripe.Refund): Stripe.BalanceTransaction {
  return transactionOf({
    id: String(refund.balance_transaction),
    type: refund.destination_details?.card ? "refund" : "payment_refund",
    category: "refund",
    amount: -refund.amount,
    source: refund.id,
    description: `REFUND FOR CHARGE ${refund.charge}`,
    currency: refund.currency,
    at: refund.created,
  });
}

/** The balance transaction that returns the money of a failed refund. */
export function ofFailedRefund(refund: Stripe.Refund, at: number): Stripe.BalanceTransaction {
  return transactionOf({
    id: String(refund.failure_balance_transaction),
    type: "refund_failure",
    category: "refund_failure",
    amount: refund.amount,
    source: refund.id,
    description: `REFUND FAILURE FOR CHARGE ${refund.charge}`,
    currency: refund.currency,
    at,
  });
}

/** What Stripe takes for every dispute, in cents; it is not returned when the dispute is won. */
const disputeFee = 1500;

/** The balance transaction that withdraws the disputed amount with the fee, or returns the amount. */
export function ofDispute(
  dispute: Pick<Stripe.Dispute, "id" | "amount" | "currency" | "charge">,
  moved: "withdrawal" | "reversal",
  at: number,
): Stripe.BalanceTransaction {
  const isWithdrawal = moved === "withdrawal";
  return transactionOf({
    type: "adjustment",
    category: isWithdrawal ? "dispute" : "dispute_reversal",
    amount: isWithdrawal ? -dispute.amount : dispute.amount,
    fee: isWithdrawal ? disputeFee : 0,
    feeText: "Dispute fee",
    source: dispute.id,
    description: `Chargeback ${moved} for ${dispute.charge}`,
    currency: dispute.currency,
    at,
  });
}
