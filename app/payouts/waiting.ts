import { date, day } from "#app/lib/dates.ts";
import { firstDeadline, isOff, isReady } from "#app/payouts/accounts/account.ts";
import { type Clearing, type Held, heldBy } from "#app/payouts/clearing.ts";
import { holdText, type PayoutHold } from "#app/payouts/holds/hold.ts";
import type { payoutAccounts } from "#drizzle/schema.ts";

/**
 * How long transfers wait after a bank account was added, in days: a seller's first one, and a changed one
 * (docs/specification.md#waiting).
 */
export const bankWait = { first: 7, changed: 3 };

/** What decides whether a seller's account can receive transfers. Null: the seller has none. */
export type TransferAccount = Pick<
  typeof payoutAccounts.$inferSelect,
  "open" | "stripeId" | "transfers" | "payouts" | "requirements" | "bankErrored" | "bankSince" | "bankIsFirst"
> | null;

/** The earnings of one completed order, and what has been done with them. Times are UTC ms. */
export type OrderEarnings = Clearing & {
  /** What is left to transfer, in cents, after fees, refunds and earlier transfers. */
  leftCents: number;
  /** The open hold on the seller's payouts; null: none. */
  payoutHold: PayoutHold | null;
  /** The earnings are kept back because a bank disputes another order of the seller. */
  isKept: boolean;
  /** Stripe's code of the refusal of the last transfer; null: there was none, or it was not refused. */
  refusal: string | null;
};

/** Why earnings have not been transferred. `at` and `by` are UTC ms. */
export type Waiting =
  | { kind: "held"; by: Held }
  | { kind: "on hold"; hold: PayoutHold }
  | { kind: "clearing"; at: number }
  | { kind: "not set up" }
  | { kind: "bank failed" }
  | { kind: "Stripe asks"; by: number | null }
  | { kind: "Stripe checks" }
  | { kind: "new bank account"; isFirst: boolean; at: number }
  | { kind: "kept for a dispute" }
  | { kind: "waiting for funds" }
  | { kind: "refused" };

/**
 * Why the earnings of a completed order have not been transferred (docs/specification.md#waiting): if several
 * reasons apply, the first in the specification's order.
 * @param at UTC ms
 * @returns null: nothing is left to transfer, or it can be transferred now
 */
export function waitingFor(order: OrderEarnings, account: TransferAccount, at: number): Waiting | null {
  const { leftCents, payoutHold, clearsAt, isKept, refusal } = order;
  if (leftCents <= 0) return null;
  const held = heldBy(order);
  if (held) return { kind: "held", by: held };
  if (payoutHold) return { kind: "on hold", hold: payoutHold };
  if (at < clearsAt) return { kind: "clearing", at: clearsAt };
  const ofAccount = waitingOfAccount(account, at);
  if (ofAccount) return ofAccount;
  if (isKept) return { kind: "kept for a dispute" };
  return refusal === null ? null : waitingOfRefusal(refusal);
}

/** Why nothing can be transferred to an account now; null: it can. @param at UTC ms */
function waitingOfAccount(account: TransferAccount, at: number): Waiting | null {
  if (!account?.open) return { kind: "not set up" };
  if (isOff(account)) return { kind: "refused" };
  if (account.bankSince === null) return { kind: "not set up" };
  const from = canTransferFrom(account);
  if (from !== null)
    return at < from ? { kind: "new bank account", isFirst: account.bankIsFirst, at: from } : null;
  if (account.bankErrored) return { kind: "bank failed" };
  if ([account.transfers, account.payouts].includes("restricted") && account.requirements.length > 0)
    return { kind: "Stripe asks", by: firstDeadline(account.requirements) };
  return { kind: "Stripe checks" };
}

/**
 * Stripe's codes for refusals that the account causes. The account is then read again, and the earnings wait
 * for it.
 */
export const accountRefusals = [
  "insufficient_capabilities_for_transfer",
  "transfers_not_allowed",
  "account_invalid",
];

function waitingOfRefusal(code: string): Waiting {
  if (code === "balance_insufficient") return { kind: "waiting for funds" };
  return { kind: accountRefusals.includes(code) ? "Stripe checks" : "refused" };
}

/**
 * From when earnings may be transferred to an account, UTC ms; null: it is not ready.
 * `canTransferTo` in waiting.server.ts is the same rule as a condition for a batch.
 */
export function canTransferFrom(account: TransferAccount): number | null {
  if (!account?.open || !isReady(account) || account.bankSince === null) return null;
  return account.bankSince + (account.bankIsFirst ? bankWait.first : bankWait.changed) * day;
}

/** The reason as a sentence or two for the seller. @param timeZone the reader's; null: UTC */
export function waitingText(waiting: Waiting, timeZone: string | null): string {
  switch (waiting.kind) {
    case "held":
      return heldTexts[waiting.by];
    case "on hold":
      return holdText(waiting.hold, timeZone);
    case "clearing":
      return `Your earnings clear on ${date(waiting.at, timeZone)}.`;
    case "not set up":
      return "Set up payouts to receive these earnings.";
    case "bank failed":
      return "Stripe could not pay into your bank account. Add another one to receive these earnings.";
    case "Stripe asks":
      return waiting.by === null
        ? "Stripe needs more information from you before you can be paid."
        : `Stripe needs more information from you by ${date(waiting.by, timeZone)}.`;
    case "Stripe checks":
      return "Stripe is checking your account. We'll send these earnings once it is ready.";
    case "new bank account":
      return `${waiting.isFirst ? "Your bank account is new" : "You changed your bank account"}. We send these earnings on ${date(waiting.at, timeZone)}.`;
    case "kept for a dispute":
      return "We are holding these earnings back because a bank disputes the payment for another of your orders.";
    case "waiting for funds":
      return "These earnings are waiting for enough money to become available at Stripe. We will send them as soon as it is.";
    case "refused":
      return "Stripe refused to send these earnings. We are looking into it.";
  }
}

const heldTexts: Record<Held, string> = {
  refund: "The buyer has asked for a refund. These earnings wait until that is settled.",
  cancellation: "A request to cancel this order is open. These earnings wait until that is settled.",
  dispute: "The buyer's bank disputes the payment. These earnings wait until the bank has decided.",
  examined: "We are looking into the payment for this order. These earnings wait until that is settled.",
};
