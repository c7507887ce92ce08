import type { CapabilityStatus, Requirement } from "#drizzle/schema.ts";

// A seller's account at Stripe, as it was last read (docs/specification.md#payout-accounts). Times are
// UTC ms.

/** What a page or a rule needs of an account. `bank`: null while Stripe has no bank account. */
export type PayoutAccount = {
  stripeId: string | null;
  transfers: CapabilityStatus;
  payouts: CapabilityStatus;
  requirements: Requirement[];
  bankName: string | null;
  bankLast4: string | null;
  bankCurrency: string | null;
  bankErrored: boolean;
  bankSince: number | null;
  readAt: number | null;
};

/**
 * How far a seller's payouts are set up. `none`: no account. `started`: nothing was read from Stripe yet.
 * `off`: Stripe has refused the account for good. `bank failed`: Stripe has disabled the bank account after a
 * failed payout. `asks`: Stripe wants information. `checking`: it has all it wants and has not decided.
 * `ready`: earnings can be paid.
 */
export type PayoutState = "none" | "started" | "off" | "bank failed" | "asks" | "checking" | "ready";

type Facts = Omit<PayoutAccount, "bankName" | "bankLast4" | "bankCurrency">;

/** True if earnings can reach the seller's bank: both capabilities are active, and the bank has no error. */
export function isReady(account: Omit<Facts, "requirements" | "readAt">): boolean {
  const { stripeId, transfers, payouts, bankSince, bankErrored } = account;
  return (
    stripeId !== null && transfers === "active" && payouts === "active" && bankSince !== null && !bankErrored
  );
}

/** True if Stripe has refused the account for good: it rejects it, or does not support it. */
export function isOff({ transfers, payouts }: Pick<PayoutAccount, "transfers" | "payouts">): boolean {
  return [transfers, payouts].some((status) => status === "rejected" || status === "unsupported");
}

/** @param account null: the user has no open account */
export function stateOf(account: Facts | null): PayoutState {
  if (!account) return "none";
  if (account.stripeId === null || account.readAt === null) return "started";
  if (isOff(account)) return "off";
  if (account.bankErrored) return "bank failed";
  if (account.requirements.length > 0) return "asks";
  if (isReady(account)) return "ready";
  return account.bankSince === null ? "asks" : "checking";
}

/** The bank account in one line: "Example Bank ••6789, USD". Null if there is none. */
export function bankLine(account: Pick<PayoutAccount, "bankName" | "bankLast4" | "bankCurrency">) {
  const { bankName, bankLast4, bankCurrency } = account;
  if (bankLast4 === null) return null;
  return `${bankName ?? "Bank account"} ••${bankLast4}${bankCurrency ? `, ${bankCurrency.toUpperCase()}` : ""}`;
}

/** The first deadline of what Stripe wants, or null. */
export function firstDeadline(requirements: Requirement[]): number | null {
  const deadlines = requirements.flatMap(({ by }) => (by === null ? [] : [by]));
  return deadlines.length === 0 ? null : Math.min(...deadlines);
}
