import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as ledger from "#app/ledger/ledger.server.ts";
import { moneyCalls } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { orderRow } from "../../support/orders.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db } from "../../support/visitor.ts";
import { act, reason, stateOf } from "./operator-order.ts";

await deliveries("off");
const { ann } = await operator();

it("An operator refunds amounts up to what is left, and refunding the rest closes the order", async () => {
  const { order } = await paidOrder();
  const path = `/admin/orders/${order.id}`;
  const shown = await ann.get(`${path}?refund=30`);
  expect(shown.text).toContain("$30.00 to the card, $0.00 as credit");
  expect(shown.text).toContain("Refund $30.00");
  for (const [amount, sentence] of [
    ["80.01", "At most $80.00 can be refunded"],
    ["0", "Please enter an amount above $0.00"],
    ["-5", "Please enter an amount in dollars, such as 12.50"],
    ["", "Please enter an amount in dollars, such as 12.50"],
  ] as const) {
    expect((await ann.get(`${path}?refund=${amount}`)).text).toContain(sentence);
    const refused = await act(ann, order.id, { intent: "refund", amount });
    expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
    expect(refused.field("refund")).toBe(amount);
  }
  const short = await act(ann, order.id, { intent: "refund", amount: "30", reason: "no" });
  expect([short.status, short.text.includes("Please give a reason of at least 10")]).toEqual([400, true]);
  expect((await stateOf(order.id)).refunds).toEqual([]);

  expect((await act(ann, order.id, { intent: "refund", amount: "30" })).status).toBe(303);
  await expect
    .poll(async () => (await stateOf(order.id)).refunds.map(({ state }) => state))
    .toEqual(["confirmed"]);
  const partly = await stateOf(order.id);
  expect(partly.order).toMatchObject({ refundedCashCents: 3000, paymentStatus: "paid", stage: "ready" });
  expect(partly.audit.map(({ action, reason }) => [action, reason])).toEqual([["refund", reason]]);
  expect(partly.events.map(({ kind, cents }) => [kind, cents])).toContainEqual(["refund_granted", 3000]);
  expect(await ledger.balances(db, order)).toMatchObject({
    cash: 4738,
    seller_payable: -5000,
    refunds: 0,
  });
  expect((await act(ann, order.id, { intent: "refund", amount: "50.01" })).text).toContain(
    "At most $50.00 can be refunded",
  );

  expect((await act(ann, order.id, { intent: "refund", amount: "50" })).status).toBe(303);
  await expect.poll(async () => (await stateOf(order.id)).order.paymentStatus).toBe("refunded");
  expect((await stateOf(order.id)).order.stage).toBe("closed");
  const over = await act(ann, order.id, { intent: "refund", amount: "1" });
  expect([over.status, over.text.includes("Everything that was paid has been refunded already")]).toEqual([
    409,
    true,
  ]);
  const unpaid = await orderRow(db, { paymentStatus: "pending", stage: "awaiting_payment", paidAt: null });
  expect((await act(ann, unpaid.id, { intent: "refund", amount: "1" })).text).toContain(
    "There is no payment to refund",
  );
}, 20_000);

it("A form from an older version of the page refunds nothing, says so, and keeps the typed text", async () => {
  const { order } = await paidOrder();
  const path = `/admin/orders/${order.id}`;
  const first = await ann.get(`${path}?refund=30`);
  expect(first.html).toContain('data-pending="Processing..."');
  const form = { intent: "refund", amount: "30", reason, version: first.field("version") };
  const twice = await Promise.all([1, 2].map(() => ann.submit(`${path}?refund=30`, form)));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  // The operator goes back and presses the button again.
  const back = await ann.submit(`${path}?refund=30`, form);
  expect([back.status, back.text.includes("This order has changed")]).toEqual([409, true]);
  expect(back.html).toContain(`>${reason}</textarea>`);
  expect(Number(back.field("version"))).toBeGreaterThan(Number(form.version));
  const { version } = form;
  for (const intent of ["refund", "start", "operator-cancel", "refund-again"])
    for (const wrong of [{}, { version: "" }, { version: "latest" }, { version: "1.5" }, { version: "-1" }]) {
      const blind = await ann.submit(`${path}?refund=30`, { intent, amount: "30", reason, ...wrong });
      expect([intent, blind.status, blind.text.includes("Please reload this order first")]).toEqual([
        intent,
        400,
        true,
      ]);
    }
  expect((await stateOf(order.id)).order.refundedCashCents).toBe(3000);

  const moved = await act(ann, order.id, { intent: "start", version: version ?? "" });
  expect([moved.status, moved.field("reason")]).toEqual([409, reason]);
  expect((await stateOf(order.id)).order.stage).toBe("ready");
  // The form is no longer on the page, but its text is.
  const over = await orderRow(db, { status: "completed", stage: "closed", paymentStatus: "refunded" });
  const gone = await act(ann, over.id, { intent: "refund", amount: "1", version: "0" });
  expect([gone.status, gone.text.includes(`You typed: ${reason}`)]).toEqual([409, true]);
  const asking = await orderRow(db, {
    stage: "awaiting_requirements",
    questions: [{ question: "Which cat?", type: "text", required: true }],
  });
  const short = { intent: "answer", "answers[0]": "The grey one", reason: "no" };
  expect((await act(ann, asking.id, short)).html).toContain(">The grey one</textarea>");
});

it("A refund that failed after Stripe had accepted it is sent again once, even if four requests ask for it", async () => {
  const { order } = await paidOrder();
  const { ann: first } = await operator();
  // The refund stays due, because its work fails.
  first.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('update "money_calls"')) });
  expectErrorLog("a fault made by the test");
  await act(first, order.id, { intent: "refund", amount: "30" });
  const [sent] = (await stateOf(order.id)).refunds;
  await db
    .update(moneyCalls)
    .set({ state: "failed", stripeId: "re_failed", error: "lost_or_stolen_card" })
    .where(eq(moneyCalls.id, sent?.id ?? ""));
  const page = await ann.get(`/admin/orders/${order.id}`);
  expect(page.text).toContain("lost_or_stolen_card");
  expect(page.text).toContain("Stripe accepted a refund of $30.00, but it failed later.");
  expect((await ledger.balances(db, order)).refunds).toBe(-3000);
  const way = `/admin/orders/${order.id}?confirm=refund-again&call=${sent?.id}`;
  expect(page.links).toContain(way);
  expect((await ann.get(way)).text).toContain("Yes, refund $30.00 again");

  const again = { intent: "refund-again", call: sent?.id ?? "" };
  expect((await act(ann, order.id, { ...again, reason: "no" })).status).toBe(400);
  const tries = await Promise.all(Array.from({ length: 4 }, () => act(ann, order.id, again)));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  await expect
    .poll(async () => (await stateOf(order.id)).refunds.map(({ state }) => state))
    .toEqual(["failed", "confirmed"]);
  const now = await stateOf(order.id);
  expect(now.audit.map(({ action }) => action)).toEqual(["refund", "refund-again"]);
  expect(await ledger.balances(db, order)).toMatchObject({ cash: 4738, refunds: 0 });
  const after = await ann.get(`/admin/orders/${order.id}`);
  expect(after.html).not.toContain("refund-again&amp;");
  // A call of another order is refused.
  const other = await orderRow(db);
  expect((await act(ann, other.id, again)).status).toBe(409);

  // The rest can be refunded too: a failed call that was replaced does not keep the order open.
  await act(ann, order.id, { intent: "refund", amount: "50" });
  await expect.poll(async () => (await stateOf(order.id)).order.paymentStatus).toBe("refunded");
}, 20_000);
