import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { migrationFiles, statementsOf } from "#drizzle/seed/migrations.ts";

/** A database with the schema before 0056, without checks of foreign keys, and what applies 0056. */
function databaseBefore() {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  const apply = (isWanted: (name: string) => boolean) => {
    for (const { name } of migrationFiles())
      if (isWanted(name)) for (const statement of statementsOf(name)) db.exec(statement);
  };
  apply((name) => name < "0056");
  return { db, migrate: () => apply((name) => name >= "0056") };
}

test("The totals of accounts and the balances of sellers are the same after 0056, and follow later entries", () => {
  const { db, migrate } = databaseBefore();
  const entry = (transaction: string, account: string, user: string | null, cents: number) =>
    db
      .prepare(
        'INSERT INTO ledger ("transaction", account, order_id, user_id, amount_cents, at) VALUES (?, ?, ?, ?, ?, 1)',
      )
      .run(transaction, account, "o", user, cents);
  const sold = (n: number) => {
    entry(`payment:${n}`, "cash", null, 100);
    entry(`payment:${n}`, "seller_payable", "bob", -100);
  };
  const sent = (n: number) => {
    entry(`transfer:${n}`, "seller_payable", "bob", 100);
    entry(`transfer:${n}`, "transfers", "bob", -100);
    entry(`transferred:${n}`, "transfers", "bob", 100);
    entry(`transferred:${n}`, "cash", "bob", -100);
  };
  const totals = () =>
    Object.fromEntries(
      db
        .prepare("SELECT account, cents FROM ledger_totals WHERE cents <> 0 ORDER BY account")
        .all()
        .map(({ account, cents }) => [account, cents]),
    );
  const balances = () =>
    Object.fromEntries(
      db
        .prepare(
          "SELECT account, cents FROM ledger_balances WHERE user_id = 'bob' AND cents <> 0 ORDER BY account",
        )
        .all()
        .map(({ account, cents }) => [account, cents]),
    );
  for (const n of [1, 2, 3]) sold(n);
  sent(1);
  expect(balances()).toEqual({ cash: -100, seller_payable: -200 });
  const before = totals();
  expect(before).toEqual({ cash: 200, seller_payable: -200 });
  migrate();
  expect(totals()).toEqual(before);
  expect(balances()).toEqual({ seller_payable: -200, transfers: -100 });
  sent(2);
  entry("reversal:r", "transfers", "bob", 30);
  entry("reversal:r", "seller_payable", "bob", -30);
  entry("reversed:r", "cash", "bob", 30);
  entry("reversed:r", "transfers", "bob", -30);
  expect(totals()).toEqual({ cash: 130, seller_payable: -130 });
  expect(balances()).toEqual({ seller_payable: -130, transfers: -170 });
  db.close();
});

test("Completed orders that triggers have counted are not counted again for Popular Services", () => {
  const { db, migrate } = databaseBefore();
  db.exec(
    "INSERT INTO order_events (order_id, seq, kind, at) VALUES ('o', 1, 'placed', 1), ('o', 2, 'completed', 1)",
  );
  db.exec(
    "INSERT INTO gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, seller_id, category_id, questions, state, listed, created_at, updated_at) VALUES ('g', 'g', 'G', 'x', 8000, 3, 1, '[]', 'bob', 'c', '[]', 'paused', 0, 1, 1)",
  );
  db.exec("INSERT INTO completed_days VALUES (1, 'g', 1)");
  migrate();
  expect(db.prepare("SELECT gig_ids, chosen_at, counted_to FROM popular_gigs").all()).toEqual([
    { gig_ids: "[]", chosen_at: 0, counted_to: 2 },
  ]);
  db.close();
});
