import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as health from "#app/admin/health/health.server.ts";
import { list } from "#app/admin/health/stuck-jobs.server.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import {
  auditLog,
  mismatches,
  moneyCalls,
  orders,
  outbox,
  payments,
  webhookEvents,
  webhookRejections,
} from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { faultyDatabase, measuredDatabase, shopWith } from "../../support/bindings/faulty.ts";
import { person } from "../../support/factories.ts";
import { operator } from "../../support/operator.ts";
import { orderRow } from "../../support/orders.ts";
import { paidAtStripe, paidOrder, placeOrder } from "../../support/purchase.ts";
import { deliver, deliveries } from "../../support/stripe.ts";
import { db, type Visitor } from "../../support/visitor.ts";

await deliveries("off");
const { ann } = await operator();
const reason = "Looked at it, it should work now";

/** Nothing is stuck when a test begins. */
beforeEach(async () => {
  await db.batch([
    db.update(outbox).set({ sentAt: 1, error: null }),
    db.update(webhookEvents).set({ processedAt: 1, error: null }),
    db.update(moneyCalls).set({ state: "confirmed", open: false }),
    db.update(orders).set({ status: "completed", stage: "closed", hold: "none" }),
    db.update(payments).set({ outcome: "returned" }).where(eq(payments.outcome, "mismatch")),
    db.update(mismatches).set({ resolvedAt: 1 }),
    db.delete(webhookRejections),
  ]);
});

const counts = async () =>
  Object.fromEntries(
    (await health.runChecks(db, Date.now()))
      .filter(({ count }) => count > 0)
      .map(({ key, count, since }) => [key, [count, Math.round((Date.now() - (since ?? 0)) / minute)]]),
  );

const mail = async (state: Partial<typeof outbox.$inferInsert>) => {
  const { id: userId } = await person(db);
  const at = Date.now() - 40 * minute;
  const id = crypto.randomUUID();
  await db.insert(outbox).values({
    id,
    kind: "password_changed",
    userId,
    createdAt: at,
    dueAt: Date.now() + hour,
    attempts: 0,
    ...state,
  });
  return id;
};

const event = async (state: Partial<typeof webhookEvents.$inferInsert> = {}) => {
  const id = `evt_${crypto.randomUUID()}`;
  const payload = JSON.stringify({ id, type: "customer.created", data: { object: {} } });
  const at = Date.now() - 2 * hour;
  await db
    .insert(webhookEvents)
    .values({ id, type: "customer.created", payload, receivedAt: at, dueAt: at, attempts: 1, ...state });
  return id;
};

const call = (orderId: string, state: Partial<typeof moneyCalls.$inferInsert>) =>
  db.insert(moneyCalls).values({
    id: crypto.randomUUID(),
    kind: "refund",
    orderId,
    attempt: 1,
    params: "{}",
    state: "due",
    open: false,
    at: Date.now() - 10 * minute,
    updatedAt: Date.now(),
    ...state,
  });

const auditOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map((row) => [row.action, row.reason]);

it("is green while nothing is stuck, and the menu has no number", async () => {
  const page = await ann.get("/admin/health");
  for (const words of ["All well", "0 Failed e-mails", "0 Late orders"]) expect(page.text).toContain(words);
  expect(page.html).toMatch(/href="\/admin\/health" aria-current="page">Health<\/a>/);
  expect(page.html).not.toContain("Reason for trying again");
});

it("a few deliveries turned away are shown and leave it green; ten in an hour do not", async () => {
  const at = Date.now();
  const rejected = (hours: number, reason: string, count: number) =>
    db.insert(webhookRejections).values({ hour: at - hours * hour, reason, count });
  await rejected(2, "no signature", 6);
  await rejected(2, "stale", 3);
  await rejected(3, "stale", 9);
  const few = await ann.get("/admin/health");
  for (const words of ["All well", "18 Webhooks rejected, 24 h oldest 3 h", "12 stale"])
    expect(few.text).toContain(words);
  expect((await ann.get("/admin/users")).text).not.toMatch(/Health \d/);
  await rejected(2, "too large", 1);
  const many = await ann.get("/admin/health");
  expect([many.text.includes("All well"), many.text.includes("Health 10")]).toEqual([false, true]);
});

it("shows each kind of stuck thing with its number, its oldest and the way there; what goes its way is none", async () => {
  const at = Date.now();
  const fine = await orderRow(db);
  await mail({ attempts: 2, error: "mailbox full (452)" });
  await mail({ attempts: 3, createdAt: at - 3 * hour });
  await mail({ attempts: 2 });
  await mail({ attempts: 5, error: "gone", sentAt: at });
  await event();
  await event({ receivedAt: at - 1000, error: "it broke", attempts: 4 });
  await event({ receivedAt: at - 1000, attempts: 0 });
  await event({ processedAt: at });
  await call(fine.id, {});
  await call(fine.id, { state: "sent", at: at - 7 * minute });
  await call(fine.id, { state: "failed", error: "no balance", at: at - minute });
  await call(fine.id, { at: at - minute });
  await call(fine.id, { kind: "checkout_session", state: "failed" });
  await call(fine.id, { kind: "checkout_session", state: "sent", open: true });
  const failed = crypto.randomUUID();
  await call(fine.id, { id: failed, state: "failed" });
  await call(fine.id, { state: "confirmed", replaces: failed });
  await db.insert(mismatches).values({ id: "re_unknown", note: "A refund of nobody", at: at - 3 * day });
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
    "not-started": [2, 5 * 24 * 60],
    late: [2, 24 * 60],
    cancellation: [1, 30],
    refund: [1, 50],
    dispute: [1, 60],
    rejected: [101, 180],
  });
  const page = await ann.get("/admin/health");
  for (const words of [
    "2 Failed e-mails oldest 3 h",
    "2 Webhooks not processed oldest 2 h",
    "4 Money calls that wait oldest 10 min",
    "1 Payment mismatches oldest 3 d",
    "2 Paid, not started oldest 5 d",
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
  for (const words of ["All well", "stale", "gone"]) expect(page.text).not.toContain(words);
  for (const link of [
    "/admin/orders?show=late",
    "/admin/orders?show=not-started",
    "/admin/orders?show=cancellation",
    "/admin/orders?show=refund",
    "/admin/orders?show=dispute",
    "/admin/payments",
    `/admin/orders/${fine.id}`,
  ])
    expect(page.links).toContain(link);
  // Its links lead to as many.
  for (const [show, many] of [
    ["late", 2],
    ["not-started", 2],
    ["dispute", 1],
  ] as const) {
    const there = await ann.get(`/admin/orders?show=${show}`);
    expect([show, [...there.html.matchAll(/<td><a class="num"/g)].length]).toEqual([show, many]);
  }
  expect((await ann.get("/admin/users")).text).toContain("Health 100+");
});

it("a mail and a webhook are tried again now, with a reason, and the page turns green", async () => {
  const [waiting, stored] = [await mail({ attempts: 4, error: "mailbox full (452)" }), await event()];
  const again = (who: Visitor, what: string, fields = {}) =>
    who.submit("/admin/health", { again: what, reason, ...fields });
  const short = await again(ann, `mail:${waiting}`, { reason: "again" });
  expect([short.status, short.field("reason")]).toEqual([400, "again"]);
  expect(short.text).toContain("Please give a reason of at least 10 characters");
  expect((await again(ann, "order:1")).text).toContain("Please choose what to try");
  expect(await auditOf(waiting)).toEqual([]);

  const sent = await again(ann, `mail:${waiting}`);
  expect([sent.status, sent.location]).toEqual([303, "/admin/health"]);
  expect((await ann.get("/admin/health")).text).toContain("The e-mail is sent");
  await again(ann, `webhook:${stored}`);
  const green = await ann.get("/admin/health");
  for (const words of ["The webhook is processed", "All well"]) expect(green.text).toContain(words);
  expect([await auditOf(waiting), await auditOf(stored)]).toEqual([
    [["try-mail", reason]],
    [["work-webhook", reason]],
  ]);
  // What is done is done once.
  await again(ann, `webhook:${stored}`);
  expect((await ann.get("/admin/health")).text).toContain("This is done already");
  await again(ann, "mail:nothing");
  expect([(await auditOf(stored)).length, await auditOf("nothing")]).toEqual([1, []]);
});

it("what fails again says so, and stays", async () => {
  const stored = await event({
    type: "refund.updated",
    payload: JSON.stringify({ type: "refund.updated", data: { object: { id: "re_nobody" } } }),
  });
  await ann.submit("/admin/health", { again: `webhook:${stored}`, reason });
  const page = await ann.get("/admin/health");
  for (const words of ["It was tried and failed again", "1 Webhooks not processed"])
    expect(page.text).toContain(words);
  expect(await auditOf(stored)).toHaveLength(1);
});

it("a money call that waits is made now, once, with a reason; one that failed after Stripe took it is not", async () => {
  const { order } = await paidOrder();
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
  const refundCall = async (
    state: Partial<typeof moneyCalls.$inferInsert>,
    intent = payment?.paymentIntentId,
  ) => {
    const id = crypto.randomUUID();
    const params = {
      payment_intent: intent,
      amount: 700,
      metadata: { order: order.id, reason: "return", call: id },
    };
    await call(order.id, { id, params: JSON.stringify(params), ...state });
    return id;
  };
  const page = await db
    .select({ id: moneyCalls.id })
    .from(moneyCalls)
    .where(eq(moneyCalls.kind, "checkout_session"));
  const due = await refundCall({});
  const refused = await refundCall({ state: "failed", error: "balance too low" });
  const nowhere = await refundCall({ state: "sent" }, "pi_nowhere");
  const failed = await refundCall({ state: "failed", stripeId: "re_taken" });
  const young = await refundCall({ at: Date.now() });
  const shown = await ann.get("/admin/health");
  for (const id of [due, refused, nowhere]) expect(shown.html).toContain(`value="money:${id}"`);
  for (const id of [failed, young, page[0]?.id]) expect(shown.html).not.toContain(`value="money:${id}"`);
  expect(shown.text).toContain("On the order's page");
  const again = async (id: string) => {
    await ann.submit("/admin/health", { again: `money:${id}`, reason });
    return (await ann.get("/admin/health")).text;
  };
  const states = async (...ids: string[]) =>
    await Promise.all(
      ids.map(async (id) => (await db.select().from(moneyCalls).where(eq(moneyCalls.id, id)))[0]?.state),
    );
  for (const id of [due, refused]) expect(await again(id)).toContain("Stripe has answered: the call is done");
  expect(await again(nowhere)).toContain("It was tried and failed again");
  for (const id of [failed, young, due]) expect(await again(id)).toContain("This is done already");
  expect(await states(due, refused, nowhere, failed, young)).toEqual([
    "confirmed",
    "confirmed",
    "failed",
    "failed",
    "due",
  ]);
  expect(await auditOf(order.id)).toEqual(Array(3).fill(["try-money-call", reason]));

  const { order: unpaid } = await placeOrder();
  const open = eq(moneyCalls.orderId, unpaid.id);
  const lost = { state: "sent", stripeId: null, url: null, at: Date.now() - hour } as const;
  await db.update(moneyCalls).set(lost).where(open);
  const [session] = await db.select().from(moneyCalls).where(open);
  expect(await again(session?.id ?? "")).toContain("Stripe has answered: the call is done");
  expect((await db.select().from(moneyCalls).where(open))[0]).toMatchObject({
    state: "confirmed",
    open: true,
  });
});

it("what Health reads does not grow with what is well, and stops at a hundred", async () => {
  const rows = async () => {
    const { database, read } = measuredDatabase(env.DB);
    const its = databaseOf(database.withSession("first-primary"));
    await Promise.all([health.runChecks(its, Date.now()), list(its, Date.now())]);
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

/** Money came in for an order that differs from its price. */
async function mismatch(cents = 7900, currency = "usd") {
  const { order, event: paid, ann: buyer } = await paidAtStripe();
  await db.update(orders).set({ priceCents: cents }).where(eq(orders.id, order.id));
  await deliver(paid);
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
  if (payment?.outcome !== "mismatch") throw new Error("No mismatch");
  await db.update(payments).set({ currency }).where(eq(payments.id, payment.id));
  return { order, payment, buyer };
}

const resolve = (who: Visitor, id: string, intent: string, fields = {}) =>
  who.submit("/admin/payments", { id, intent, reason, ...fields });
const outcomeOf = async (id: string) =>
  (await db.select().from(payments).where(eq(payments.id, id)))[0]?.outcome;

it("a payment that differs is given back with a reason, once, and its buyer told", async () => {
  const { order, payment } = await mismatch();
  const page = await ann.get("/admin/payments");
  for (const words of [
    "Paid 8000 cents, the order costs 7900",
    "$80.00 came in for",
    payment.checkoutSessionId,
  ])
    expect(page.text).toContain(words);
  expect(page.links).toContain(`/admin/orders/${order.id}`);
  const short = await resolve(ann, payment.id, "refund", { reason: "no" });
  expect([short.status, short.text.includes("at least 10 characters")]).toEqual([400, true]);
  expect(await outcomeOf(payment.id)).toBe("mismatch");

  // Another operator comes between the look and the write.
  const { ann: second } = await operator();
  const first = () => resolve(ann, payment.id, "refund");
  second.door = shopWith({
    DB: faultyDatabase(env.DB, (sql) => (sql.includes('insert into "audit_log"') ? first() : false)),
  });
  const lost = await resolve(second, payment.id, "look-into");
  expect(lost.status).toBe(409);
  expect(lost.text).toContain("Somebody has resolved this already");
  expect(await outcomeOf(payment.id)).toBe("returned");
  expect(await auditOf(order.id)).toEqual([["return-payment", reason]]);
  await expect
    .poll(async () => {
      const calls = await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, order.id));
      return calls.filter(({ kind }) => kind === "refund").map(({ state }) => state);
    })
    .toEqual(["confirmed"]);
  expect(await ledger.balances(db, order.id)).toEqual({ cash: 0, refunds: 0 });
  const told = await db.select().from(outbox).where(eq(outbox.subjectId, order.id));
  expect(told.map(({ kind }) => kind)).toEqual(["payment_returned"]);
  expect((await ann.get("/admin/payments")).text).toContain("Every payment is explained");
});

it("a payment is marked as looked into, one in another currency only so, and its order can be paid again", async () => {
  const { order, payment, buyer } = await mismatch(7900, "eur");
  expect((await buyer.get(`/orders/${order.id}`)).html).not.toContain('value="pay"');
  const refused = await resolve(ann, payment.id, "refund");
  expect([refused.status, refused.text.includes("Paid in eur: refund it at Stripe")]).toEqual([409, true]);
  expect((await resolve(ann, payment.id, "look-into")).status).toBe(303);
  expect(await outcomeOf(payment.id)).toBe("resolved");
  expect(await auditOf(order.id)).toEqual([["look-into", reason]]);
  expect((await buyer.get(`/orders/${order.id}`)).html).toContain('value="pay"');
});

it("what nothing explains is marked as looked into once, and not by a party", async () => {
  await db.insert(mismatches).values({ id: "re_dashboard", note: "A refund made at Stripe", at: 5 });
  expect((await ann.get("/admin/payments")).text).toContain("A refund made at Stripe");
  const refund = await resolve(ann, "re_dashboard", "refund");
  expect([refund.status, refund.text.includes("Refund this at Stripe")]).toEqual([409, true]);
  expect((await resolve(ann, "re_dashboard", "look-into")).status).toBe(303);
  const page = await ann.get("/admin/payments");
  for (const words of ["Every payment is explained", "Looked into lately"])
    expect(page.text).toContain(words);
  const twice = await resolve(ann, "re_dashboard", "look-into");
  expect([twice.status, twice.text.includes("Somebody has resolved this already")]).toEqual([409, true]);
  expect(await auditOf("re_dashboard")).toHaveLength(1);
  expect((await resolve(ann, "re_nothing", "look-into")).status).toBe(409);

  const { ann: own } = await operator();
  const order = await orderRow(db, { buyerId: own.id });
  await db
    .insert(mismatches)
    .values({ id: "re_own", orderId: order.id, note: "A refund of their own", at: 6 });
  const party = await resolve(own, "re_own", "look-into");
  expect([party.status, party.text.includes("You are a party of this order")]).toEqual([409, true]);
});

it("an operator who is none any more by the time of writing resolves and tries nothing", async () => {
  const { order } = await paidOrder();
  const waiting = await mail({ attempts: 4, error: "mailbox full (452)" });
  await db.insert(mismatches).values({ id: "re_late", orderId: order.id, note: "Late", at: 7 });
  for (const [path, fields] of [
    ["/admin/health", { again: `mail:${waiting}`, reason }],
    ["/admin/payments", { id: "re_late", intent: "look-into", reason }],
  ] as const) {
    const { ann: dismissed } = await operator();
    const end = () => env.DB.prepare("update users set role = 'user' where id = ?").bind(dismissed.id).run();
    dismissed.door = shopWith({
      DB: faultyDatabase(env.DB, (sql) => (sql.includes('insert into "audit_log"') ? end() : false)),
    });
    expect([path, (await dismissed.submit(path, fields)).status]).toEqual([path, 404]);
  }
  expect([await auditOf(waiting), await auditOf(order.id)]).toEqual([[], []]);
  expect((await ann.get("/admin/payments")).text).toContain("Late");
});
