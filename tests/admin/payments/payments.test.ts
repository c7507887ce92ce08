import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as ledger from "#app/ledger/ledger.server.ts";
import { mismatches, moneyCalls, orders, outbox, payments } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { orderRow } from "../../support/orders.ts";
import { paidAtStripe, paidOrder } from "../../support/purchase.ts";
import { deliver, deliveries } from "../../support/stripe.ts";
import { db, type Visitor } from "../../support/visitor.ts";
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
  user.submit("/admin/payments", { id, intent, reason, ...fields });
const outcomeOf = async (id: string) =>
  (await db.select().from(payments).where(eq(payments.id, id)))[0]?.outcome;

it("An operator refunds a mismatched payment once, with a reason, and the buyer is told", async () => {
  const { order, payment } = await mismatch();
  const page = await ann.get("/admin/payments");
  for (const words of [
    "Paid 8000 cents, the order costs 7900",
    "$80.00 was paid for",
    payment.checkoutSessionId,
  ])
    expect(page.text).toContain(words);
  expect(page.links).toContain(`/admin/orders/${order.id}`);
  expect(page.html).not.toContain('value="refund"');
  const way = `/admin/payments?confirm=${payment.id}`;
  expect(page.links).toContain(way);
  const asked = await ann.get(way);
  expect(asked.text).toContain("$80.00 goes back to the card that paid");
  const refused = await ann.submit(way, { id: payment.id, intent: "refund", reason: "no" });
  expect([refused.status, refused.text.includes("Yes, refund $80.00")]).toEqual([400, true]);
  const short = await resolve(ann, payment.id, "refund", { reason: "no" });
  expect([short.status, short.text.includes("at least 10 characters")]).toEqual([400, true]);
  expect(short.text).toContain("Please fix 1 thing");
  expect(short.links).toContain(`#reason-${payment.id}`);
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
