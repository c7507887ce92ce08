import type Stripe from "stripe";
import { invalid, noSuch, refused } from "../api/failure.ts";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import * as balance from "./balance.ts";
import { saveSettings, scheduleOf, settingsOf } from "./balance-settings.ts";
import { numberAt } from "./bank-account.ts";
import { connected, markErrored, requireOpen } from "./connected-account.ts";
import { failed, failureOf, failures, inTransit, newPayout, nextStepAt, paid } from "./payout.ts";

/** The id of the bank account of the platform's owner. Payouts to it arrive. */
const ownersBank = "ba_1HandiworkOwner";

/**
 * Makes the payouts that are due on schedules. An account without money, or without a bank account, gets
 * none.
 */
export function makeDue(store: Store): void {
  store.transaction(() => {
    for (const settings of store.due("balance_settings")) {
      const account = store.accountOf(settings.id);
      saveSettings(store, settings, account);
      if (account === null || canBePaid(store, account)) payAll(store, account, true);
    }
  });
}

/**
 * `POST /control/accounts/:id/payout`: pays out now what the schedule would pay out next, or an amount in
 * cents that the owner of the account asks for.
 */
export function payNow(store: Store, account: string, amount: number | null): Stripe.Payout {
  const { currency } = requireOpen(store, account);
  if (!canBePaid(store, account))
    throw refused(`Account ${account} has no bank account that can receive payouts.`);
  if (amount !== null) return create(store, account, { amount, automatic: false, currency });
  const isManual = scheduleOf(settingsOf(store, account)).interval === "manual";
  const [payout] = payAll(store, account, !isManual);
  if (!payout) throw insufficient();
  return payout;
}

/** Pays out a part of the available balance. @throws Failure if it holds less */
export function create(
  store: Store,
  account: string | null,
  details: { amount: number; automatic: boolean; currency: string },
): Stripe.Payout {
  const { amount, currency } = details;
  if (!Number.isInteger(amount) || amount < 1) throw invalid("Invalid positive integer", { param: "amount" });
  if (balance.available(store, account, currency) < amount) throw insufficient();
  const payout = newPayout({ ...details, destination: bankOf(store, account) }, store.now());
  balance.move(
    store,
    {
      id: payout.balance_transaction,
      type: "payout",
      category: "payout",
      amount: -amount,
      source: payout.id,
      description: payout.description,
      currency,
    },
    account,
  );
  if (payout.automatic) enter(store, payout, account);
  store.save("payout", payout, nextStepAt(payout), account);
  events.record(store, "payout.created", payout, null, account);
  return payout;
}

/**
 * Settles a payout as the bank does. One that was paid can still fail; its money then returns to the
 * balance, and its bank account receives no more payouts.
 */
export function settle(store: Store, id: string, status: "paid" | "failed", code: string): Stripe.Payout {
  const payout = store.find("payout", id);
  if (!payout) throw noSuch("payout", id, "payout");
  if (payout.status === "failed" || payout.status === status)
    throw refused(`This payout has a status of \`${payout.status}\`.`);
  if (!Object.hasOwn(failures, code))
    throw invalid(`Invalid code: must be one of ${Object.keys(failures).join(", ")}`, { param: "code" });
  const account = store.accountOf(id);
  if (status === "paid") return step(store, paid(payout), account, "payout.paid");
  const end = failed(payout, code);
  balance.move(
    store,
    {
      id: end.failure_balance_transaction,
      type: "payout_failure",
      category: "payout_reversal",
      amount: payout.amount,
      source: id,
      description: payout.description,
      currency: payout.currency,
    },
    account,
  );
  if (account !== null) markErrored(store, account, String(payout.destination));
  return step(store, end, account, "payout.failed");
}

/** Takes every payout that is due one step further: to the bank, and then to its end. */
export function settleDue(store: Store): void {
  store.transaction(() => {
    for (const payout of store.due("payout")) {
      const account = store.accountOf(payout.id);
      const sent = payout.status === "pending" ? step(store, inTransit(payout), account) : payout;
      if (sent.arrival_date > store.now()) continue;
      const code = failureOf(numberAt(store, String(payout.destination)) ?? "");
      settle(store, sent.id, code ? "failed" : "paid", code ?? "could_not_process");
    }
  });
}

/**
 * `GET /v1/balance_transactions?payout=`: the ids of what an automatic payout contains, and of the payout
 * itself.
 */
export function entriesOf(store: Store, id: string, account: string | null): string[] {
  const payout = store.findOf("payout", id, account);
  if (!payout) throw noSuch("payout", id, "payout");
  if (!payout.automatic)
    throw invalid("Balance transaction history can only be filtered on automatic transfers, not manual.", {
      param: "payout",
    });
  if (payout.reconciliation_status !== "completed") return [];
  return store.sql
    .exec<{ id: string }>("select balance_transaction as id from paid_out where payout = ?", id)
    .toArray()
    .map((row) => row.id);
}

/** Pays out the whole available balance, with one payout for each currency that has any. */
function payAll(store: Store, account: string | null, automatic: boolean): Stripe.Payout[] {
  return balance
    .sumsOf(store, account)
    .filter(({ available }) => available > 0)
    .map(({ available, currency }) => create(store, account, { amount: available, automatic, currency }));
}

function step(
  store: Store,
  payout: Stripe.Payout,
  account: string | null,
  end?: "payout.paid" | "payout.failed",
): Stripe.Payout {
  store.save("payout", payout, nextStepAt(payout), account);
  events.record(store, "payout.updated", payout, null, account);
  if (end) events.record(store, end, payout, null, account);
  return payout;
}

/**
 * Records what an automatic payout contains: itself, and the available money of its currency that no other
 * payout contains.
 */
function enter(store: Store, payout: Stripe.Payout, account: string | null): void {
  store.sql.exec(
    `insert into paid_out (balance_transaction, payout)
     select id, ? from objects where kind = 'balance_transaction' and account is ? and open_until is null
       and json_extract(body, '$.currency') = ?
       and id not in (select balance_transaction from paid_out)`,
    payout.id,
    account,
    payout.currency,
  );
}

function canBePaid(store: Store, account: string): boolean {
  const { closed, payouts, bank } = connected(store, account) ?? { closed: true, payouts: null, bank: null };
  return !closed && payouts === "active" && bank !== null && bank.status !== "errored";
}

function bankOf(store: Store, account: string | null): string {
  if (account === null) return ownersBank;
  const bank = connected(store, account)?.bank;
  if (!bank) throw refused(`Account ${account} has no bank account.`);
  return bank.id;
}

function insufficient() {
  return refused(
    "You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).",
    { code: "balance_insufficient" },
  );
}
