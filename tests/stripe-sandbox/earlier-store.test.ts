import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { balanceOf, bookEarlier } from "#stripe-sandbox/objects/balance.ts";
import { Store } from "#stripe-sandbox/store.ts";
import { storageOf } from "./storage.ts";

test("A store from before the balance keeps its objects, and its balance is booked once", () => {
  const database = new DatabaseSync(":memory:");
  database.exec(`create table objects (seq integer primary key autoincrement, id text not null unique,
    kind text not null, payment_intent text, open_until integer, body text not null)`);
  const put = (id: string, kind: string, body: object) =>
    database
      .prepare("insert into objects (id, kind, body) values (?, ?, ?)")
      .run(id, kind, JSON.stringify({ id, currency: "usd", ...body }));
  const card = { card: {} };
  put("ch_1", "charge", {
    amount: 11_000,
    balance_transaction: "txn_1",
    created: 100,
    payment_method_details: card,
  });
  put("ch_2", "charge", { amount: 5000, balance_transaction: null, created: 200 });
  put("re_1", "refund", {
    amount: 1000,
    balance_transaction: "txn_2",
    created: 300,
    destination_details: card,
    failure_balance_transaction: "txn_3",
  });
  const withdrawn = { id: "txn_4", created: 150, net: -12_500, currency: "usd", status: "available" };
  put("du_1", "dispute", { amount: 11_000, created: 150, balance_transactions: [withdrawn] });

  for (const _ of ["first start", "second start"]) {
    const store = new Store(storageOf(database), "http://127.0.0.1:8788");
    bookEarlier(store);
    expect(balanceOf(store, null, "usd").available).toMatchObject([{ amount: 10_651 - 12_500 }]);
    expect(store.all("balance_transaction").map(({ id, net }) => [id, net])).toEqual([
      ["txn_1", 10_651],
      ["txn_4", -12_500],
      ["txn_2", -1000],
      ["txn_3", 1000],
    ]);
    expect(store.find("charge", "ch_2")).toMatchObject({ amount: 5000 });
  }
});
