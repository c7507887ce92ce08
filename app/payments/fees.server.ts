import type Stripe from "stripe";
import type { Capabilities } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { paidForOf } from "#app/ledger/paid-for.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as payments from "#app/payments/payments.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock">;

/**
 * Stripe's fee for a payment, in cents.
 * @param intent with `latest_charge.balance_transaction` expanded
 * @returns null if there is no fee, or Stripe does not know it yet: it may arrive minutes after the payment,
 *   with `charge.updated`
 */
export function feeOf(
  intent: Stripe.PaymentIntent | string | null,
): { charge: string; cents: number } | null {
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  if (typeof charge !== "object" || !charge) return null;
  const transaction = charge.balance_transaction;
  return typeof transaction === "object" && transaction && transaction.fee > 0
    ? { charge: charge.id, cents: transaction.fee }
    : null;
}

/**
 * Books the fee of a payment that was fulfilled before Stripe knew the fee. Safe to repeat.
 * @param intentId `pi_…`
 */
export async function book({ db, stripe, clock }: Deps, intentId: string): Promise<void> {
  const payment = await payments.findByIntent(db, intentId);
  // The fee of a payment that no order has booked is booked with the payment (payments/balance).
  if (!payment || ["mismatch", "resolved"].includes(payment.outcome)) return;
  const expand = ["latest_charge.balance_transaction"];
  const fee = feeOf(await stripe.paymentIntents.retrieve(intentId, { expand }));
  if (!fee) return;
  try {
    const paidFor = paidForOf(payment);
    if (paidFor) await ledger.processingFee(db, paidFor, fee.charge, fee.cents, clock.now());
  } catch (error) {
    if (!brokeUnique(error, "ledger.transaction")) throw error;
  }
}
