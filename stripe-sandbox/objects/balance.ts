import type Stripe from "stripe";
import * as events from "../delivery/events.ts";
import type { Store } from "../store.ts";
import { type Movement, ofCharge, ofFailedRefund, ofRefund, transactionOf } from "./balance-transaction.ts";
import { converted } from "./transfer.ts";

const day = 24 * 60 * 60;

/** Days until the money of a charge is available, set by `POST /control/balance`. */
export function delayDays(store: Store): number {
  return Number(store.setting("delay days") ?? 0);
}

/**
 * Books a balance transaction: stores it and moves the balance.
 * @param account the connected account whose balance it moves; null for the platform's
 */
export function book(
  store: Store,
  transaction: Stripe.BalanceTransaction,
  account: string | null = null,
): Stripe.BalanceTransaction {
  const { available_on, currency, net, status } = transaction;
  store.save("balance_transaction", transaction, status === "pending" ? available_on : null, account);
  add(store, account, currency, net);
  return transaction;
}

function add(store: Store, account: string | null, currency: string, cents: number): void {
  store.sql.exec(
    `insert into balances (account, currency, total) values (?, ?, ?)
     on conflict (account, currency) do update set total = total + excluded.total`,
    account ?? "",
    currency,
    cents,
  );
}

/** Adds what the platform had before its first balance transaction, in cents. Nothing lists it. */
export function open(store: Store, cents: number): void {
  add(store, null, "usd", cents);
}

/** Books a movement of the platform's or a connected account's balance, now. */
export function move(
  store: Store,
  movement: Omit<Movement, "at">,
  account: string | null = null,
): Stripe.BalanceTransaction {
  return book(store, transactionOf({ ...movement, at: store.now() }), account);
}

/** Books a charge that has just succeeded. */
export function bookCharge(store: Store, charge: Stripe.Charge): void {
  book(store, ofCharge(charge, store.now(), delayDays(store) * day));
}

/** The sums of a balance in one currency, in cents; negative if more was withdrawn than was there. */
export interface Sums {
  currency: string;
  available: number;
  pending: number;
}

/** The currency in which the platform's account settles. If it is not dollars, none can be transferred. */
export function settlementCurrency(store: Store): string {
  return store.setting("settles") ?? "usd";
}

/** The balance of the platform (null) or a connected account, by currency. Without movements: none. */
export function sumsOf(store: Store, account: string | null): Sums[] {
  const pending = new Map(
    store.sql
      .exec<{ currency: string; cents: number }>(
        `select json_extract(body, '$.currency') as currency, sum(json_extract(body, '$.net')) as cents
         from objects where open_until is not null and kind = 'balance_transaction' and account is ? group by 1`,
        account,
      )
      .toArray()
      .map(({ currency, cents }) => [currency, cents]),
  );
  return store.sql
    .exec<{ currency: string; total: number }>(
      "select currency, total from balances where account = ? order by currency desc",
      account ?? "",
    )
    .toArray()
    .map(({ currency, total }) => {
      const wait = pending.get(currency) ?? 0;
      const settled = account === null ? settlementCurrency(store) : currency;
      const inSettled = (amount: number) => (settled === currency ? amount : converted(amount, settled));
      return { currency: settled, available: inSettled(total - wait), pending: inSettled(wait) };
    });
}

/** The available balance of the platform (null) or a connected account in a currency, in cents. */
export function available(store: Store, account: string | null, currency: string): number {
  return sumsOf(store, account).find((each) => each.currency === currency)?.available ?? 0;
}

/** The currency in which an object moved a connected account's balance; null if it moved none. */
export function currencyOf(store: Store, source: string): string | null {
  return (
    store.sql
      .exec<{ currency: string }>(
        `select json_extract(body, '$.currency') as currency from objects
         where kind = 'balance_transaction' and account is not null and json_extract(body, '$.source') = ?`,
        source,
      )
      .toArray()[0]?.currency ?? null
  );
}

/** Stripe's balance object. @param currency the one that is listed even if nothing has moved yet */
export function balanceOf(store: Store, account: string | null, currency: string): Stripe.Balance {
  const moved = sumsOf(store, account);
  const sums = moved.length > 0 ? moved : [{ currency, available: 0, pending: 0 }];
  const part = (name: "available" | "pending") =>
    sums.map((each) => ({
      amount: each[name],
      currency: each.currency,
      source_types: { card: each[name] },
    }));
  return {
    object: "balance",
    available: part("available"),
    ...(account === null ? { connect_reserved: [{ amount: reserved(store), currency }] } : {}),
    livemode: false,
    pending: part("pending"),
  };
}

/** What Stripe holds back from the platform for negative balances of connected accounts, in cents. */
export function reserved(store: Store): number {
  return Number(store.setting("reserved") ?? 0);
}

/** Holds an amount back from the platform's balance, in cents, or releases it (negative). */
export function reserve(store: Store, cents: number): void {
  store.set("reserved", String(reserved(store) + cents));
  const description = cents > 0 ? "Reserved for connected accounts" : "Released from the reserve";
  move(store, {
    type: "reserved_funds",
    category: "connect_reserved_funds",
    amount: -cents,
    source: null,
    description,
  });
}

/** Makes the money of the charges that are due available, and sends one event. */
export function releaseDue(store: Store): void {
  store.transaction(() => {
    const due = store.due("balance_transaction");
    for (const transaction of due)
      store.save(
        "balance_transaction",
        { ...transaction, status: "available" },
        null,
        store.accountOf(transaction.id),
      );
    if (due.length > 0) recordAvailable(store);
  });
}

/**
 * Records that the platform's available balance has grown, for a reason other than an immediately available
 * charge.
 */
export function recordAvailable(store: Store): void {
  events.record(store, "balance.available", balanceOf(store, null, "usd"), null);
}

/**
 * Books what a store of an earlier version has not booked: its charges, refunds and disputes, in the order
 * of their time. A new store has none.
 */
export function bookEarlier(store: Store): void {
  if (store.setting("balance is booked") !== null) return;
  store.transaction(() => {
    const movements = [
      ...store
        .all("charge")
        .flatMap((charge) =>
          typeof charge.balance_transaction === "string" ? [ofCharge(charge, charge.created, 0)] : [],
        ),
      ...store
        .all("refund")
        .flatMap((refund) => [
          ofRefund(refund),
          ...(refund.failure_balance_transaction ? [ofFailedRefund(refund, refund.created)] : []),
        ]),
      ...store.all("dispute").flatMap((dispute) => dispute.balance_transactions),
    ];
    for (const each of movements.sort((a, b) => a.created - b.created)) book(store, each);
    store.set("balance is booked", "true");
  });
}
