import type Stripe from "stripe";
import { maxStored } from "#app/payouts/accounts/requirements.ts";
import type { CapabilityStatus, Requirement } from "#drizzle/schema.ts";

/**
 * What Stripe says about an account. `bank`: null if there is none. `fingerprint` is Stripe's, not hashed.
 */
export type AccountFacts = {
  transfers: CapabilityStatus;
  transfersReasons: string[];
  payouts: CapabilityStatus;
  payoutsReasons: string[];
  requirements: Requirement[];
  bank: {
    name: string | null;
    last4: string;
    currency: string;
    fingerprint: string;
    errored: boolean;
  } | null;
};

/** Reads the answers of `v2.core.accounts.retrieve` and of the account's list of bank accounts. */
export function factsOf(account: Stripe.V2.Core.Account, banks: Stripe.BankAccount[]): AccountFacts {
  const balance = account.configuration?.recipient?.capabilities?.stripe_balance;
  const transfers = capabilityOf(balance?.stripe_transfers);
  const payouts = capabilityOf(balance?.payouts);
  const isActive = transfers.status === "active" && payouts.status === "active";
  const defaults = banks.filter((one) => one.default_for_currency);
  // Transfers are in dollars, so a dollar bank account comes first.
  const bank = defaults.find(({ currency }) => currency === "usd") ?? defaults[0] ?? banks[0];
  return {
    transfers: transfers.status,
    transfersReasons: transfers.reasons,
    payouts: payouts.status,
    payoutsReasons: payouts.reasons,
    requirements: [
      ...wantedIn(account.requirements, isActive),
      ...wantedIn(account.future_requirements, isActive),
    ]
      .filter(({ key }, i, all) => all.findIndex((other) => other.key === key) === i)
      .slice(0, maxStored),
    bank: bank
      ? {
          name: cleaned(bank.bank_name ?? "", 60) || null,
          last4: cleaned(bank.last4, 4),
          currency: cleaned(bank.currency, 3).toLowerCase(),
          // Of all bank accounts that may be paid, so that an added one also counts as a change.
          fingerprint: [bank, ...defaults.filter((one) => one !== bank)]
            .map((one) => one.fingerprint ?? one.id)
            .join(),
          errored: bank.status === "errored",
        }
      : null,
  };
}

const statuses: string[] = [
  "active",
  "pending",
  "restricted",
  "rejected",
  "unsupported",
] satisfies CapabilityStatus[];

type Capability = { status: string; status_details: { code: string }[] };

/** A capability that Stripe does not list, or whose status we do not know, counts as restricted. */
function capabilityOf(capability: Capability | undefined) {
  const status = capability?.status ?? "";
  return {
    status: (statuses.includes(status) ? status : "restricted") as CapabilityStatus,
    reasons: (capability?.status_details ?? []).slice(0, 10).map(({ code }) => cleaned(code, 60)),
  };
}

type Wanted = Pick<Stripe.V2.Core.Account.Requirements, "entries" | "summary">;

/**
 * What the seller has to provide. An active account is not asked for what is only eventually due, unless
 * there is a deadline.
 */
function wantedIn(requirements: Wanted | undefined, isActive: boolean): Requirement[] {
  const parsed = Date.parse(requirements?.summary?.minimum_deadline?.time ?? "");
  const deadline = Number.isNaN(parsed) ? null : parsed;
  return (requirements?.entries ?? [])
    .filter((entry) => entry.awaiting_action_from === "user")
    .map((entry) => ({
      key: cleaned(entry.description, 100),
      // Stripe gives a time only for the strictest requirements.
      by: entry.minimum_deadline.status === requirements?.summary?.minimum_deadline?.status ? deadline : null,
      isLater: entry.minimum_deadline.status === "eventually_due",
    }))
    .filter(({ by, isLater }) => !isActive || !isLater || by !== null)
    .map(({ key, by }) => ({ key, by }));
}

/** Control characters, and those that change the direction of text. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text from Stripe, made harmless and short. React and the mails escape markup. */
function cleaned(text: string, longest: number): string {
  return text.slice(0, 1000).replace(hidden, "").trim().slice(0, longest);
}
