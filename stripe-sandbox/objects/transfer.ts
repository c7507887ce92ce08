import type Stripe from "stripe";
import { newId } from "../ids.ts";

/** What one US dollar is worth in the currencies of connected accounts. */
const rates: Record<string, number> = { usd: 1, eur: 0.9 };

/** The rate from US dollars to a currency; 1 for dollars. */
export function rateOf(currency: string): number {
  return rates[currency] ?? 1;
}

/** Converts US cents, rounded to a cent of the currency. */
export function converted(cents: number, currency: string): number {
  return Math.round(cents * rateOf(currency));
}

/** The list of reversals that a transfer embeds: Stripe embeds the ten newest. */
function reversalsOf(id: string, data: Stripe.TransferReversal[]): Stripe.Transfer["reversals"] {
  return {
    object: "list",
    data: data.slice(0, 10),
    has_more: data.length > 10,
    url: `/v1/transfers/${id}/reversals`,
  };
}

/** A new transfer in US dollars. The amount is in cents, `now` in unix seconds. */
export function newTransfer(
  details: Pick<Stripe.Transfer, "amount" | "description" | "metadata" | "transfer_group"> & {
    destination: string;
  },
  now: number,
): Stripe.Transfer & { balance_transaction: string; destination_payment: string } {
  const id = newId("tr_1");
  return {
    id,
    object: "transfer",
    amount_reversed: 0,
    balance_transaction: newId("txn_1"),
    created: now,
    currency: "usd",
    destination_payment: newId("py_1"),
    livemode: false,
    reversals: reversalsOf(id, []),
    reversed: false,
    source_transaction: null,
    source_type: "card",
    ...details,
  };
}

/** A new reversal of a transfer. The amount is in cents, `now` in unix seconds. */
export function newReversal(
  transfer: Stripe.Transfer,
  amount: number,
  metadata: Record<string, string>,
  now: number,
): Stripe.TransferReversal & { balance_transaction: string; destination_payment_refund: string } {
  return {
    id: newId("trr_1"),
    object: "transfer_reversal",
    amount,
    balance_transaction: newId("txn_1"),
    created: now,
    currency: transfer.currency,
    destination_payment_refund: newId("pyr_1"),
    metadata,
    source_refund: null,
    transfer: transfer.id,
  };
}

/** A transfer after a reversal. */
export function withReversal(transfer: Stripe.Transfer, reversal: Stripe.TransferReversal): Stripe.Transfer {
  const total = transfer.amount_reversed + reversal.amount;
  return {
    ...transfer,
    amount_reversed: total,
    reversals: reversalsOf(transfer.id, [reversal, ...transfer.reversals.data]),
    reversed: total === transfer.amount,
  };
}
