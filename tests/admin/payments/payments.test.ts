import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as ledger from "#app/ledger/ledger.server.ts";
import { mismatches, moneyCalls, orders, outbox, payments, proposals } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { orderRow } from "../../support/orders.ts";
import { paidAtStripe, paidOrder } from "../../support/purchase.ts";
import { deliver, deliveries } from "../../support/stripe.ts";
import { db, origin, Page, type Visitor } from "../../support/visitor.ts";
import { auditOf, clearStuck } from "../health/stuck-rows.ts";

await deliveries("off");
const { ann } = await operator();
const reason = "Looked at it, it should work now";

beforeEach(clearStuck);

/** A payment whose amount differs from the price of its order. */
async function mismatch(cents = 7900, currency = "usd") {
  const { order, event: paid, ann: buyer } = await paidAtStripe();
  await db.update(orders).set({ priceCents: cents }).where(eq(orders.id, order.id));
  await deliver(paid);
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
  if (payment?.outcome !== "mismatch") throw new Error("No mismatch");
  await db.update(payments).set({ currency }).where(eq(payments.id, payment.id));
  return { order, payment, buyer };
}

const resolve = (user: Visitor, id: string, intent: string, fields = {}) =>
  user.submit("/admin/payments", { pick: `${id}:0`, intent, reason, ...fields });
const sendPicks = async (intent: string, ids: string[]) => {
  const body = new URLSearchParams([
    ["intent", intent],
    ["reason", reason],
    ...ids.map((id) => ["pick", `${id}:0`]),
  ]);
  return await Page.of(
    await ann.fetch("/admin/payments", { method: "POST", body, headers: { Origin: origin } }),
  );
};
const outcomeOf = async (id: string) =>
  (await db.select().from(payments).where(eq(payments.id, id)))[0]?.outcome;

it("An operator refunds a mismatched payment once, with a reason, and the buyer is told", async () => {
  const { order, payment } = await mismatch();
  const page = await ann.get("/admin/payments");
  for (const words of ["Paid 8000 cents, the order costs 7900", "$80.00", payment.checkoutSessionId])
    expect(page.text).toContain(words);
  expect(page.links).toContain(`/admin/orders/${order.id}`);
  expect(page.html).not.toContain('value="refund"');
  const way = `/admin/payments?confirm=${payment.id}`;
  expect(page.links).toContain(way);
  const asked = await ann.get(way);
  expect(asked.text).toContain("$80.00 goes back to the card that paid");
  const refused = await ann.submit(way, { pick: `${payment.id}:0`, intent: "refund", reason: "no" });
  expect([refused.status, refused.text.includes("Yes, refund $80.00")]).toEqual([400, true]);
  const short = await resolve(ann, payment.id, "refund", { reason: "no" });
  expect([short.status, short.text.includes("at least 10 characters")]).toEqual([400, true]);
  expect(short.text).toContain("Please fix 1 thing");
  expect(short.links).toContain("#reason");
  expect(await outcomeOf(payment.id)).toBe("mismatch");

  // Another operator resolves it between the read and the write.
  const { ann: second } = await operator();
  const first = () => resolve(ann, payment.id, "refund");
  second.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => (sql.includes('insert into "audit_log"') ? first() : false)),
  });
  const lost = await resolve(second, payment.id, "look-into");
  expect(lost.status).toBe(409);
  expect(lost.text).toContain("Someone has already resolved this");
  expect(await outcomeOf(payment.id)).toBe("returned");
  expect(await auditOf(order.id)).toEqual([["return-payment", reason]]);
  await expect
    .poll(async () => {
      const calls = await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, order.id));
      return calls.filter(({ kind }) => kind === "refund").map(({ state }) => state);
    })
    .toEqual(["confirmed"]);
  expect(await ledger.balances(db, order)).toEqual({ cash: 0, refunds: 0 });
  const told = await db.select().from(outbox).where(eq(outbox.subjectId, order.id));
  expect(told.map(({ kind }) => kind)).toEqual(["payment_returned"]);
  expect((await ann.get("/admin/payments")).text).toContain("No mismatches");
});

it("A payment that is marked as looked into lets its order be paid again; a payment in another currency cannot be refunded", async () => {
  const { order, payment, buyer } = await mismatch(7900, "eur");
  expect((await buyer.get(`/orders/${order.id}`)).html).not.toContain('value="pay"');
  const refused = await resolve(ann, payment.id, "refund");
  expect([refused.status, refused.text.includes("Paid in eur: refund it in Stripe")]).toEqual([409, true]);
  expect((await resolve(ann, payment.id, "look-into")).status).toBe(303);
  expect(await outcomeOf(payment.id)).toBe("resolved");
  expect(await auditOf(order.id)).toEqual([["look-into", reason]]);
  const success = `/payment-success?type=service&session_id=${payment.checkoutSessionId}`;
  expect((await buyer.get(success)).text).toContain("We have looked into your payment");
  expect((await buyer.get(`/orders/${order.id}`)).html).toContain('value="pay"');
});

it("Unexplained money is marked as looked into once, and not by a party of its order", async () => {
  await db.insert(mismatches).values({ id: "re_dashboard", note: "A refund made at Stripe", at: 5 });
  expect((await ann.get("/admin/payments")).text).toContain("A refund made at Stripe");
  const refund = await resolve(ann, "re_dashboard", "refund");
  expect([refund.status, refund.text.includes("Refund this in Stripe")]).toEqual([409, true]);
  expect((await resolve(ann, "re_dashboard", "look-into")).status).toBe(303);
  const page = await ann.get("/admin/payments");
  for (const words of ["No mismatches", "Recently resolved"]) expect(page.text).toContain(words);
  // Find and Balance link here.
  const found = await ann.get("/admin/payments?q=re_dashboard");
  expect([found.text.includes("A refund made at Stripe"), found.text.includes("No matches")]).toEqual([
    true,
    false,
  ]);
  const twice = await resolve(ann, "re_dashboard", "look-into");
  expect([twice.status, twice.text.includes("Someone has already resolved this")]).toEqual([409, true]);
  expect(twice.text).toContain(`You typed: ${reason}`);
  expect(await auditOf("re_dashboard")).toHaveLength(1);
  expect((await resolve(ann, "re_nothing", "look-into")).status).toBe(409);

  const { ann: own } = await operator();
  const order = await orderRow(db, { buyerId: own.id });
  await db
    .insert(mismatches)
    .values({ id: "re_own", orderId: order.id, note: "A refund of their own", at: 6 });
  const party = await resolve(own, "re_own", "look-into");
  expect([party.status, party.text.includes("You are a party to this order")]).toEqual([403, true]);
});

it("A user who stops being an operator before the write resolves nothing", async () => {
  const { order } = await paidOrder();
  await db.insert(mismatches).values({ id: "re_late", orderId: order.id, note: "Late", at: 7 });
  const { ann: dismissed } = await operator();
  const dismiss = () =>
    env.DB.prepare("update users set role = 'user' where id = ?").bind(dismissed.id).run();
  dismissed.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => (sql.includes('insert into "audit_log"') ? dismiss() : false)),
  });
  expect((await resolve(dismissed, "re_late", "look-into")).status).toBe(404);
  expect(await auditOf(order.id)).toEqual([]);
  expect((await ann.get("/admin/payments")).text).toContain("Late");
});

it("Several mismatches are resolved with one reason; one that is gone does not stop the others", async () => {
  const { payment } = await mismatch();
  for (const [i, id] of ["re_many1", "re_many2", "re_many3"].entries())
    await db.insert(mismatches).values({ id, note: `Many ${id}`, at: i + 1 });
  const unchosen = await ann.submit("/admin/payments", { intent: "look-into", reason });
  expect([unchosen.status, unchosen.text.includes("Please choose a mismatch")]).toEqual([400, true]);
  for (const intent of ["refund", "take-in"]) {
    const both = await sendPicks(intent, ["re_many1", payment.id]);
    expect([both.status, both.text.includes("Please choose one mismatch")]).toEqual([400, true]);
  }
  const done = await sendPicks("look-into", ["re_many1", payment.id]);
  expect([done.status, done.location]).toEqual([303, "/admin/payments"]);
  expect(await outcomeOf(payment.id)).toBe("resolved");
  expect(await auditOf("re_many1")).toEqual([["look-into", reason]]);

  const partly = await sendPicks("look-into", ["re_many1", "re_many2"]);
  expect(partly.status).toBe(409);
  expect(partly.text).toContain("1 of 2 was decided. ‘re_many1’: Someone has already resolved this.");
  expect(partly.html).toContain(`>${reason}</textarea>`);
  expect(await auditOf("re_many2")).toHaveLength(1);
  expect((await ann.get("/admin/payments")).text).toContain("Many re_many3");
});

it("A mismatch shows that its refund waits for a second operator", async () => {
  const { payment } = await mismatch();
  const proposal = {
    id: "waits-for-two",
    kind: "payment",
    subjectId: payment.id,
    action: "return-payment",
    cents: 8000,
    input: {},
    reason,
    operatorId: ann.id,
    at: Date.now(),
  } as const;
  const words = "Waiting for a second operator: Return payment $80.00";
  const row = { ...proposal, expiresAt: Date.now() + 60_000 };
  await db.insert(proposals).values(row);
  const page = await ann.get("/admin/payments");
  expect([page.text.includes(words), page.links.includes("/admin/approvals")]).toEqual([true, true]);
  await db.update(proposals).set({ state: "expired" }).where(eq(proposals.id, row.id));
  expect((await ann.get("/admin/payments")).text).not.toContain(words);
});
