import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as health from "#app/admin/health/health.server.ts";
import { list } from "#app/admin/health/stuck-jobs.server.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import { deadLetters, mismatches, outbox, webhookRejections } from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { pass, sweep } from "../../support/clock.ts";
import { person } from "../../support/factories.ts";
import { mailsTo } from "../../support/mails.ts";
import { orderRow } from "../../support/orders.ts";
import { db } from "../../support/visitor.ts";
import { callRow, clearStuck, mailRow, webhookRow } from "./stuck-rows.ts";

const { ann } = await operator();

beforeEach(clearStuck);

/** The checks that found something: their counts, and the minutes since the oldest. */
const counts = async () =>
  Object.fromEntries(
    (await health.runChecks(db, Date.now()))
      .filter(({ count }) => count > 0)
      .map(({ key, count, since }) => [key, [count, Math.round((Date.now() - (since ?? 0)) / minute)]]),
  );

it("Health says that all is well while nothing is stuck, and the menu shows no number", async () => {
  const page = await ann.get("/admin/health");
  for (const words of ["All is well", "0 Failed emails", "0 Late orders"]) expect(page.text).toContain(words);
  expect(page.html).toMatch(/href="\/admin\/health" aria-current="page">Health<\/a>/);
  expect(page.html).not.toContain("Reason for the retry");
});

it("A few rejected webhooks are shown but do not count as stuck; ten in an hour do", async () => {
  const at = Date.now();
  const rejected = (hours: number, reason: string, count: number) =>
    db.insert(webhookRejections).values({ hour: at - hours * hour, reason, count });
  await rejected(2, "no signature", 6);
  await rejected(2, "stale", 3);
  await rejected(3, "stale", 9);
  const few = await ann.get("/admin/health");
  for (const words of ["All is well", "18 Webhooks rejected, 24 h oldest 3 h", "12 stale"])
    expect(few.text).toContain(words);
  expect((await ann.get("/admin/users")).text).not.toMatch(/Health \d/);
  await rejected(2, "too large", 1);
  const many = await ann.get("/admin/health");
  expect([many.text.includes("All is well"), many.text.includes("Health 10")]).toEqual([false, true]);
});

it("Each check shows its count, the age of its oldest item and a link to the list; items that are not stuck do not count", async () => {
  const at = Date.now();
  const fine = await orderRow(db);
  await mailRow({ attempts: 2, error: "mailbox full (452)" });
  await mailRow({ attempts: 3, createdAt: at - 3 * hour });
  await mailRow({ attempts: 2 });
  await mailRow({ attempts: 5, error: "gone", sentAt: at });
  await webhookRow();
  await webhookRow({ receivedAt: at - 1000, error: "it broke", attempts: 4 });
  await webhookRow({ receivedAt: at - 1000, attempts: 0 });
  await webhookRow({ processedAt: at });
  await callRow(fine.id, {});
  await callRow(fine.id, { state: "sent", at: at - 7 * minute });
  await callRow(fine.id, { state: "failed", error: "no balance", at: at - minute });
  await callRow(fine.id, { at: at - minute });
  await callRow(fine.id, { kind: "checkout_session", state: "failed" });
  await callRow(fine.id, { kind: "checkout_session", state: "sent", open: true });
  const failed = crypto.randomUUID();
  await callRow(fine.id, { id: failed, state: "failed" });
  await callRow(fine.id, { state: "confirmed", replaces: failed });
  await db.insert(mismatches).values({ id: "re_unknown", note: "A refund of no order", at: at - 3 * day });
  await orderRow(db, { paidAt: at - 4 * day });
  await orderRow(db, { paidAt: at - 2 * day });
  await orderRow(db, { stage: "awaiting_requirements", paidAt: at - 5 * day });
  await orderRow(db, { paidAt: at - 4 * day, hold: "dispute", heldSince: at - hour });
  const running = { status: "in progress", stage: "working" } as const;
  await orderRow(db, { ...running, deliveryDate: at - 90 * minute });
  await orderRow(db, { ...running, stage: "in_revision", deliveryDate: at - day });
  await orderRow(db, { ...running, stage: "delivered", deliveryDate: at - day });
  await orderRow(db, {
    ...running,
    hold: "cancellation",
    heldSince: at - 30 * minute,
    deliveryDate: at - day,
  });
  await orderRow(db, { ...running, hold: "refund", heldSince: at - 50 * minute, deliveryDate: at - day });
  await db.insert(webhookRejections).values([
    { hour: at - 2 * hour, reason: "no signature", count: 60 },
    { hour: at - 3 * hour, reason: "no signature", count: 50 },
    { hour: at - 25 * hour, reason: "stale", count: 7 },
  ]);
  expect(await counts()).toEqual({
    mails: [2, 180],
    webhooks: [2, 120],
    money: [4, 10],
    mismatches: [1, 3 * 24 * 60],
    "not-started": [4, 5 * 24 * 60],
    "not-started-long": [2, 5 * 24 * 60],
    late: [2, 24 * 60],
    cancellation: [1, 30],
    refund: [1, 50],
    dispute: [1, 60],
    rejected: [101, 180],
  });
  const page = await ann.get("/admin/health");
  for (const words of [
    "2 Failed emails oldest 3 h",
    "2 Unprocessed webhooks oldest 2 h",
    "4 Pending Stripe calls oldest 10 min",
    "1 Payment mismatches oldest 3 d",
    "4 Paid, not started oldest 5 d",
    "2 Paid, not started for 3 days oldest 5 d",
    "2 Late orders oldest 24 h",
    "1 Open disputes oldest 1 h",
    "100+ Webhooks rejected, 24 h",
    "110 no signature",
    "mailbox full (452)",
    "no balance",
    "it broke",
    "Health 100+",
  ])
    expect(page.text).toContain(words);
  for (const words of ["All is well", "stale", "gone"]) expect(page.text).not.toContain(words);
  for (const link of [
    "/admin/orders?show=late",
    "/admin/orders?show=not-started",
    "/admin/orders?show=not-started-long",
    "/admin/orders?show=cancellation",
    "/admin/orders?show=refund",
    "/admin/orders?show=dispute",
    "/admin/payments",
    `/admin/orders/${fine.id}`,
  ])
    expect(page.links).toContain(link);
  // The lists that the checks link to show the same number.
  for (const [show, count] of [
    ["late", 2],
    ["not-started", 4],
    ["not-started-long", 2],
    ["dispute", 1],
  ] as const) {
    const orderList = await ann.get(`/admin/orders?show=${show}`);
    expect([show, [...orderList.html.matchAll(/<td[^>]*><a class="num"/g)].length]).toEqual([show, count]);
  }
  expect((await ann.get("/admin/users")).text).toContain("Health 9+");
});

it("Work that is overdue, and queue messages that were given up, are shown", async () => {
  const at = Date.now();
  await orderRow(db, { deadlineAt: at - 11 * minute });
  await orderRow(db, { deadlineAt: at - 9 * minute });
  // Unpaid orders that wait for their bank: one is being retried, the other no longer is.
  const unpaid = { paymentStatus: "pending", stage: "awaiting_payment", paidAt: null } as const;
  await orderRow(db, { ...unpaid, deadlineAt: at - day, triedAt: at - 12 * minute });
  await orderRow(db, { ...unpaid, deadlineAt: at - day, triedAt: at - 40 * minute });
  await mailRow({ dueAt: at - 12 * minute });
  await mailRow({ dueAt: at - 3 * minute });
  await db.insert(deadLetters).values([
    { body: '{"v":0}', reason: "not understood", at: at - hour },
    { body: '{"v":1}', reason: "failed", at: at - 25 * hour },
  ]);
  const page = await ann.get("/admin/health");
  for (const words of [
    "2 Orders past their deadline oldest 24 h",
    "1 Overdue emails oldest 12 min",
    "1 Dropped queue messages, 24 h oldest 1 h",
    'not understood · {"v":0}',
    "Scheduled work should have done these",
  ])
    expect(page.text).toContain(words);
  expect(page.text).not.toContain('{"v":1}');
});

it("The rows that Health reads do not grow with rows that are not stuck, and counting stops above 100", async () => {
  const rows = async () => {
    const { database, read } = measuredDatabase(env.DB);
    const measured = databaseOf(database.withSession("first-primary"));
    await Promise.all([health.runChecks(measured, Date.now()), list(measured, Date.now())]);
    return read();
  };
  const { id: userId } = await person(db);
  const template = await orderRow(db, { status: "completed", stage: "closed" });
  const fill = (late: number) =>
    env.DB.batch([
      env.DB.prepare(
        `insert into outbox (id, kind, user_id, created_at, sent_at, attempts, due_at)
         with recursive k(i) as (select 1 union all select i + 1 from k where i < 3000)
         select 'm' || hex(randomblob(8)), 'receipt', ?, i, i, 1, i from k`,
      ).bind(userId),
      env.DB.prepare(
        `insert into orders (id, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
           package_title, delivery_days, revisions, questions, requirements, paid_at, delivery_date, form_token, version, created_at, updated_at)
         with recursive k(i) as (select 1 union all select i + 1 from k where i < 3000)
         select hex(randomblob(8)), gig_id, seller_id, buyer_id, iif(i <= ${late}, 'in progress', 'completed'), 'paid',
           iif(i <= ${late}, 'working', 'closed'), 'none', 8000, 0, 'Many', 'starter', 'Basic', 3, 1, '[]', '', i, i, hex(randomblob(8)), 1, i, i
         from k, orders where orders.id = ?`,
      ).bind(template.id),
    ]);
  await fill(150);
  const few = await rows();
  await fill(150);
  await fill(150);
  expect(await rows()).toBeLessThanOrEqual(few + 20);
  expect(few).toBeLessThan(1000);
  expect((await counts()).late?.[0]).toBe(101);
});

it("When something has been overdue for an hour, each operator gets one mail a day", async () => {
  // Its deadline is not due, so the sweep leaves it.
  await orderRow(db, { deadlineAt: Date.now() - 59 * minute });
  const alarms = async () => {
    await sweep();
    await sweep();
    return (await db.select().from(outbox).where(eq(outbox.kind, "overdue"))).map(({ userId }) => userId);
  };
  expect(await alarms()).toEqual([]);
  await orderRow(db, { deadlineAt: Date.now() - 61 * minute });
  expect(await alarms()).toEqual([ann.id]);
  expect((await mailsTo(ann.email)).at(0)).toMatchObject({
    kind: "overdue",
    subject: "Scheduled work is overdue",
  });
  await pass(day);
  expect(await alarms()).toEqual([ann.id, ann.id]);
});
