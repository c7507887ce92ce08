import type { DecisionReply } from "#app/admin/decision.ts";
import { parseDollars } from "#app/admin/orders/operator-refund.ts";
import { exactDollars } from "#app/lib/money.ts";
import { stateOf } from "#app/payouts/accounts/account.ts";
import { maxHold } from "#app/payouts/holds/hold.ts";
import { sumOf } from "#app/payouts/transfers/settle.ts";
import type { payoutAccounts, payoutHolds, transfers } from "#drizzle/schema.ts";

// What an operator may decide about a person's payouts (docs/specification.md#operator-payouts).

export const payoutIntents = [
  "hold",
  "renew",
  "release",
  "try-again",
  "read-again",
  "pay-by-hand",
  "write-off",
  "reverse",
] as const;
export type PayoutIntent = (typeof payoutIntents)[number];

/** The decisions that have their own page, because they move money. */
export const confirmedIntents = ["pay-by-hand", "write-off", "reverse"] as const;
export type ConfirmedIntent = (typeof confirmedIntents)[number];

/** The reply to a form of a person's payouts. `id`: the transfer, the order or the hold that it is about. */
export type PayoutReply = DecisionReply & { amount: string; days: string; reference: string };

/** The refusal to an operator whose own payouts they are. */
export const ownRefusal = "These are your own payouts. Another operator needs to handle them.";

export const changedSince = "These payouts have changed in the meantime. Please check them again.";

type Account = typeof payoutAccounts.$inferSelect | null;
type Hold = Pick<typeof payoutHolds.$inferSelect, "id"> | null;

/**
 * Why a person's earnings cannot be paid by hand; null if they can. Stripe pays everyone who has an account
 * that it has not refused.
 * @param most what has cleared, less what is owed, in cents
 */
export function refusalToHandPayment(
  { account, hold, person }: { account: Account; hold: Hold; person: { deletedAt: number | null } },
  most: number,
): string | null {
  const state = stateOf(account);
  if (person.deletedAt === null && state !== "none" && state !== "off")
    return "Stripe pays this person: only people without an account there are paid by hand";
  if (hold) return "These payouts are on hold";
  return most > 0 ? null : "Nothing has cleared that could be paid";
}

type Transfer = Pick<typeof transfers.$inferSelect, "cents" | "reversedCents" | "open" | "confirmedAt">;

/** What can be taken back from a transfer, in cents. */
export function leftOfTransfer({ cents, reversedCents }: Pick<Transfer, "cents" | "reversedCents">): number {
  return cents - reversedCents;
}

/** Why nothing can be taken back from a transfer; null if something can. */
export function refusalToReversal(transfer: Transfer, hold: Hold): string | null {
  if (!transfer.open || transfer.confirmedAt === null) return "Stripe has not made this transfer";
  if (leftOfTransfer(transfer) === 0) return "This transfer has been taken back in full";
  return hold ? null : "Please put these payouts on hold first, or what is taken back would be sent again";
}

/** Why an amount is not accepted; null if it is. @param cents null if the text was not an amount */
export function refusalToPayoutAmount(cents: number | null, most: number): string | null {
  if (cents === null) return "Please enter an amount in dollars, such as 12.50";
  if (cents === 0) return "Please enter an amount above $0.00";
  return cents > most ? `Please enter at most ${exactDollars(most)}` : null;
}

/** Parses how long a hold lasts. @returns days, 1 to `most`; null if the text is anything else */
export function parseDays(text: string, most: number): number | null {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= most ? days : null;
}

/**
 * The errors of the fields that an intent needs.
 * @param most the maximum amount, in cents; left out: not known yet
 */
export function refusalsToFields(
  { intent, days, amount, reference }: { intent: string; days: string; amount: string; reference: string },
  most = Number.POSITIVE_INFINITY,
): Partial<Record<"days" | "amount" | "reference", string[]>> {
  if (intent === "hold" || intent === "renew")
    return parseDays(days, maxHold) === null ? { days: [`Please enter 1 to ${maxHold} days`] } : {};
  const isByHand = intent === "pay-by-hand";
  const ofAmount =
    isByHand || intent === "reverse" ? refusalToPayoutAmount(parseDollars(amount), most) : null;
  return {
    ...(ofAmount && { amount: [ofAmount] }),
    ...(isByHand && reference.trim() === "" && { reference: ["Please enter the bank's reference"] }),
  };
}

/** What a payment by hand takes from an order's earnings: `cents` are paid, `offCents` pay debts. */
export type HandPayment = { orderId: string; cents: number; offCents: number };

/**
 * Divides a payment by hand among orders, in the order in which they cleared. Debts are deducted first.
 * @param debtCents what is owed
 * @param cents what is paid; together with the debts, at most the sum of what has cleared
 */
export function shareOut(
  cleared: { orderId: string; cents: number }[],
  debtCents: number,
  cents: number,
): HandPayment[] {
  let [off, left] = [debtCents, cents];
  return cleared.flatMap((order) => {
    const offCents = Math.min(order.cents, off);
    const part = Math.min(order.cents - offCents, left);
    off -= offCents;
    left -= part;
    return offCents + part > 0 ? [{ orderId: order.orderId, cents: part, offCents }] : [];
  });
}

/**
 * What can be paid by hand now, in cents: what has cleared, less what the person owes and what is kept
 * back for banks' disputes.
 */
export function maxByHand({
  cleared,
  sums,
  keptCents,
}: {
  cleared: { cents: number }[];
  sums: { owedCents: number };
  keptCents: number;
}): number {
  return Math.max(0, sumOf(cleared) - sums.owedCents - keptCents);
}
