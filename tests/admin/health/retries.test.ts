import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { hour, minute } from "#app/lib/dates.ts";
import { never } from "#app/outbox/tries.ts";
import { moneyCalls, outbox, payments, users } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { now } from "../../support/clock.ts";
import { paidOrder, placeOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, type Visitor } from "../../support/visitor.ts";
import { auditOf, callRow, clearStuck, mailRow, webhookRow } from "./stuck-rows.ts";

await deliveries("off");
const { ann } = await operator();
const reason = "Looked at it, it should work now";

const rowOf = async (id: string) => (await db.select().from(outbox).where(eq(outbox.id, id)))[0];

beforeEach(clearStuck);

it("An operator retries an email and a webhook, giving a reason; nothing is stuck afterwards", async () => {
  const waiting = await mailRow({ attempts: 4, error: "mailbox full (452)" });
  const stored = await webhookRow();
  const retry = (user: Visitor, job: string, fields = {}) =>
    user.submit("/admin/health", { again: job, reason, ...fields });
  const short = await retry(ann, `mail:${waiting}`, { reason: "again" });
  expect(short.status).toBe(400);
  expect(short.html).toContain(">again</textarea>");
  expect(short.html).toContain('<a href="#reason">Please give a reason of at least 10 characters</a>');
  expect((await retry(ann, "order:1")).text).toContain("Please choose what to retry");
  expect(await auditOf(waiting)).toEqual([]);

  const sent = await retry(ann, `mail:${waiting}`);
  expect([sent.status, sent.location]).toEqual([303, "/admin/health"]);
  expect((await ann.get("/admin/health")).text).toContain("The email was sent");
  await retry(ann, `webhook:${stored}`);
  const green = await ann.get("/admin/health");
  for (const words of ["The webhook was processed", "All is well"]) expect(green.text).toContain(words);
  expect([await auditOf(waiting), await auditOf(stored)]).toEqual([
    [["try-mail", reason]],
    [["work-webhook", reason]],
  ]);
  // A job that is done is not retried.
  await retry(ann, `webhook:${stored}`);
  expect((await ann.get("/admin/health")).text).toContain("This has already been done");
  await retry(ann, "mail:nothing");
  expect([(await auditOf(stored)).length, await auditOf("nothing")]).toEqual([1, []]);
});

it("An email that is being sent is not sent a second time by an operator", async () => {
  const { ann: other } = await operator();
  const again = async (by: Visitor, id: string) => {
    await by.submit("/admin/health", { again: `mail:${id}`, reason });
    return (await by.get("/admin/health")).text;
  };
  const sentTo = async (id: string) => (await auditOf(id)).length;
  // The product has just claimed it for its fourth try.
  const claimed = await mailRow({ attempts: 4, error: "mailbox full (452)", dueAt: now() + 2 * hour });
  expect(await again(ann, claimed)).toContain("This has already been done, or is being done now");
  expect([await sentTo(claimed), (await rowOf(claimed))?.sentAt]).toEqual([0, null]);
  // Its sender has stopped without reporting a result.
  await db
    .update(outbox)
    .set({ dueAt: now() + 2 * hour - minute })
    .where(eq(outbox.id, claimed));
  expect(await again(ann, claimed)).toContain("The email was sent");

  // The product has just claimed it for its last try: it is not given up yet.
  const last = await mailRow({ attempts: 8, error: "mailbox full (452)", dueAt: never + now() });
  expect((await ann.get("/admin/health")).html).not.toContain(`value="mail:${last}"`);
  expect(await again(ann, last)).toContain("This has already been done, or is being done now");
  expect([await sentTo(last), (await rowOf(last))?.sentAt]).toEqual([0, null]);
  await db
    .update(outbox)
    .set({ dueAt: never + now() - minute })
    .where(eq(outbox.id, last));
  expect((await ann.get("/admin/health")).html).toContain(`value="mail:${last}"`);
  expect(await again(ann, last)).toContain("The email was sent");

  // Two operators retry an email that was given up: the second one presses during a batch of the first.
  const given = await mailRow({ attempts: 8, error: "full", dueAt: never });
  let told = "";
  ann.send = productWith({
    DB: faultyDatabase(env.DB, async (sql) => {
      if (told || !sql.startsWith('update "outbox" set "attempts"')) return false;
      told = "asked";
      told = await again(other, given);
      return false;
    }),
  });
  expect(await again(ann, given)).toContain("The email was sent");
  ann.send = other.send;
  expect(told).toContain("This has already been done, or is being done now");
  expect(await rowOf(given)).toMatchObject({ attempts: 9 });
  expect(await sentTo(given)).toBe(1);
});

it("A failed retry says so, and the job stays in the list", async () => {
  const stored = await webhookRow({
    type: "refund.updated",
    payload: JSON.stringify({ type: "refund.updated", data: { object: { id: "re_unknown" } } }),
  });
  await ann.submit("/admin/health", { again: `webhook:${stored}`, reason });
  const page = await ann.get("/admin/health");
  for (const words of ["The retry failed too", "1 Unprocessed webhooks"]) expect(page.text).toContain(words);
  expect(await auditOf(stored)).toHaveLength(1);
});

it("An operator retries a waiting money call once; a refund that failed after Stripe had accepted it cannot be retried", async () => {
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
    await callRow(order.id, { id, params: JSON.stringify(params), ...state });
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
  expect(shown.text).toContain("See the order");
  const retry = async (id: string) => {
    await ann.submit("/admin/health", { again: `money:${id}`, reason });
    return (await ann.get("/admin/health")).text;
  };
  const states = async (...ids: string[]) =>
    await Promise.all(
      ids.map(async (id) => (await db.select().from(moneyCalls).where(eq(moneyCalls.id, id)))[0]?.state),
    );
  for (const id of [due, refused]) expect(await retry(id)).toContain("Stripe confirmed the call");
  expect(await retry(nowhere)).toContain("The retry failed too");
  for (const id of [failed, young, due]) expect(await retry(id)).toContain("This has already been done");
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
  expect(await retry(session?.id ?? "")).toContain("Stripe confirmed the call");
  expect((await db.select().from(moneyCalls).where(open))[0]).toMatchObject({
    state: "confirmed",
    open: true,
  });
});

it("A user who stops being an operator before the write retries nothing", async () => {
  const waiting = await mailRow({ attempts: 4, error: "mailbox full (452)" });
  const { ann: dismissed } = await operator();
  const dismiss = () =>
    env.DB.prepare("update users set role = 'user' where id = ?").bind(dismissed.id).run();
  dismissed.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => (sql.includes('insert into "audit_log"') ? dismiss() : false)),
  });
  expect((await dismissed.submit("/admin/health", { again: `mail:${waiting}`, reason })).status).toBe(404);
  expect(await auditOf(waiting)).toEqual([]);
});

it("An operator who is a party to an order cannot retry its money calls", async () => {
  const { order, ann: buyer, bob } = await paidOrder();
  const id = crypto.randomUUID();
  await callRow(order.id, { id, state: "failed", error: "refused" });
  for (const party of [buyer, bob]) {
    await db.update(users).set({ role: "operator" }).where(eq(users.id, party.id));
    await party.beginSession({ aal: "aal2", role: "operator" });
    const refused = await party.submit("/admin/health", { again: `money:${id}`, reason });
    expect([refused.status, refused.text.includes("You are a party to this order")]).toEqual([403, true]);
  }
  expect(await auditOf(order.id)).toEqual([]);
});
