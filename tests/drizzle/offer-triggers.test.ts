import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrationFiles, statementsOf } from "#drizzle/seed/migrations.ts";

// Triggers and indexes enforce this, no matter which code writes the rows (docs/specification.md#offers).

// A migrated database with the rows of the first schema, and of 0049: offers in every state. Each test's
// changes are rolled back.
const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
for (const { name } of migrationFiles()) for (const sql of statementsOf(name)) db.exec(sql);
for (const file of ["filled-0001.sql", "filled-0049.sql"])
  for (const line of readFileSync(`tests/drizzle/${file}`, "utf8").split("\n"))
    if (line.startsWith("INSERT")) db.exec(line);
beforeEach(() => db.exec("BEGIN"));
afterEach(() => db.exec("ROLLBACK"));

const stateOf = (id = "an-offer-accepted") => ({
  ...db.prepare("SELECT state, version, order_id, closed_at FROM offers WHERE id = ?").get(id),
});
const idsIn = (table: string) =>
  db
    .prepare(`SELECT id FROM ${table} ORDER BY number`)
    .all()
    .map(({ id }) => id);

/** The order of the accepted offer is cancelled at this time. */
const cancel = (at: number) =>
  db
    .prepare("UPDATE orders SET status = 'cancelled', stage = 'closed', updated_at = ? WHERE id = ?")
    .run(at, "an-order-of-an-offer");

/** When the offers expire. */
const expiresAt = 1795332560000 + 7 * 86_400_000;

test("The terms of an offer never change, and its state does", () => {
  const state = ["state", "version", "reason", "order_id", "closed_at"];
  const keys = ["number", "id", "conversation_id"];
  const columns = db
    .prepare("SELECT name FROM pragma_table_info('offers')")
    .all()
    .map(({ name }) => String(name));
  const terms = columns.filter((name) => !state.includes(name) && !keys.includes(name));
  expect(terms).toHaveLength(14);
  for (const column of terms)
    expect(() => db.exec(`UPDATE offers SET ${column} = ${column}`), column).toThrow("never change");
  db.exec("UPDATE offers SET state = 'withdrawn', version = 2, closed_at = 5 WHERE id = 'an-offer-open'");
  expect(stateOf("an-offer-open")).toMatchObject({ state: "withdrawn", version: 2, closed_at: 5 });
});

for (const [when, at] of [
  ["while it would be open", expiresAt - 1],
  ["after its time", expiresAt],
] as const)
  test(`An order that is cancelled unpaid ${when} opens its offer again`, () => {
    cancel(at);
    expect(stateOf()).toEqual({ state: "open", version: 3, order_id: null, closed_at: null });
  });

test("An order that was paid keeps its offer accepted when it is cancelled", () => {
  const before = stateOf();
  db.exec("UPDATE orders SET paid_at = 1, payment_status = 'paid' WHERE id = 'an-order-of-an-offer'");
  cancel(expiresAt - 1);
  expect(stateOf()).toEqual(before);
});

test("An order opens no offer that another order has accepted", () => {
  db.exec("UPDATE offers SET order_id = 'another order' WHERE id = 'an-offer-accepted'");
  const before = stateOf();
  cancel(expiresAt - 1);
  expect(stateOf()).toEqual(before);
});

test("An offer has one order, apart from orders that were cancelled unpaid", () => {
  const columns = db
    .prepare("SELECT name FROM pragma_table_info('orders') WHERE name NOT IN ('number', 'id', 'form_token')")
    .all()
    .map(({ name }) => `"${name}"`)
    .join(", ");
  const copy = (id: string) =>
    db.exec(
      `INSERT INTO orders (id, form_token, ${columns}) SELECT '${id}', '${id}', ${columns} FROM orders
        WHERE id = 'an-order-of-an-offer'`,
    );
  expect(() => copy("a second")).toThrow("UNIQUE constraint failed: orders.offer_id");
  cancel(expiresAt - 1);
  copy("cancelled as well");
  db.exec("UPDATE orders SET status = 'pending' WHERE id = 'an-order-of-an-offer'");
  expect(() => db.exec("UPDATE orders SET status = 'pending' WHERE id = 'cancelled as well'")).toThrow(
    "UNIQUE",
  );
  // A payment that arrived late also counts, until it is returned.
  expect(() => db.exec("UPDATE orders SET paid_at = 5 WHERE id = 'cancelled as well'")).toThrow("UNIQUE");
});

test("An offer is replaced once", () => {
  expect(() =>
    db.exec(
      `INSERT INTO offers (id, conversation_id, gig_id, seller_id, buyer_id, title, text, features, price_cents,
         delivery_days, revisions, questions, edition, replaces_id, state, version, created_at, expires_at)
       SELECT 'a third', conversation_id, gig_id, seller_id, buyer_id, title, text, features, price_cents,
         delivery_days, revisions, questions, 2, replaces_id, state, 1, created_at, expires_at
         FROM offers WHERE id = 'an-offer-open'`,
    ),
  ).toThrow("UNIQUE constraint failed: offers.replaces_id");
});

test("Deleting a message deletes its offer or request, unless an order accepts the offer", () => {
  const [requests, offers] = [idsIn("offer_requests"), idsIn("offers")];
  for (const id of ["a-request-declined", "an-offer-withdrawn", "an-offer-accepted", "a-mention"])
    db.prepare("DELETE FROM messages WHERE id = ?").run(id);
  expect(idsIn("offer_requests")).toEqual(requests.filter((id) => id !== "a-request-declined"));
  expect(idsIn("offers")).toEqual(offers.filter((id) => id !== "an-offer-withdrawn"));
  db.exec("DELETE FROM messages");
  expect(idsIn("offer_requests")).toEqual([]);
  expect(idsIn("offers")).toEqual(["an-offer-accepted"]);
});

test("Deleting a conversation deletes the drafts of its offers, and no others", () => {
  db.exec(
    "INSERT INTO offer_drafts SELECT seller_id, 'another conversation', typed, version, updated_at FROM offer_drafts",
  );
  db.exec("DELETE FROM conversations");
  expect(db.prepare("SELECT conversation_id AS id FROM offer_drafts").all()).toEqual([
    { id: "another conversation" },
  ]);
});
