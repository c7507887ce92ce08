import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as checkout from "#app/checkout/checkout.server.ts";
import { hmac } from "#app/lib/bytes.ts";
import * as orders from "#app/orders/orders.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import { creditHolders, creditUses, orders as rows } from "#drizzle/schema.ts";
import { findCreditProblem } from "#drizzle/seed/credit-book.ts";
import { deleteAccount, withPassword } from "../support/accounts/deletion.ts";
import { day, deps, hour, now } from "../support/clock.ts";
import { mailsTo } from "../support/mails.ts";
import { paidAtStripe, placeOrder } from "../support/purchase.ts";
import {
  deliver,
  deliveries,
  payLater,
  payOnCardPage,
  sessionIdOf,
  settleSession,
} from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, origin, Visitor } from "../support/visitor.ts";

await deliveries("off");

/** The stand-in's card that is the same for every buyer. */
const sharedCard = "4000 0566 5566 5556";

// No card has used a credit yet.
beforeEach(async () => {
  await db.delete(creditHolders);
});

const newBuyer = () => Visitor.signedIn({ credit: true });

/** A new user, or this one, orders for $80 with their $10 and pays with the shared card. */
const paidWithSharedCard = async (buyer?: Visitor) =>
  paidAtStripe({}, buyer ?? (await newBuyer()), sharedCard);

const usesOf = async (orderId: string) =>
  (await db.select().from(creditUses).where(eq(creditUses.orderId, orderId))).map(({ state }) => state);

it("A card can use the credit once: the second account's payment is refunded, and its order asks for the full price", async () => {
  const first = await paidWithSharedCard();
  await deliver(first.event);
  expect((await tracesOf(first.order.id)).order).toMatchObject({ paymentStatus: "paid", creditCents: 1000 });

  const second = await paidWithSharedCard();
  const { ann, order, session } = second;
  // It was ordered 20 hours ago.
  await db
    .update(rows)
    .set({ createdAt: order.createdAt - 20 * hour })
    .where(eq(rows.id, order.id));
  await deliver(second.event);
  const success = await ann.get(`/payment-success?type=service&session_id=${session}`);
  expect(success.text).toContain("We are refunding your payment");
  expect(success.text).toContain("This card has already used another account's $10 credit");
  expect(success.html).toContain(`href="/orders/${order.id}"`);

  await expect.poll(async () => (await tracesOf(order.id)).balances.refunds).toBeUndefined();
  const traces = await tracesOf(order.id);
  expect(traces.order).toMatchObject({ status: "pending", paymentStatus: "pending", creditCents: 0 });
  expect(traces.order.deadlineAt).toBeGreaterThan(now() + day - 60_000);
  expect(traces.payments).toMatchObject([{ outcome: "credit_refused", amountCents: 7000 }]);
  expect(traces.kinds).toEqual(["placed", "credit_refused"]);
  expect(traces.mails).toEqual(["credit_refused to buyer"]);
  // Only Stripe's fee is lost: 2.9 % of $70 and 30 cents.
  expect(traces.balances).toEqual({ cash: -233, stripe_fees: 233 });
  expect(await usesOf(order.id)).toEqual(["released"]);
  expect(await findCreditProblem(db, [ann.id])).toBeNull();
  const [mail] = await mailsTo(ann.email);
  expect(mail?.text).toContain("another account has already used with its $10.00 credit");
  expect(mail?.text).toContain("pay the full price of $80.00");

  const page = await ann.get(`/orders/${order.id}`);
  expect(page.text).toContain(
    "A payment of $70.00 was not accepted: its card has already used another account's credit",
  );
  expect(page.text).toContain("Complete Payment");
  const again = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
  expect(await textOf(again.location)).toContain("Pay $80.00");
  await payOnCardPage(again.location ?? "", sharedCard);
  await fulfil(deps, sessionIdOf(again.location));
  const after = await tracesOf(order.id);
  expect(after.order).toMatchObject({ paymentStatus: "paid", creditCents: 0 });
  expect(after.balances).toMatchObject({ seller_payable: -8000 });
  expect(after.balances).not.toHaveProperty("promotions");
  expect(await usesOf(order.id)).toEqual(["released"]);
});

it("The card page says so before the buyer pays, but only if credit is used", async () => {
  const sentence = "Credit works once per card.";
  const withCredit = await placeOrder({}, await newBuyer());
  expect(await textOf(withCredit.cardPage)).toContain(sentence);
  expect(await textOf((await placeOrder()).cardPage)).not.toContain(sentence);
});

it("Of many accounts that pay with one card at the same time, exactly one uses its credit", async () => {
  const paid = [];
  for (let buyers = 0; buyers < 6; buyers++) paid.push(await paidWithSharedCard());
  await Promise.all([...paid, ...paid].map(({ session }) => fulfil(deps, session)));
  const outcomes = await Promise.all(
    paid.map(async ({ order }) => {
      const traces = await tracesOf(order.id);
      expect(traces.sum).toBe(0);
      return traces.payments.map(({ outcome }) => outcome).join();
    }),
  );
  expect(outcomes.toSorted()).toEqual(["applied", ...Array(5).fill("credit_refused")]);
});

it("The account's own card may use its credit again, even after it was returned", async () => {
  const { ann, order, event } = await paidWithSharedCard();
  await deliver(event);
  await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
  await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
  const again = await ann.submit("/orders", { gigId: order.gigId });
  await payOnCardPage(again.location ?? "", sharedCard);
  expect(await fulfil(deps, sessionIdOf(again.location))).toMatchObject({ state: "confirmed" });
});

it("The card stays linked to a deleted account, as an HMAC only", async () => {
  const { ann, order, event, session } = await paidWithSharedCard(await withPassword(await newBuyer()));
  await deliver(event);
  await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
  await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
  expect((await deleteAccount(ann)).location).toBe("/");
  const { session: second } = await paidWithSharedCard();
  expect((await fulfil(deps, second)).state).toBe("credit refused");
  const stored = (await db.select().from(creditHolders)).map(({ hash }) => hash);
  const expand = ["payment_intent.latest_charge"];
  const { payment_intent } = JSON.parse(
    JSON.stringify(await deps.stripe.checkout.sessions.retrieve(session, { expand })),
  );
  const { fingerprint } = payment_intent.latest_charge.payment_method_details.card;
  expect(stored).toContain(await hmac(env.APP_SECRET, `credit-card:${fingerprint}`));
  expect(stored).not.toContain(fingerprint);
});

it("A payment without a card uses the credit", async () => {
  for (let buyers = 0; buyers < 2; buyers++) {
    const { cardPage, session } = await placeOrder({}, await newBuyer());
    await payLater(cardPage);
    await settleSession(session, "succeeded");
    expect((await fulfil(deps, session)).state).toBe("confirmed");
  }
});

it("No card page is opened at the reduced price once an order has lost its credit", async () => {
  await fulfil(deps, (await paidWithSharedCard()).session);
  const { order, session, ann } = await paidWithSharedCard();
  const asRead = await orders.find(db, order.id);
  expect(asRead?.creditCents).toBe(1000);
  await fulfil(deps, session);
  if (!asRead) throw new Error("The order is missing");
  expect(await checkout.open(deps, asRead, ann.email, origin)).toEqual({ nothingDue: true });
});

/** The text of a card page. */
async function textOf(cardPage: string | null): Promise<string> {
  return await (await env.STRIPE_SANDBOX.fetch(cardPage ?? "")).text();
}
