import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Period, periodOf } from "#app/payouts/statements/period.ts";
import * as taxes from "#app/payouts/taxes/taxes.server.ts";
import * as registrations from "#app/sellers/registrations.server.ts";
import * as schema from "#drizzle/schema.ts";
import { recount } from "#scripts/data/derived-rows.ts";
import { sellerRow } from "#tests/sellers/applicant.ts";
import { operator } from "#tests/support/accounts/operator.ts";
import { day, minute, now, pass, passToDate, sweep } from "#tests/support/clock.ts";
import { expectMonthSums } from "#tests/support/month-sums.ts";
import { completedOrder, readyAccount, refund } from "#tests/support/payouts.ts";
import { paidOrder } from "#tests/support/purchase.ts";
import { deliveries } from "#tests/support/stripe.ts";
import { db, Visitor } from "#tests/support/visitor.ts";

await deliveries("off");
await db.insert(schema.settings).values({ key: "fee_percent", value: "20" });

const yearAt = (at: number): Period => {
  const year = periodOf(String(new Date(at).getUTCFullYear()), at);
  if (!year) throw new Error("There is no such year");
  return year;
};

const yearOf = async (sellerId: string, year: Period) =>
  (await taxes.findYears(db, [sellerId], year)).get(sellerId) ?? { byPayment: [], byClearing: [] };

test("Sales count by the quarter of payment and of clearing, over the end of a year, with refunds in their own", async () => {
  // Paid and completed on 28 December, cleared on 11 January.
  await passToDate(11, 28);
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  const { priceCents, feeCents } = order;
  const sale = { orders: 1, grossCents: priceCents, feeCents, refundedCents: 0 };
  const old = yearAt(now());
  expect(await yearOf(bob.id, old)).toEqual({ byPayment: [{ quarter: 4, ...sale }], byClearing: [] });

  await pass(20 * day);
  expect(await yearOf(bob.id, yearAt(now()))).toEqual({ byPayment: [], byClearing: [] });
  await sweep();
  const next = yearAt(now());
  expect(await yearOf(bob.id, old)).toEqual({ byPayment: [{ quarter: 4, ...sale }], byClearing: [] });
  expect(await yearOf(bob.id, next)).toEqual({ byPayment: [], byClearing: [{ quarter: 1, ...sale }] });

  // A hold after that moves when the order clears, but it has cleared already.
  const { earnings } = schema;
  const later = now() + 100 * day;
  await db.update(earnings).set({ clearsAt: later, dueAt: later }).where(eq(earnings.orderId, order.id));
  await db.update(earnings).set({ dueAt: null }).where(eq(earnings.orderId, order.id));
  expect(await yearOf(bob.id, next)).toMatchObject({ byClearing: [{ quarter: 1, ...sale }] });

  // A refund in the second quarter counts there, in both.
  await pass(90 * day);
  await refund(order.id, 2000);
  const feeBack = Math.round((2000 * feeCents) / priceCents);
  const back = { quarter: 2, orders: 0, grossCents: 0, feeCents: -feeBack, refundedCents: 2000 };
  expect(await yearOf(bob.id, next)).toEqual({
    byPayment: [back],
    byClearing: [{ quarter: 1, ...sale }, back],
  });
  expect((await expectMonthSums()).cleared).toBe(2);
  expect(await yearOf(bob.id, old)).toEqual({ byPayment: [{ quarter: 4, ...sale }], byClearing: [] });

  await bob.beginSession();
  const page = (await bob.get(`/earnings/${next.name}`)).text;
  expect(page).toContain("By the day of payment, as in a 1099-K");
  expect(page).toContain("Country where you receive payouts: United States.");
  expect(page).toMatch(/Q1 ?1 ?\$80\.00/);
});

test("What is held or examined has not cleared; what waits for the seller has, on the day it was due", async () => {
  const { order, bob } = await completedOrder();
  const cleared = async () => {
    await sweep();
    const [row] = await db.select().from(schema.earnings).where(eq(schema.earnings.orderId, order.id));
    return row?.clearedAt;
  };
  const { orders, mismatches } = schema;
  await db.update(orders).set({ hold: "dispute" }).where(eq(orders.id, order.id));
  await pass(15 * day);
  expect(await cleared()).toBeNull();
  await db.insert(mismatches).values({ id: `odd of ${order.id}`, orderId: order.id, note: "Odd", at: now() });
  await db.update(orders).set({ hold: "none", updatedAt: now() }).where(eq(orders.id, order.id));
  expect(await cleared()).toBeNull();
  await db.update(mismatches).set({ resolvedAt: now() }).where(eq(mismatches.orderId, order.id));
  const resolvedAt = now();
  await pass(day);
  // Payouts are not set up.
  const at = await cleared();
  expect(at).toBeGreaterThan(resolvedAt);
  expect(at).toBeLessThanOrEqual(resolvedAt + 10 * minute);
  expect(await yearOf(bob.id, yearAt(now()))).toMatchObject({ byClearing: [{ orders: 1 }] });
  await readyAccount(bob.id);
  await pass(day);
  expect(await cleared()).toBe(at);
  await expectMonthSums();
});

test("The sums of months are those of the ledger after a backup is restored", async () => {
  const sums = await expectMonthSums();
  await db.update(schema.statementMonths).set({ paidCents: 1, paidFeeCents: 1, firstNumber: 1 });
  await db.delete(schema.clearedMonths);
  await recount(env.DB);
  expect(await expectMonthSums()).toEqual(sums);
});

test("Operators download all sellers of a year, including those who have left, and the audit log records it", async () => {
  const { order, bob } = await paidOrder({ priceCents: 5000 });
  await sellerRow(bob.id, { status: "active", payoutCountry: "DE" });
  const { ann: staff } = await operator();
  const year = yearAt(now());
  const path = `/admin/payouts/taxes/${year.name}.csv`;
  expect((await staff.get("/admin/payouts/taxes")).text).toContain(`Download ${year.name} as CSV`);
  const file = await staff.submit(path, {});
  expect(file.status).toBe(200);
  expect(file.headers.get("Content-Disposition")).toContain(`handiwork-taxes-${year.name}.csv`);
  expect(file.html).toMatch(/^\uFEFF?Number,Name,Username,Country,Year,Quarter,By payment: orders,/);
  const line = (text: string) => text.split("\r\n").find((row) => row.startsWith(bob.id)) ?? "";
  const fee = (order.feeCents / 100).toFixed(2);
  expect(line(file.html)).toMatch(
    new RegExp(`,DE,${year.name},[1-4],1,50\\.00,${fee},0\\.00,0,0\\.00,0\\.00,0\\.00$`),
  );
  const log = await db.select().from(schema.auditLog).where(eq(schema.auditLog.operatorId, staff.id));
  expect(log).toMatchObject([{ action: "export-taxes", subjectId: `taxes:${year.name}` }]);

  // The number and the country stay; the names are removed.
  await db.update(schema.profiles).set({ deletedAt: now() }).where(eq(schema.profiles.id, bob.id));
  const after = line((await staff.submit(path, {})).html);
  expect(after).toMatch(new RegExp(`^${bob.id},,,DE,${year.name},`));

  for (const wrong of ["0000", "2026-01", String(Number(year.name) + 1), "x"])
    expect((await staff.submit(`/admin/payouts/taxes/${wrong}.csv`, {})).status, wrong).toBe(404);
  expect((await staff.get(path)).status).toBe(404);
  for (const stranger of [bob, (await operator({ aal: "aal1" })).ann, new Visitor()]) {
    expect((await stranger.submit(path, {})).status).toBe(404);
    expect((await stranger.get("/admin/payouts/taxes")).status).toBe(404);
  }
});

test("The payout country of a person who has sold something and leaves stays in the books; that of others does not", async () => {
  const [{ bob }, other] = [await paidOrder(), await Visitor.signedIn()];
  for (const { id } of [bob, other]) {
    await sellerRow(id, { status: "active", payoutCountry: "DE" });
    await registrations.anonymised(db, id, now());
  }
  expect(await taxes.findCountry(db, bob.id)).toBe("DE");
  expect(await taxes.findCountry(db, other.id)).toBeNull();
});
