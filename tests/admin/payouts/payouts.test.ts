import { env } from "cloudflare:workers";
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as decisions from "#app/admin/payouts/payout-decisions.server.ts";
import { list } from "#app/admin/payouts/payout-lists.server.ts";
import { type PayoutCursor, payoutLists } from "#app/admin/payouts/payout-search.ts";
import { findVersion } from "#app/admin/payouts/seller-payouts.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { findMoved } from "#app/payouts/transfers/money-mails.server.ts";
import {
  auditLog,
  bankPayouts,
  earnings,
  ledger,
  outbox,
  payoutAccounts,
  payoutHolds,
  sessions,
  users,
} from "#drizzle/schema.ts";
import { operator } from "#tests/support/accounts/operator.ts";
import { measuredDatabase, productWith } from "#tests/support/bindings/faulty.ts";
import { manyOrders, manyReversals, manyTransfers } from "#tests/support/busy-seller.ts";
import { day, deps, hour, minute, now, pass, sweep } from "#tests/support/clock.ts";
import {
  accountOf,
  balancesOf,
  completedOrder,
  control,
  payoutSeller,
  readyAccount,
  startSetup,
  transfersAtStripe,
  transfersOf,
} from "#tests/support/payouts.ts";
import { deliveries, faults } from "#tests/support/stripe.ts";
import { db, type Visitor, visitor } from "#tests/support/visitor.ts";
import { databaseOf } from "#workers/context.ts";
import { act as actOnOrder } from "../orders/operator-order.ts";

await deliveries("off");
const { ann: op } = await operator();
const reason = "They wrote to us about it";
const pathOf = (user: { id: string }) => `/admin/payouts/${user.id}`;
const pageOf = (user: { id: string }, query = "") => op.get(`${pathOf(user)}${query}`);

/** Time passes, and the operator signs in again. */
async function wait(ms: number): Promise<void> {
  await pass(ms);
  await op.beginSession({ aal: "aal2", role: "operator" });
}

/** Sends a form with the version that its page shows. */
async function act(user: Visitor, fields: Record<string, string>, by: Visitor = op) {
  const query = `?confirm=${fields.intent}&id=${fields.id ?? ""}`;
  return await by.submit(`${pathOf(user)}${query}`, {
    reason,
    version: String(await findVersion(db, user.id)),
    ...fields,
  });
}

const actionsOf = async (user: { id: string }) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, user.id))).map(({ action }) => action);

const mailsTo = async (user: { id: string }) =>
  (await db.select().from(outbox).where(eq(outbox.userId, user.id))).map(({ kind }) => kind);

/** Bob's order of $80 has cleared. @param sent his earnings were transferred */
async function clearedOrder(sent: boolean, seller?: Awaited<ReturnType<typeof completedOrder>>) {
  const made = seller ?? (await completedOrder({ priceCents: 8000 }));
  if (sent) await readyAccount(made.bob.id);
  await wait(15 * day);
  await sweep();
  expect(await transfersAtStripe(made.order.id)).toHaveLength(sent ? 1 : 0);
  return made;
}

test("An operator holds payouts, renews the hold and ends it; bad days and stale forms keep the text", async () => {
  const { bob } = await clearedOrder(false);
  for (const days of ["91", "0", "ten", ""]) {
    const refused = await act(bob, { intent: "hold", days });
    expect([days, refused.status, refused.text.includes("Please enter 1 to 90 days")]).toEqual([
      days,
      400,
      true,
    ]);
    expect([refused.field("days"), refused.html.includes(`>${reason}</textarea>`)]).toEqual([days, true]);
  }
  const short = await act(bob, { intent: "hold", days: "30", reason: "no" });
  expect([short.status, short.field("days")]).toEqual([400, "30"]);
  const wrong = await act(bob, { intent: "hold", days: "91", reason: "no" });
  expect([wrong.status, wrong.text.includes("Please fix 2 things")]).toEqual([400, true]);
  expect(short.text).toContain("Please give a reason of at least 10 characters");
  // On a phone the form is far below the top of the page.
  expect(short.html).toMatch(/<div[^>]* role="alert"[^>]* autofocus=""/);

  const both = await Promise.all(
    [1, 2].map(() => op.submit(pathOf(bob), { intent: "hold", days: "30", reason })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const page = await pageOf(bob);
  expect(page.text).toContain("On hold");
  expect((await op.get("/admin/payouts?show=holds")).text).toContain(reason);
  const [hold] = await db.select().from(payoutHolds).where(eq(payoutHolds.userId, bob.id));
  const seen = { id: hold?.id ?? "", version: String(hold?.until) };

  const shorter = await op.submit(pathOf(bob), { intent: "renew", days: "10", reason, ...seen });
  expect([shorter.status, shorter.text.includes("The hold would end before")]).toEqual([400, true]);
  expect((await op.submit(pathOf(bob), { intent: "renew", days: "90", reason, ...seen })).status).toBe(303);
  // The end that this form shows has changed.
  for (const intent of ["renew", "release"]) {
    const stale = await op.submit(pathOf(bob), { intent, days: "10", reason, ...seen });
    expect([stale.status, stale.text.includes("have changed in the meantime")]).toEqual([409, true]);
    expect(stale.html).toContain(`>${reason}</textarea>`);
  }
  const renewed = { ...seen, version: (await pageOf(bob)).field("version") ?? "" };
  expect((await op.submit(pathOf(bob), { intent: "release", reason, ...renewed })).status).toBe(303);
  expect((await op.submit(pathOf(bob), { intent: "release", reason, ...renewed })).status).toBe(409);
  expect(await actionsOf(bob)).toEqual(["hold-payouts", "renew-hold", "release-payouts"]);
  expect((await pageOf(bob)).text).toContain("No account is open.");
});

test("What was refused is tried again, and nothing else is", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  expect((await act(bob, { intent: "try-again" })).status).toBe(409);
  await readyAccount(bob.id);
  await wait(15 * day);
  // Stripe has refused it, and it is due again tomorrow.
  await db
    .update(earnings)
    .set({ refusal: "transfers_not_allowed", dueAt: now() + day })
    .where(eq(earnings.orderId, order.id));
  expect((await op.get("/admin/payouts")).text).toContain("transfers_not_allowed");
  expect((await act(bob, { intent: "try-again" })).status).toBe(303);
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
  expect((await act(bob, { intent: "try-again" })).text).toContain("There is nothing to try again");
  expect(await actionsOf(bob)).toEqual(["try-payouts-again"]);
  expect((await op.get("/admin/payouts")).text).not.toContain("transfers_not_allowed");
});

test("A debt is written off once, and no later earnings pay it", async () => {
  const { order, bob } = await clearedOrder(true);
  const { stripeId } = await accountOf(bob.id);
  await control(`accounts/${stripeId}/payout`);
  expect((await actOnOrder(op, order.id, { intent: "refund", amount: "80", bearer: "seller" })).status).toBe(
    303,
  );
  await pass(minute);
  for (let i = 0; i < 3; i++) await sweep();
  expect(await balancesOf(order.id)).toMatchObject({ seller_debts: 8000 });
  expect((await op.get("/admin/payouts?show=debts")).links).not.toContain(`/admin/orders/${order.id}`);
  await wait(61 * day);
  const debts = await op.get("/admin/payouts?show=debts");
  expect(debts.text).toContain("$80.00");
  expect(debts.links).toContain(`/admin/orders/${order.id}`);
  expect((await op.get("/admin/health")).text).toMatch(/1 Debts over 60 days/);

  const confirm = await pageOf(bob, `?confirm=write-off&id=${order.id}`);
  expect(confirm.text).toContain("Write off $80.00?");
  expect((await act(bob, { intent: "write-off", id: order.id, reason: "no" })).status).toBe(400);
  expect((await act(bob, { intent: "write-off", id: "nothing" })).status).toBe(409);
  const form = { intent: "write-off", id: order.id, reason, version: confirm.field("version") ?? "" };
  const twice = await Promise.all([1, 2].map(() => op.submit(pathOf(bob), form)));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect(await balancesOf(order.id)).toMatchObject({ write_offs: 8000 });
  expect(await balancesOf(order.id)).not.toHaveProperty("seller_debts");
  expect((await op.get("/admin/payouts?show=debts")).links).not.toContain(`/admin/orders/${order.id}`);
  expect(await actionsOf(bob)).toEqual(["write-off-debt"]);
});

test("People without an account, and deleted ones, are paid by hand: an amount, a reference, once", async () => {
  const { order, bob } = await clearedOrder(false);
  const confirm = await pageOf(bob, "?confirm=pay-by-hand");
  expect(confirm.text).toContain("At most $80.00.");
  for (const [amount, sentence] of [
    ["1,50", "Please enter an amount in dollars, such as 12.50"],
    ["-5", "Please enter an amount in dollars, such as 12.50"],
    ["80.01", "Please enter at most $80.00"],
  ] as const) {
    const refused = await act(bob, { intent: "pay-by-hand", amount, reference: "SEPA 1" });
    expect([amount, refused.status, refused.text.includes(sentence)]).toEqual([amount, 400, true]);
    expect([refused.field("amount"), refused.field("reference")]).toEqual([amount, "SEPA 1"]);
    expect(refused.html).toContain(`>${reason}</textarea>`);
  }
  const without = await act(bob, { intent: "pay-by-hand", amount: "12.50", reference: " " });
  expect([without.status, without.text.includes("Please enter the bank's reference")]).toEqual([400, true]);

  const form = { intent: "pay-by-hand", amount: "12.50", reference: "SEPA 1", reason };
  const seen = { ...form, version: confirm.field("version") ?? "" };
  const twice = await Promise.all([1, 2].map(() => op.submit(`${pathOf(bob)}?confirm=pay-by-hand`, seen)));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect(await balancesOf(order.id)).toMatchObject({ bank: -1250, seller_payable: -6750 });

  await db.update(users).set({ deletedAt: now() }).where(eq(users.id, bob.id));
  expect((await act(bob, { intent: "pay-by-hand", amount: "67.50", reference: "SEPA 2" })).status).toBe(303);
  expect(await balancesOf(order.id)).toMatchObject({ bank: -8000 });
  expect((await db.select().from(earnings).where(eq(earnings.orderId, order.id)))[0]).toMatchObject({
    dueAt: null,
  });
  const page = await pageOf(bob);
  for (const words of ["Paid out $80.00", "Bank reference SEPA 2", "Deleted"])
    expect(page.text).toContain(words);
  expect((await act(bob, { intent: "pay-by-hand", amount: "1", reference: "x" })).status).toBe(403);
  const rows = await db.select().from(ledger).where(eq(ledger.orderId, order.id));
  expect(rows.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
});

test("A payment by hand pays what the seller owes first, the oldest debt first, and never more than the rest", async () => {
  const { order: first, bob } = await clearedOrder(true);
  const { order: second } = await completedOrder({ sellerId: bob.id, priceCents: 2000 });
  await wait(15 * day);
  await sweep();
  const { stripeId } = await accountOf(bob.id);
  // Both are in the bank when their buyers get their money back.
  await control(`accounts/${stripeId}/payout`);
  for (const [order, amount] of [
    [first, "80"],
    [second, "20"],
  ] as const)
    expect((await actOnOrder(op, order.id, { intent: "refund", amount, bearer: "seller" })).status).toBe(303);
  await pass(minute);
  for (let i = 0; i < 3; i++) await sweep();
  await control(`accounts/${stripeId}/status`, { status: "rejected", codes: ["rejected_fraud"] });
  expect((await act(bob, { intent: "read-again" })).status).toBe(303);
  const { order: third } = await completedOrder({ sellerId: bob.id, priceCents: 9000 });
  await pass(hour);
  const { order: fourth } = await completedOrder({ sellerId: bob.id, priceCents: 5000 });
  await wait(15 * day);
  await sweep();

  const page = await pageOf(bob, "?confirm=pay-by-hand");
  expect(page.text).toContain("$140.00 has cleared. $100.00 of it pays what");
  expect(page.text).toContain("At most $40.00.");
  expect(page.field("amount")).toBe("40.00");
  const more = await act(bob, { intent: "pay-by-hand", amount: "40.01", reference: "SEPA 3" });
  expect([more.status, more.text.includes("Please enter at most $40.00")]).toEqual([400, true]);
  const done = await act(bob, { intent: "pay-by-hand", amount: "30", reference: "SEPA 3" });
  expect(done.status).toBe(303);

  for (const [order, left] of [
    [first, { offsets: 8000 }],
    [second, { offsets: 2000 }],
    [third, { offsets: -9000 }],
    [fourth, { offsets: -1000, bank: -3000, seller_payable: -1000 }],
  ] as const) {
    const balances = await balancesOf(order.id);
    expect(balances).toMatchObject(left);
    expect(Object.keys(balances)).not.toContain("seller_debts");
    expect(Object.values(balances).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  }
  await bob.beginSession();
  const earned = (await bob.get("/earnings")).text;
  expect(earned).toContain(" to pay what you owed.");
  expect(earned).toContain("Paid out to your bank $130.00");
  const mails = await db.select().from(outbox).where(eq(outbox.userId, bob.id));
  const [mail, ...others] = mails.filter(({ kind }) => kind === "debts_paid");
  expect(others).toEqual([]);
  expect(await findMoved(db, "debts_paid", bob.id, mail?.subjectId ?? "")).toMatchObject({
    cents: 10_000,
    lines: [
      { orderId: first.id, cents: 8000 },
      { orderId: second.id, cents: 2000 },
    ],
    paidWith: [
      { orderId: third.id, cents: 9000 },
      { orderId: fourth.id, cents: 1000 },
    ],
  });
});

test("A seller whom Stripe can pay is not paid by hand", async () => {
  const { bob } = await completedOrder({ priceCents: 8000 });
  await wait(15 * day);
  await readyAccount(bob.id, now());
  const refused = await act(bob, { intent: "pay-by-hand", amount: "1", reference: "x" });
  expect([refused.status, refused.text.includes("Stripe pays this person")]).toEqual([403, true]);
});

test("The account is read again, and the page says when Stripe does not answer", async () => {
  const { bob } = await completedOrder();
  expect((await act(bob, { intent: "read-again" })).status).toBe(409);
  await readyAccount(bob.id);
  await db.update(payoutAccounts).set({ bankLast4: "0000" }).where(eq(payoutAccounts.userId, bob.id));
  await faults([{ path: "/v2/core/accounts", method: "GET", status: 500 }]);
  const silent = await act(bob, { intent: "read-again" });
  expect([silent.status, silent.text.includes("Stripe did not answer")]).toEqual([502, true]);
  await faults([]);
  expect((await act(bob, { intent: "read-again" })).status).toBe(303);
  expect((await accountOf(bob.id)).bankLast4).toBe("6789");
  expect((await pageOf(bob)).text).toContain("••6789");
});

test("An amount is taken back from a transfer under a hold, and sent again when the hold ends", async () => {
  const { order, bob } = await clearedOrder(true);
  const [transfer] = await transfersOf(order);
  const id = transfer?.id ?? "";
  const first = await act(bob, { intent: "reverse", id, amount: "12.50" });
  expect([first.status, first.text.includes("Please put these payouts on hold first")]).toEqual([409, true]);
  // The form is gone, and what was typed is not.
  expect(first.field("amount")).toBeUndefined();
  expect(first.text).toContain(`You typed: 12.50 ${reason}`);
  expect((await act(bob, { intent: "hold", days: "30" })).status).toBe(303);
  for (const amount of ["1,50", "-5", "80.01", "0"]) {
    const refused = await act(bob, { intent: "reverse", id, amount });
    expect([amount, refused.status, refused.field("amount")]).toEqual([amount, 400, amount]);
    expect(refused.html).toContain(`>${reason}</textarea>`);
  }
  const { bob: stranger } = await completedOrder();
  expect((await act(stranger, { intent: "reverse", id, amount: "1" })).status).toBe(409);

  const version = (await pageOf(bob, `?confirm=reverse&id=${id}`)).field("version") ?? "";
  const form = { intent: "reverse", id, amount: "12.50", reason, version };
  const twice = await Promise.all([1, 2].map(() => op.submit(pathOf(bob), form)));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  await expect.poll(async () => (await transfersAtStripe(order.id))[0]?.amount_reversed).toBe(1250);
  await sweep();
  expect(await balancesOf(order.id)).toMatchObject({ seller_payable: -1250 });
  expect(await balancesOf(order.id)).not.toHaveProperty("transfers");
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
  expect((await pageOf(bob)).text).toContain("$12.50 taken back");
  const told = await mailsTo(bob);
  expect(told).toContain("payouts_called_back");
  expect(told).not.toContain("payouts_taken_back");
  // At the top, and next to the order, which waits again.
  const earningsPage = await bob.get("/earnings");
  expect(earningsPage.text.split(`The reason: ${reason}`)).toHaveLength(3);
  expect(earningsPage.text).not.toContain("Sent to your Stripe account on ");

  const [hold] = await db.select().from(payoutHolds).where(eq(payoutHolds.userId, bob.id));
  const release = { intent: "release", id: hold?.id ?? "", version: String(hold?.until) };
  expect((await act(bob, release)).status).toBe(303);
  await sweep();
  expect((await transfersAtStripe(order.id)).map(({ amount }) => amount)).toEqual([8000, 1250]);
});

test("If a hold ends at the moment of a reversal, the reversal does nothing", async () => {
  const { order, bob } = await clearedOrder(true);
  const [transfer] = await transfersOf(order);
  if (!transfer) throw new Error("Nothing was sent");
  const before = await balancesOf(order.id);
  const [session] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, op.id))
    .orderBy(desc(sessions.createdAt));
  const viewer: Viewer = { id: op.id, sessionId: session?.id ?? "", aal: "aal2", roles: ["operator"] };
  const asked = { id: crypto.randomUUID(), cents: 1250, version: await findVersion(db, bob.id) };
  // The operator's request has read a hold that has ended before its batch.
  expect(await decisions.reverse(deps, transfer, asked, { operator: viewer, reason })).toBe("changed");
  expect(await balancesOf(order.id)).toEqual(before);
  expect(await actionsOf(bob)).toEqual([]);
});

test("If Stripe refuses to take an amount back, the books are as before and nothing is owed", async () => {
  const { order, bob } = await clearedOrder(true);
  const { stripeId } = await accountOf(bob.id);
  await control(`accounts/${stripeId}/payout`);
  const [transfer] = await transfersOf(order);
  expect((await act(bob, { intent: "hold", days: "30" })).status).toBe(303);
  const before = await balancesOf(order.id);
  expect((await act(bob, { intent: "reverse", id: transfer?.id ?? "", amount: "12.50" })).status).toBe(303);
  await pass(2 * minute);
  await sweep();
  await expect.poll(() => balancesOf(order.id)).toEqual(before);
  expect(await transfersOf(order)).toMatchObject([{ reversedCents: 0 }]);
  expect(await mailsTo(bob)).not.toContain("payouts_owed");
  expect((await pageOf(bob)).text).toContain("Stripe refused to take an amount back");
});

test("Operators cannot decide about their own payouts, and only operators can decide", async () => {
  const own = await op.submit(pathOf(op), { intent: "hold", days: "30", reason });
  expect([own.status, own.text.includes("These are your own payouts")]).toEqual([403, true]);
  const { bob } = await completedOrder();
  for (const person of [bob, await visitor.signedIn(), visitor.signedOut()])
    expect((await act(bob, { intent: "hold", days: "30" }, person)).status).toBe(404);
  expect(await actionsOf(bob)).toEqual([]);
});

test("Each list shows what belongs to it", async () => {
  const { bob } = await completedOrder();
  const { bob: other } = await completedOrder();
  await readyAccount(bob.id, now());
  await readyAccount(other.id, now());
  const shown = async (show: string) => (await op.get(`/admin/payouts?show=${show}`)).text;
  const name = `@${(await pageOf(bob)).text.match(/@([\w.-]+)/)?.[1]}`;
  expect(await shown("banks")).toContain(name);
  expect(await shown("shared")).toContain(`also of`);
  expect((await op.get("/admin/health")).text).toMatch(/\d+\+? One bank account for two sellers/);

  expect(await shown("restricted")).not.toContain(name);
  expect(await shown("failed")).not.toContain(name);
  const account = await accountOf(bob.id);
  const restricted = { capability: "stripe_transfers", status: "restricted" };
  await control(`accounts/${account.stripeId}/status`, restricted);
  await control(`accounts/${account.stripeId}/bank`, { status: "errored" });
  expect((await act(bob, { intent: "read-again" })).status).toBe(303);
  await db.insert(bankPayouts).values({
    id: "po_failed",
    accountId: account.id,
    userId: bob.id,
    amount: 12_000,
    currency: "jpy",
    state: "failed",
    failureCode: "account_closed",
    arrivesAt: now(),
    createdAt: now(),
    failedAt: now(),
    readAt: now(),
  });
  await db.update(payoutAccounts).set({ failedPayout: "po_failed" }).where(eq(payoutAccounts.id, account.id));
  expect(await shown("restricted")).toContain(`${name} $80.00 transfers restricted, payouts active`);
  expect(await shown("failed")).toContain(`${name} – 12000 JPY, account_closed`);
  expect((await pageOf(bob)).text).toContain("12000 JPY Failed account_closed");
  await wait(15 * day);
  await sweep();
  const health = (await op.get("/admin/health")).text;
  expect(health).toMatch(/[1-9]\d* Restricted accounts with money waiting/);
  expect(health).toMatch(/[1-9]\d* Failed payouts/);
  expect(health).toContain(`${name}, 12000 JPY`);
});

test("A seller whom Stripe refuses before they have a bank account is listed, and is not asked to set up payouts", async () => {
  const bob = await payoutSeller();
  await completedOrder({ sellerId: bob.id });
  await startSetup(bob);
  const { stripeId } = await accountOf(bob.id);
  await control(`accounts/${stripeId}/status`, { status: "rejected", codes: ["rejected_fraud"] });
  expect((await act(bob, { intent: "read-again" })).status).toBe(303);
  await wait(15 * day);
  await sweep();

  const name = `@${(await pageOf(bob)).text.match(/@([\w.-]+)/)?.[1]}`;
  const listed = (await op.get("/admin/payouts?show=restricted")).text;
  expect(listed).toContain(`${name} $80.00 transfers rejected, payouts rejected`);
  expect((await op.get("/admin/health")).text).toMatch(/[1-9]\d* Restricted accounts with money waiting/);
  await bob.beginSession();
  const earned = (await bob.get("/earnings")).text;
  expect(earned).toContain("Stripe refused to send these earnings. We are looking into it.");
  expect(earned).not.toContain("Set up payouts");
  await wait(8 * day);
  await sweep();
  const mails = await db.select().from(outbox).where(eq(outbox.userId, bob.id));
  expect(mails.filter(({ kind }) => kind === "payouts_reminder")).toEqual([]);
});

test("The page of a seller reads at most 400 rows, with 10,000 orders that wait or were sent", async () => {
  const { order, bob } = await completedOrder();
  const account = await readyAccount(bob.id);
  const { ann: reader } = await operator();
  const readOnce = async (query: string) => {
    const measured = measuredDatabase(env.DB);
    reader.send = productWith({ DB: measured.database });
    expect((await reader.get(`${pathOf(bob)}${query}`)).status).toBe(200);
    return measured.read();
  };
  // On a busy machine, the menu's counts may be due again in between. Then one of two pages reads them.
  const read = async (query = "") => Math.min(await readOnce(query), await readOnce(query));
  await manyOrders(order);
  expect(await read()).toBeLessThanOrEqual(300);
  expect(await read("?confirm=pay-by-hand")).toBeLessThanOrEqual(500);
  await manyTransfers(bob.id, account.id);
  expect(await read()).toBeLessThanOrEqual(300);
  await manyReversals(bob.id);
  expect(await read()).toBeLessThanOrEqual(400);
});

/** 10,000 sellers of one order each, and every one of them belongs in every list. */
async function crowd(): Promise<void> {
  const { order } = await completedOrder();
  const k = "with recursive k(i) as (select 1 union all select i + 1 from k where i < 10000)";
  const run = (text: string, ...values: (string | number)[]) => env.DB.prepare(text).bind(...values);
  await env.DB.batch([
    run(
      `insert into users (id, email, created_at) ${k} select 'many-' || i, 'many-' || i || '@example.test', 1 from k`,
    ),
    run(
      `insert into profiles (id, username, full_name, created_at) ${k} select 'many-' || i, 'many-' || i, 'Many', 1 from k`,
    ),
    run(
      `insert into payout_accounts (id, user_id, country, open, transfers, payouts, bank_since, bank_fingerprint, bank_shared_since, failed_payout, created_at, updated_at)
       ${k} select 'many-' || i, 'many-' || i, 'US', 1, 'restricted', 'active', ?1 + i, 'same', ?1 + i, 'many-' || i, 1, 1 from k`,
      now() - day,
    ),
    run(
      `insert into bank_payouts (id, account_id, user_id, amount, currency, state, arrives_at, created_at, failed_at, read_at)
       ${k} select 'many-' || i, 'many-' || i, 'many-' || i, 100, 'usd', 'failed', 1, 1, i, 1 from k`,
    ),
    run(
      `insert into payout_holds (id, user_id, kind, reason, at, until) ${k} select 'many-' || i, 'many-' || i, 'owner', 'x', 1, ?1 + i from k`,
      now() + day,
    ),
    // Completing an order writes its earnings.
    run(
      `insert into orders (id, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
         package_title, delivery_days, revisions, questions, requirements, completed_at, form_token, version, created_at, updated_at)
       ${k} select 'many-' || i, gig_id, 'many-' || i, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
         package_title, delivery_days, revisions, questions, requirements, i, 'many-' || i, version, i, i from k, orders where orders.id = ?1`,
      order.id,
    ),
    // A debt marks them as owed.
    run(
      `insert into ledger ("transaction", account, order_id, user_id, amount_cents, at)
       ${k} select 'debt:many-' || i, a.value, 'many-' || i, 'many-' || i, iif(a.value = 'seller_debts', 100, -100), ?1 + i
       from k, json_each('["seller_payable","seller_debts"]') a`,
      now() - 61 * day,
    ),
    run(`update earnings set due_at = null, refusal = iif(clears_at % 2, 'transfers_not_allowed', 'balance_insufficient')
      where order_id like 'many-%'`),
  ]);
}

test("Each list reads at most 400 rows for a page, with 10,000 sellers in it", async () => {
  await crowd();
  for (const { key } of payoutLists) {
    const page = async (after: PayoutCursor | null) => {
      const { database, read } = measuredDatabase(env.DB);
      const measured = databaseOf(database.withSession("first-primary"));
      const { rows, next } = await list(measured, { show: key, after }, now());
      return { next, shown: rows.length, isCheap: read() <= 400, read: read() };
    };
    const first = await page(null);
    expect([key, first]).toMatchObject([key, { shown: 50, isCheap: true }]);
    expect([key, await page(first.next)]).toMatchObject([key, { shown: 50, isCheap: true }]);
  }
});
