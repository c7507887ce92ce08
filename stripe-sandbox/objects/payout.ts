import type Stripe from "stripe";
import { newId } from "../ids.ts";

const day = 24 * 60 * 60;

/** Why a bank returns a payout, by Stripe's `failure_code`. */
export const failures: Record<string, string> = {
  account_closed: "The bank account has been closed.",
  account_frozen: "The bank account has been frozen.",
  bank_account_restricted:
    "The bank account has restrictions on either the type, or the number, of payouts allowed. This normally indicates that the bank account is a savings or other non-checking account.",
  bank_ownership_changed:
    "The destination bank account is no longer valid because its branch has changed ownership.",
  could_not_process: "The bank could not process this payout.",
  debit_not_authorized:
    "Debit transactions are not approved on the bank account. (Stripe requires bank accounts to be set up for both credit and debit payouts.)",
  declined: "The bank has declined this payout. Please contact the bank before retrying.",
  incorrect_account_holder_address:
    "Your bank notified us that the bank account holder address on file is incorrect.",
  incorrect_account_holder_name:
    "Your bank notified us that the bank account holder name on file is incorrect.",
  incorrect_account_holder_tax_id:
    "Your bank notified us that the bank account holder tax ID on file is incorrect.",
  insufficient_funds: "Your Stripe account has insufficient funds to cover the payout.",
  invalid_account_number: "The routing number seems correct, but the account number is invalid.",
  invalid_currency:
    "The bank was unable to process this payout because of its currency. This is probably because the bank account cannot accept payments in that currency.",
  no_account:
    "The bank account details on file are probably incorrect. No bank account could be located with those details.",
};

/** The failure of a payout to Stripe's test numbers; null if a payout to the number arrives. */
export function failureOf(number: string): string | null {
  const codes: Record<string, string> = {
    "000111111113": "account_closed",
    "000111111116": "no_account",
    "000222222227": "insufficient_funds",
    "000333333335": "debit_not_authorized",
    "000444444440": "invalid_currency",
  };
  return codes[number] ?? null;
}

/** The start of the day that is `days` working days after a time. Unix seconds, UTC. */
function workingDay(time: number, days: number): number {
  let at = time - (time % day);
  for (let left = days; left > 0; ) {
    at += day;
    const weekday = new Date(at * 1000).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return at;
}

/** When the next step of a payout is due, in unix seconds; null if it has ended. */
export function nextStepAt({ arrival_date, created, status }: Stripe.Payout): number | null {
  if (status === "pending") return workingDay(created, 1);
  return status === "in_transit" ? arrival_date : null;
}

/** A new payout: pending, in the bank after two working days. The amount is in cents, `now` unix seconds. */
export function newPayout(
  details: { amount: number; automatic: boolean; currency: string; destination: string },
  now: number,
): Stripe.Payout & { balance_transaction: string; destination: string } {
  return {
    id: newId("po_1"),
    object: "payout",
    application_fee: null,
    application_fee_amount: null,
    arrival_date: workingDay(now, 2),
    balance_transaction: newId("txn_1"),
    created: now,
    description: details.automatic ? "STRIPE PAYOUT" : null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: details.automatic ? "in_progress" : "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "pending",
    trace_id: { status: "pending", value: null },
    type: "bank_account",
    ...details,
  };
}

/** A payout that was given to the bank. From now on, Stripe says what an automatic one contains. */
export function inTransit(payout: Stripe.Payout): Stripe.Payout {
  return {
    ...payout,
    reconciliation_status: payout.automatic ? "completed" : "not_applicable",
    status: "in_transit",
  };
}

/** A payout that the bank has confirmed. */
export function paid(payout: Stripe.Payout): Stripe.Payout {
  return {
    ...inTransit(payout),
    status: "paid",
    trace_id: { status: "supported", value: `1${payout.created}` },
  };
}

/** A payout that the bank has returned. */
export function failed(
  payout: Stripe.Payout,
  code: string,
): Stripe.Payout & { failure_balance_transaction: string } {
  return {
    ...inTransit(payout),
    failure_balance_transaction: newId("txn_1"),
    failure_code: code,
    failure_message: failures[code] ?? null,
    status: "failed",
  };
}
