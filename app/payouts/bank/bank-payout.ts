import { digitsOf } from "#app/lib/currencies.ts";
import { date, day, hour } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { BankPayoutState, bankPayouts } from "#drizzle/schema.ts";

// A payout of Stripe's to a seller's bank (docs/specification.md#bank-payouts). Times are UTC ms.

export type BankPayout = typeof bankPayouts.$inferSelect;

/** What the pages and mails show of a payout. `amount`: in the smallest unit of `currency`. */
export type ShownPayout = Pick<BankPayout, "amount" | "currency" | "cents" | "arrivesAt" | "state">;

/** A state replaces those before it. Stripe's answers to two requests may arrive out of order. */
const order: BankPayoutState[] = ["pending", "in_transit", "paid", "failed"];

/** True if a payout can have moved from one state to the other. A failed or canceled payout stays so. */
export function isLater(from: BankPayoutState, to: BankPayoutState): boolean {
  if (from === "failed" || from === "canceled") return false;
  return to === "canceled" || order.indexOf(to) > order.indexOf(from);
}

/** A bank may return a payout after Stripe has called it paid, for this long, in days. */
export const mayFailFor = 10;

/** How long Stripe may take to say which transfers are in a payout, in days. */
const reconciledWithin = 30;

/**
 * When a payout is read again, whether or not an event names it; null: never.
 * @param isComplete true if we know all that Stripe says about its transfers @param at UTC ms
 */
export function nextReading(
  { state, arrivesAt }: Pick<BankPayout, "state" | "arrivesAt">,
  isComplete: boolean,
  at: number,
): number | null {
  if (state === "pending" || state === "in_transit") return at + 6 * hour;
  const mayFail = state === "paid" && at < arrivesAt + mayFailFor * day;
  const mayReconcile = state !== "canceled" && !isComplete && at < arrivesAt + reconciledWithin * day;
  return mayFail || mayReconcile ? at + day : null;
}

/**
 * An amount in its own currency, `€77.76`, and in dollars too if it is another currency: `€77.76 ($86.40)`.
 */
export function payoutAmount({ amount, currency, cents }: Omit<ShownPayout, "arrivesAt" | "state">): string {
  if (currency === "usd") return exactDollars(amount);
  const own = inCurrency(amount, currency);
  return cents === null ? own : `${own} (${exactDollars(cents)})`;
}

function inCurrency(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.format(amount / 10 ** digitsOf(currency));
}

/** A sentence about the payout that holds an order's transfer. Stripe's days are days of UTC. */
export function payoutText(payout: ShownPayout): string {
  const amount = payoutAmount(payout);
  switch (payout.state) {
    case "paid":
      return `In your bank on ${date(payout.arrivesAt)}, in a payout of ${amount}.`;
    case "failed":
      return `The payout of ${amount} failed. The money is still in your Stripe account.`;
    case "canceled":
      return `Stripe canceled the payout of ${amount}. The money is still in your Stripe account.`;
    default:
      return `In your bank about ${date(payout.arrivesAt)}, in a payout of ${amount}.`;
  }
}

const change = "Please change your bank account.";

/** Why a bank returned a payout, and what to do, by Stripe's failure code. */
const failures: Record<string, [reason: string, mend: string]> = {
  account_closed: ["The bank account has been closed.", change],
  account_frozen: [
    "The bank account has been frozen.",
    "Please ask your bank to release it, or change your bank account.",
  ],
  bank_account_restricted: [
    "The bank account does not accept payouts of this kind. It may be a savings account.",
    "Please change your bank account. A checking account works.",
  ],
  bank_ownership_changed: [
    "The bank account is no longer valid, because its branch now belongs to another bank.",
    "Please ask your bank for the new account number, and enter it.",
  ],
  could_not_process: [
    "Your bank could not process the payout.",
    "Please ask your bank why, or change your bank account.",
  ],
  debit_not_authorized: [
    "The bank account does not allow debits, which Stripe needs as well.",
    "Please ask your bank to allow them, or change your bank account.",
  ],
  declined: ["Your bank has declined the payout.", "Please ask your bank why, or change your bank account."],
  incorrect_account_holder_address: [
    "The address of the account's holder doesn't match your bank's records.",
    "Please correct it, or change your bank account.",
  ],
  incorrect_account_holder_name: [
    "The name of the account's holder doesn't match your bank's records.",
    "Please enter the bank account again, with the name exactly as your bank has it.",
  ],
  incorrect_account_holder_tax_id: [
    "The tax number of the account's holder doesn't match your bank's records.",
    "Please correct it, or change your bank account.",
  ],
  insufficient_funds: [
    "Your balance at Stripe was too small for the payout.",
    "You don't have to do anything: it is in your next payout.",
  ],
  invalid_account_number: ["The account number is not valid.", "Please enter the bank account again."],
  invalid_currency: [
    "The bank account does not accept this currency.",
    "Please change your bank account to one in the currency of your payouts.",
  ],
  no_account: ["Your bank has no account with these details.", "Please enter the bank account again."],
};

/**
 * Why a payout failed, and what to do, in two sentences. `isOfBank`: the bank account is to blame, and Stripe
 * has switched it off.
 * @param code Stripe's `failure_code`; null or an unknown one gets general sentences
 */
export function failureText(code: string | null): { reason: string; mend: string; isOfBank: boolean } {
  const [reason, mend] = (code === null ? undefined : failures[code]) ?? [
    "Your bank did not accept the payout.",
    "Please check your bank account, and change it if it is wrong.",
  ];
  return { reason, mend, isOfBank: code !== "insufficient_funds" };
}
