import type Stripe from "stripe";
import { noSuch } from "../api/failure.ts";
import * as events from "../delivery/events.ts";
import { newId } from "../ids.ts";
import type { Store } from "../store.ts";
import { type Account, type CapabilityName, stripeBalanceOf } from "./account.ts";
import { nameOf } from "./card.ts";

/** A bank account as its owner names it. */
export interface BankDetails {
  /** Digits only. */
  number: string;
  /** In lower case. */
  currency: string;
  holder: string | null;
}

/** The bank account of a connected account, which has one at most; null if it has none. */
export function bankOf(store: Store, account: string): Stripe.BankAccount | null {
  const { body } =
    store.sql
      .exec<{ body: string }>(
        "select body from objects where kind = 'bank_account' and json_extract(body, '$.account') = ?",
        account,
      )
      .toArray()[0] ?? {};
  return body === undefined ? null : (JSON.parse(body) as Stripe.BankAccount);
}

/** The full number of a bank account, which Stripe's object does not contain. */
export function numberOf(store: Store, bank: Stripe.BankAccount): string {
  return numberAt(store, bank.id) ?? bank.last4;
}

/** The number of the bank account with an id, even of one that was replaced; null if there was none. */
export function numberAt(store: Store, id: string): string | null {
  return store.setting(`bank ${id}`);
}

/** Replaces the bank account of a connected account. */
export function setBank(store: Store, account: Account, details: BankDetails): Stripe.BankAccount {
  removeBank(store, account.id);
  const country = account.identity?.country ?? "US";
  const bank: Stripe.BankAccount = {
    id: newId("ba_1"),
    object: "bank_account",
    account: account.id,
    account_holder_name: details.holder,
    account_holder_type: "individual",
    account_type: null,
    available_payout_methods: ["standard"],
    bank_name: "STRIPE TEST BANK",
    country,
    currency: details.currency,
    default_for_currency: true,
    // A number always has the same fingerprint, so that two sellers with one bank account can be found.
    fingerprint: nameOf(`bank ${country} ${details.number}`),
    future_requirements: noRequirements(),
    last4: details.number.slice(-4),
    metadata: {},
    requirements: noRequirements(),
    routing_number: "110000000",
    status: "new",
  };
  store.save("bank_account", bank);
  store.set(`bank ${bank.id}`, details.number);
  savePayoutMethod(store, account.id, bank);
  events.record(store, "account.external_account.created", bank, null, account.id);
  return bank;
}

/** Removes the bank account of a connected account, if it has one. */
export function removeBank(store: Store, account: string): void {
  const bank = bankOf(store, account);
  if (!bank) return;
  store.sql.exec("delete from objects where id = ?", bank.id);
  savePayoutMethod(store, account, null);
  events.record(
    store,
    "account.external_account.deleted",
    { ...bank, default_for_currency: false },
    null,
    account,
  );
}

/** Marks a bank account with a status: Stripe pays nothing to one that is `errored`. */
export function setBankStatus(store: Store, account: string, id: string, status: string): void {
  const bank = bankOf(store, account);
  if (bank?.id !== id) throw noSuch("external account", id, "id");
  if (bank.status === status) return;
  const next = { ...bank, status };
  store.save("bank_account", next);
  events.record(store, "account.external_account.updated", next, null, account);
}

function savePayoutMethod(store: Store, id: string, bank: Stripe.BankAccount | null): void {
  const account = store.find("v2.core.account", id);
  if (!account?.defaults) return;
  const { payout_methods: _, ...defaults } = account.defaults;
  store.save("v2.core.account", {
    ...account,
    defaults: bank
      ? { ...defaults, currency: bank.currency, payout_methods: { [bank.currency]: bank.id } }
      : defaults,
  });
}

function noRequirements(): Stripe.BankAccount["requirements"] {
  return { currently_due: [], errors: [], past_due: [], pending_verification: [] };
}

/** The status of a capability; `unrequested` if the account does not have it. */
export function statusOf(account: Account, name: CapabilityName): string {
  return stripeBalanceOf(account)[name]?.status ?? "unrequested";
}
