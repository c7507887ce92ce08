import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { migrationFiles, statementsOf } from "#drizzle/seed/migrations.ts";

test("Payouts of open accounts whose transfers know no payment are read again, the oldest first", () => {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  const files = migrationFiles();
  const apply = (names: typeof files) => {
    for (const { name } of names) for (const statement of statementsOf(name)) db.exec(statement);
  };
  apply(files.filter(({ name }) => name < "0045"));
  const account = (id: string, isOpen: boolean) =>
    db
      .prepare(
        "INSERT INTO payout_accounts (id, user_id, country, open, closed_at, created_at, updated_at) VALUES (?, ?, 'US', ?, ?, 1, 1)",
      )
      .run(id, id, Number(isOpen), isOpen ? null : 1);
  const transfer = (accountId: string, payment: string | null) =>
    db
      .prepare(
        "INSERT INTO transfers (id, order_id, user_id, seq, account_id, cents, open, at, confirmed_at, payment_id) VALUES (?, 'o', ?, 1, ?, 5, 1, 1, 1, ?)",
      )
      .run(accountId, accountId, accountId, payment);
  const payout = (id: string, accountId: string, createdAt: number, reconciledAt: number | null) =>
    db
      .prepare(
        "INSERT INTO bank_payouts (id, account_id, user_id, amount, currency, state, arrives_at, created_at, reconciled_at, read_at) VALUES (?, ?, 'u', 5, 'usd', 'paid', 1, ?, ?, 1)",
      )
      .run(id, accountId, createdAt, reconciledAt);
  for (const id of ["earlier", "complete", "closed"]) account(id, id !== "closed");
  transfer("earlier", null);
  transfer("complete", "py_1");
  transfer("closed", null);
  const [first, second] = [Date.UTC(2026, 9, 6), Date.UTC(2026, 9, 13)];
  payout("po_2", "earlier", second, 1);
  payout("po_1", "earlier", first, 1);
  payout("po_open", "earlier", first, null);
  payout("po_complete", "complete", first, 1);
  payout("po_closed", "closed", first, 1);
  const at = Date.now();
  apply(files.filter(({ name }) => name >= "0045"));
  const due = db
    .prepare(
      "SELECT id, reconciled_at, check_at FROM bank_payouts WHERE check_at IS NOT NULL ORDER BY check_at",
    )
    .all();
  expect(due).toMatchObject([
    { id: "po_1", reconciled_at: null },
    { id: "po_2", reconciled_at: null },
  ]);
  // The release that runs while the migration is applied would not find them.
  for (const { check_at } of due) expect(Number(check_at)).toBeGreaterThan(at + 3_500_000);
});
