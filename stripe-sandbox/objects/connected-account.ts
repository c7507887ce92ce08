import { Failure } from "../api/failure.ts";
import type { Store } from "../store.ts";
import { bankOf, numberOf, setBankStatus, statusOf } from "./bank-account.ts";

/** What transfers and payouts need to know about a connected account. */
export interface Connected {
  id: string;
  /** Two capital letters. */
  country: string;
  /** The currency of its balance, in lower case. */
  currency: string;
  /** The status of the capability `stripe_balance.stripe_transfers`, such as `active`. */
  transfers: string;
  /** The status of the capability `stripe_balance.payouts`. */
  payouts: string;
  closed: boolean;
  bank: { id: string; number: string; status: string } | null;
}

/** A connected account; null if there is none with this id. */
export function connected(store: Store, id: string): Connected | null {
  const account = store.find("v2.core.account", id);
  if (!account) return null;
  const bank = bankOf(store, id);
  return {
    id,
    country: account.identity?.country ?? "US",
    currency: account.defaults?.currency ?? "usd",
    transfers: statusOf(account, "stripe_transfers"),
    payouts: statusOf(account, "payouts"),
    closed: account.closed ?? false,
    bank: bank && { id: bank.id, number: numberOf(store, bank), status: bank.status },
  };
}

/** @throws Failure (403) if there is no such account, or it is closed */
export function requireOpen(store: Store, id: string): Connected {
  const account = connected(store, id);
  if (account && !account.closed) return account;
  throw new Failure(
    403,
    {
      type: "invalid_request_error",
      code: "account_invalid",
      message: `The provided key 'sk_test_****' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    },
    true,
  );
}

/** Switches a bank account off after a payout to it failed, unless its owner has already replaced it. */
export function markErrored(store: Store, account: string, bank: string): void {
  if (bankOf(store, account)?.id === bank) setBankStatus(store, account, bank, "errored");
}
