import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { checkBounds } from "#app/contact/payment-check.ts";
import * as paymentChecks from "#app/contact/payment-checks.server.ts";
import {
  moneyCalls,
  orders,
  payments,
  paymentChecks as rows,
  ticketEntries,
  tickets,
} from "#drizzle/schema.ts";
import { applicant, registrationOf } from "../sellers/applicant.ts";
import { depsThrough } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import { paidAtStripe, placeOrder } from "../support/purchase.ts";
import { deliver, deliveries, payByCard, payLater, sessionIdOf } from "../support/stripe.ts";
import { db, type Page, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");
vi.setConfig({ testTimeout: 60_000 });

const message = "My card was charged and my orders are empty";
const check = (ann: Visitor) => ann.submit("/contact", { intent: "check", message });

/** Places another order for the same buyer. @returns its id and the session of its card page */
async function orderOf(ann: Visitor): Promise<{ id: string; session: string }> {
  const page = await ann.submit("/orders", { gigId: (await gig(db)).id, package: "starter" });
  const all = await db.select().from(orders).where(eq(orders.buyerId, ann.id)).orderBy(orders.number);
  return { id: all.at(-1)?.id ?? "", session: sessionIdOf(page.location) };
}

/** What the page says about an order: the words of its tag. */
function saidOf(page: Page, id: string): string | undefined {
  const from = page.html.indexOf(`Order #${id.slice(0, 8)}`);
  return from < 0 ? undefined : /class="tag[^"]*">([^<]*)</.exec(page.html.slice(from))?.[1];
}

it("A check immediately books a payment whose event never came, for an order and for a seller's registration", async () => {
  const { ann, order } = await paidAtStripe();
  expect(order.paymentStatus).toBe("pending");
  const sent = await check(ann);
  expect(sent.status).toBe(303);
  const page = await ann.get(sent.location ?? "");
  expect([saidOf(page, order.id), page.field("message")]).toEqual(["Found and paid", message]);
  expect(page.links).toContain(`/orders/${order.id}`);
  const [paid] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(paid?.paymentStatus).toBe("paid");
  expect((await ann.get(`/orders/${order.id}`)).text).toContain("Paid");

  const { ann: bob, session } = await applicant();
  await payByCard(session);
  const own = await bob.open((await check(bob)).location ?? "");
  expect(own.text).toContain("Seller registration fee Found and paid");
  expect((await registrationOf(bob.id)).seller.status).toBe("active");
});

it("Each payment is reported separately: paid, with the bank, not paid, being returned, under review, or checked", async () => {
  const { ann, order: first, session } = await placeOrder();
  await payByCard(session);
  const [bank, open, late, wrong] = [
    await orderOf(ann),
    await orderOf(ann),
    await orderOf(ann),
    await orderOf(ann),
  ];
  await payLater(bank.session);
  await payByCard(late.session);
  await db
    .update(orders)
    .set({ status: "cancelled", stage: "closed", deadlineAt: null })
    .where(eq(orders.id, late.id));
  await payByCard(wrong.session);
  await db.update(orders).set({ priceCents: 9000 }).where(eq(orders.id, wrong.id));
  const page = await ann.open((await check(ann)).location ?? "");
  expect([first, bank, open, late, wrong].map(({ id }) => saidOf(page, id))).toEqual([
    "Found and paid",
    "Still with the bank",
    "Not paid",
    "On its way back",
    "Under review",
  ]);
  // An operator has looked into the last one.
  await db.update(payments).set({ outcome: "resolved" }).where(eq(payments.orderId, wrong.id));
  const again = await ann.open((await check(ann)).location ?? "");
  expect(saidOf(again, wrong.id)).toBe("Checked");
  expect(again.text).toContain(
    "The payment did not match what it is for, and someone on our team has checked it.",
  );
});

it("A form about a missing order first runs a check; sent again, it opens a ticket with the result", async () => {
  const { ann, order } = await placeOrder();
  const fields = { topic: "charged_no_order", message };
  const before = (await db.select().from(tickets)).length;
  const checked = await ann.submit("/contact", fields);
  expect(checked.location).toMatch(/^\/contact\?check=/);
  const page = await ann.get(checked.location ?? "");
  expect([saidOf(page, order.id), page.field("message")]).toEqual(["Not paid", message]);
  expect((await db.select().from(tickets)).length).toBe(before);
  const sent = await ann.submit("/contact", fields);
  expect(sent.location).toMatch(/^\/contact\/requests\/HW-/);
  const [ticket] = await db.select().from(tickets).where(eq(tickets.userId, ann.id));
  const entries = await db
    .select()
    .from(ticketEntries)
    .where(eq(ticketEntries.ticketId, ticket?.id ?? ""));
  expect(entries.map(({ kind, text }) => [kind, text])).toEqual([
    ["question", message],
    ["checked", `Order #${order.id.slice(0, 8)}: ${order.title}, $80.00: Not paid`],
  ]);
  // No one else sees the result.
  const other = await (await visitor.signedIn()).get(checked.location ?? "");
  expect(other.text).not.toContain("Not paid");
});

it("A check shows only the person's own payments, and having none is not an error", async () => {
  const { bob } = await paidAtStripe();
  expect(await paymentChecks.check(depsThrough(fetch), bob.id)).toEqual([]);
  const page = await bob.open((await check(bob)).location ?? "");
  expect(page.text).toContain("We found no payments from you");
});

it("The fourth check in an hour answers 429, and a visitor is asked to sign in; the text stays", async () => {
  const ann = await visitor.signedIn();
  for (let n = 0; n < 3; n++) expect((await check(ann)).status).toBe(303);
  const refused = await check(ann);
  expect([refused.status, refused.field("message")]).toEqual([429, message]);
  expect(refused.text).toContain("Please wait 60 minutes");
  const guest = visitor.signedOut();
  for (const fields of [
    { intent: "check", message },
    { topic: "charged_no_order", message },
  ]) {
    const away = await guest.submit("/contact", fields);
    expect(away.location).toContain("/sign-in?redirectTo=%2Fcontact%3Fdraft%3D");
    const back = (await guest.get(away.location ?? "")).field("redirectTo") ?? "";
    expect((await guest.get(back)).field("message")).toBe(message);
  }
});

it("At most ten sessions are checked, those that may still be paid first; the page says if Stripe does not answer", async () => {
  const { ann, order } = await placeOrder();
  const [call] = await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, order.id));
  if (!call) throw new Error("No call");
  const { number: _, ...row } = call;
  for (let n = 0; n < 12; n++)
    await db
      .insert(moneyCalls)
      .values({ ...row, id: crypto.randomUUID(), stripeId: `cs_old_${n}`, open: false });
  const asked: string[] = [];
  const silent = depsThrough(async (input) => {
    asked.push(/cs_\w+/.exec(new Request(input).url)?.[0] ?? "");
    return Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 });
  });
  const found = await paymentChecks.check(silent, ann.id);
  expect([asked.length, asked[0], found.length]).toEqual([checkBounds.sessions, call.stripeId, 10]);
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(["unreached"]));
  await db.delete(rows);
  // It answers when its time limit is reached, even if Stripe never does.
  expect(checkBounds.time).toBe(12_000);
  const never = depsThrough(() => new Promise(() => {}));
  const late = await paymentChecks.check(never, ann.id, 50);
  expect(late.map(({ state }) => state)).toEqual(Array(10).fill("unreached"));
});

it("A check that runs at the same time as the event or another check books the payment once", async () => {
  const { ann, order, event, session } = await paidAtStripe();
  const [one, two, answer] = await Promise.all([check(ann), check(ann), deliver(event)]);
  expect(answer.status).toBe(200);
  for (const { location } of [one, two])
    expect(saidOf(await ann.open(location ?? ""), order.id)).toBe("Found and paid");
  const booked = await db.select().from(payments).where(eq(payments.checkoutSessionId, session));
  expect(booked.map(({ outcome }) => outcome)).toEqual(["applied"]);
  const { ann: bob, session: fee } = await applicant();
  await payLater(fee);
  const page = await bob.open((await check(bob)).location ?? "");
  expect(page.text).toContain("Seller registration fee Still with the bank");
});
