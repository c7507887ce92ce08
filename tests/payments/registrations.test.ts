import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as checkout from "#app/checkout/checkout.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as inFlight from "#app/payouts/in-flight.server.ts";
import * as registrations from "#app/sellers/registrations.server.ts";
import { gigs, moneyCalls } from "#drizzle/schema.ts";
import {
  applicant,
  apply,
  decided,
  eventOf,
  paidSeller,
  refundedRegistrationOf,
  registrationOf,
} from "../sellers/applicant.ts";
import { deleteAccount, withPassword } from "../support/accounts/deletion.ts";
import { operator } from "../support/accounts/operator.ts";
import { deps, now } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import {
  closeDispute,
  deliver,
  deliverAll,
  deliveries,
  disputeSession,
  eventsDuring,
  payByCard,
  payLater,
  payOnCardPage,
  sessionIdOf,
  settleSession,
} from "../support/stripe.ts";
import { db, origin, Page, Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

/** Stripe's fee for $50 by card: 2.9 % and 30 cents. */
const stripeFee = 175;

const kept = { cash: 5000 - stripeFee, stripe_fees: stripeFee, platform_revenue: -5000 };
/** Stripe keeps its fee when a payment is refunded. */
const gone = { cash: -stripeFee, stripe_fees: stripeFee };

/** Pays a session by card, and delivers Stripe's events. */
async function pay(session: string) {
  await deliverAll(await eventsDuring(async () => void (await payByCard(session))));
}

async function createPayment(caller: Visitor, fields: object = {}) {
  const headers = { Origin: origin, "Content-Type": "application/json" };
  const body = JSON.stringify({ paymentType: "seller_registration", ...fields });
  const answer = await caller.fetch("/functions/create-payment", { method: "POST", headers, body });
  const page = await Page.of(answer);
  return [page.status, JSON.parse(page.html)];
}

// Help: "As soon as the payment is confirmed your seller account is activated."
test("A paid fee is the platform's, activates the seller, and sends one email", async () => {
  const { ann, session } = await paidSeller();
  const all = await registrationOf(ann.id);
  expect(all.seller).toMatchObject({
    status: "active",
    paymentStatus: "paid",
    activatedBy: "fee",
    reminderAt: null,
    version: 2,
  });
  expect(all.payments).toMatchObject([
    { checkoutSessionId: session, amountCents: 5000, outcome: "applied", orderId: null },
  ]);
  expect(all.balances).toEqual(kept);
  expect(all.kinds).toEqual(["applied", "paid"]);
  expect(all.mails).toEqual(["seller_activated", "fee_receipt"]);
  expect(all.calls[0]?.open).toBe(false);
});

test("20 deliveries and two success pages at the same time activate the seller once", async () => {
  const { ann, cardPage, session } = await applicant();
  await payOnCardPage(cardPage);
  const event = await eventOf(session);
  await Promise.all([
    ...Array.from({ length: 20 }, () => deliver(event)),
    ann.get(`/payment-success?type=seller_registration&session_id=${session}`),
    ann.get(`/payment-success?type=seller_registration&session_id=${session}`),
  ]);
  const all = await registrationOf(ann.id);
  expect(all.payments).toHaveLength(1);
  expect(all.seqs).toEqual([1, 2]);
  expect(all.balances).toEqual(kept);
  expect(all.mails).toEqual(["seller_activated", "fee_receipt"]);
});

// Help: "If you were charged twice by accident, the second payment is returned automatically."
test("A second payment is refunded in full, and an email says so", async () => {
  const { ann, session } = await applicant();
  // Our row no longer names the first session: both tabs have a card page that can be paid.
  await db.update(moneyCalls).set({ open: false }).where(eq(moneyCalls.stripeId, session));
  const second = sessionIdOf((await apply(ann)).location);
  expect(second).not.toBe(session);
  await pay(session);
  await pay(second);
  const all = await refundedRegistrationOf(ann.id);
  expect(all.payments.map(({ outcome }) => outcome)).toEqual(["applied", "returned"]);
  expect(all.seller).toMatchObject({ status: "active", paymentStatus: "paid", refundedCents: 0 });
  expect(all.balances).toEqual({ ...kept, cash: 5000 - 2 * stripeFee, stripe_fees: 2 * stripeFee });
  expect(all.mails).toEqual(["seller_activated", "fee_receipt", "fee_payment_returned"]);
  const page = await ann.get(`/payment-success?type=seller_registration&session_id=${second}`);
  expect(page.text).toContain("Your registration fee was no longer due. You get a full refund.");
});

test("A bank payment that fails after days is processing, blocks a second payment, and can then be paid again", async () => {
  const { ann, session } = await applicant();
  await deliverAll(await eventsDuring(() => payLater(session)));
  expect((await ann.get("/services/sell")).text).toContain("Still processing");
  expect(await createPayment(ann)).toEqual([
    409,
    { error: { message: "Your bank has not confirmed yet. Please don't pay a second time." } },
  ]);
  await deliverAll(await eventsDuring(() => settleSession(session, "failed")));
  const failed = await registrationOf(ann.id);
  expect(failed.seller).toMatchObject({ status: "applied", paymentStatus: "failed" });
  expect(failed.mails).toEqual(["fee_failed"]);
  expect(failed.sum).toBe(0);
  const again = sessionIdOf((await apply(ann)).location);
  await pay(again);
  expect((await registrationOf(ann.id)).seller.status).toBe("active");
});

test("A payment with a different amount is a mismatch, and activates no one", async () => {
  const { ann, session } = await applicant();
  const { seller } = await registrationOf(ann.id);
  const other = await deps.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [
      { quantity: 1, price_data: { currency: "usd", unit_amount: 100, product_data: { name: "Cheap" } } },
    ],
    client_reference_id: seller.id,
    metadata: { registration: seller.id },
    success_url: `${origin}/payment-success`,
  });
  await db.update(moneyCalls).set({ stripeId: other.id }).where(eq(moneyCalls.stripeId, session));
  await payByCard(other.id);
  await ann.get(`/payment-success?type=seller_registration&session_id=${other.id}`);
  const all = await registrationOf(ann.id);
  expect(all.payments).toMatchObject([
    { outcome: "mismatch", note: "Paid 100 cents, the registration costs 5000" },
  ]);
  expect(all.seller).toMatchObject({ status: "applied", paymentStatus: "pending" });
  expect((await ann.get("/services/sell")).text).toContain("We are looking into your payment");
  const { ann: eve } = await operator();
  const queue = await eve.get("/admin/payments");
  expect(queue.text).toContain("Paid 100 cents, the registration costs 5000");
  const answer = await eve.submit("/admin/payments", {
    intent: "refund",
    pick: `${all.payments[0]?.id}:0`,
    reason: "It was a test",
  });
  expect(answer.status).toBe(303);
  await refunds.sendDue(deps, 0);
  expect((await registrationOf(ann.id)).sum).toBe(0);
  expect((await registrationOf(ann.id)).balances.refunds).toBeUndefined();
});

test("A won dispute over the fee changes nothing; a lost one ends selling and hides the gigs", async () => {
  for (const outcome of ["won", "lost"] as const) {
    const { ann, session } = await paidSeller();
    const offer = await gig(db, { sellerId: ann.id });
    const disputed: string[] = [];
    await deliverAll(await eventsDuring(async () => disputed.push((await disputeSession(session)).id)));
    const [id = ""] = disputed;
    const open = await registrationOf(ann.id);
    expect(open.seller.status).toBe("active");
    expect(open.balances.disputes).toBe(5000);
    expect(await inFlight.list(db, ann.id, now())).toMatchObject([{ reason: "held", of: "registration" }]);
    await deliverAll(await eventsDuring(() => closeDispute(id, outcome)));
    const { seller, kinds, sum, balances } = await registrationOf(ann.id);
    expect(sum).toBe(0);
    expect(balances.disputes).toBeUndefined();
    expect(kinds).toEqual(["applied", "paid", "disputed", `dispute_${outcome}`]);
    expect(seller).toMatchObject(
      outcome === "won"
        ? { status: "active", paymentStatus: "paid", refundedCents: 0 }
        : { status: "applied", paymentStatus: "refunded", refundedCents: 5000 },
    );
    const [shown] = await db.select().from(gigs).where(eq(gigs.id, offer.id));
    expect(shown?.state).toBe(outcome === "won" ? "active" : "suspended");
    expect(await inFlight.list(db, ann.id, now())).toEqual([]);
  }
});

test("create-payment charges only the session's user, and says why if it cannot", async () => {
  expect((await createPayment(visitor.signedOut()))[0]).toBe(401);
  const { ann } = await applicant();
  const bob = await Visitor.signedIn();
  const forged = { userId: ann.id, email: ann.email };
  expect(await createPayment(bob, forged)).toEqual([
    400,
    { error: { message: "Submit your application first" } },
  ]);
  await bob.submit("/services/sell", { bio: "Half a", intent: "save" });
  expect((await createPayment(bob, forged))[0]).toBe(400);
  const [status, { url }] = await createPayment(ann);
  expect(status).toBe(200);
  await pay(sessionIdOf(url));
  expect((await registrationOf(ann.id)).seller.status).toBe("active");
  expect(await createPayment(ann)).toEqual([409, { error: { message: "You are a seller already" } }]);
});

test("Another user's session on the success page activates nothing and shows nothing", async () => {
  const { ann, session } = await applicant();
  await payByCard(session);
  const bob = await Visitor.signedIn();
  const page = await bob.get(`/payment-success?type=seller_registration&session_id=${session}`);
  expect(page.text).toContain("We could not find this payment");
  expect((await registrationOf(ann.id)).seller.status).toBe("applied");
  // The type in the address only chooses words for a payment that is not found.
  const own = await ann.get(`/payment-success?type=service&session_id=${session}`);
  expect(own.text).toContain("Your seller account is activated immediately.");
});

test("A waiver while the card page is open activates once, and a later payment is refunded", async () => {
  const { ann, session } = await applicant();
  expect(await decided(ann.id, "waive")).toBe("done");
  expect((await registrationOf(ann.id)).seller).toMatchObject({ status: "active", activatedBy: "waiver" });
  await pay(session);
  const all = await refundedRegistrationOf(ann.id);
  expect(all.payments.map(({ outcome }) => outcome)).toEqual(["returned"]);
  expect(all.balances).toEqual(gone);
  expect(all.mails).toEqual(["seller_activated", "fee_receipt", "fee_payment_returned"]);
  expect(all.seller).toMatchObject({ status: "active", paymentStatus: "pending" });
});

test("When an operator returns the fee, it is refunded and selling ends; a waiver activates it again", async () => {
  const { ann } = await paidSeller();
  const offer = await gig(db, { sellerId: ann.id });
  const stateOf = async () => (await db.select().from(gigs).where(eq(gigs.id, offer.id)))[0]?.state;
  expect(await decided(ann.id, "return-fee")).toBe("done");
  expect((await registrationOf(ann.id)).balances).toMatchObject({ refunds: -5000 });
  expect(await inFlight.list(db, ann.id, now())).toMatchObject([{ reason: "returning" }]);
  await refunds.sendDue(deps, 0);
  const all = await registrationOf(ann.id);
  expect(all.seller).toMatchObject({ status: "applied", paymentStatus: "refunded", refundedCents: 5000 });
  expect(all.balances).toEqual(gone);
  expect(all.kinds).toEqual(["applied", "paid", "fee_returned", "refunded"]);
  expect(await stateOf()).toBe("suspended");
  expect((await ann.get("/services/sell")).text).toContain("Your registration fee was returned");
  expect(await createPayment(ann)).toEqual([
    409,
    { error: { message: "Nothing is due for your registration" } },
  ]);
  expect(await decided(ann.id, "return-fee")).toBe("changed");
  expect(await decided(ann.id, "waive")).toBe("done");
  expect(await stateOf()).toBe("active");
});

// Terms: "If we refuse an application that we should have accepted […] we return the fee."
test("When an operator refuses an application, selling ends, with the fee kept or returned", async () => {
  for (const action of ["refuse", "refuse-and-return"] as const) {
    const { ann } = await paidSeller();
    const offer = await gig(db, { sellerId: ann.id });
    expect(await decided(ann.id, action)).toBe("done");
    await refunds.sendDue(deps, 0);
    const all = await registrationOf(ann.id);
    expect(all.seller.status).toBe("suspended");
    expect(all.balances).toEqual(action === "refuse" ? kept : gone);
    expect(all.mails).toEqual(["seller_activated", "fee_receipt", "seller_refused"]);
    expect((await visitor.signedOut().get(`/services/${offer.id}`)).status).toBe(404);
    expect((await ann.get("/services/sell")).text).toContain("You can no longer sell here");
    expect((await createPayment(ann))[0]).toBe(403);
  }
});

test("Suspending an applicant closes the card page of the fee immediately, and none opens", async () => {
  const { ann, session } = await applicant();
  const { ann: eve } = await operator();
  const reason = { rule: "conduct", reason: "A reason that is long enough" };
  const suspended = await eve.submit(`/admin/users/${ann.id}`, { intent: "suspend", ...reason });
  expect(suspended.status).toBe(303);
  await vi.waitFor(
    async () => expect((await registrationOf(ann.id)).calls.map(({ open }) => open)).toEqual([false]),
    10_000,
  );
  expect(await payByCard(session)).toBe(false);
  const { seller } = await registrationOf(ann.id);
  expect(seller).toMatchObject({ status: "applied", paymentStatus: "pending" });
  const fee = registrations.registrationOf(seller);
  const opened = checkout.open({ ...deps, requestId: "one" }, fee, ann.email, origin);
  expect(await opened).toEqual({ nothingDue: true });
});

test("Of two operators who decide at once, one is told that the application has changed", async () => {
  const { ann } = await paidSeller();
  const results = await Promise.all([decided(ann.id, "vet"), decided(ann.id, "refuse-and-return")]);
  expect(results.toSorted()).toEqual(["changed", "done"]);
  expect((await registrationOf(ann.id)).seqs).toEqual([1, 2, 3]);
});

test("A deletion closes the card page and deletes the application's texts; its ledger entries stay", async () => {
  const { ann, session } = await applicant();
  await withPassword(ann);
  expect(await inFlight.list(db, ann.id, now())).toMatchObject([{ reason: "paying", of: "registration" }]);
  expect((await deleteAccount(ann)).status).toBe(303);
  const { seller, calls } = await registrationOf(ann.id);
  expect(seller).toMatchObject({ status: "none", skills: "", experience: "", draft: null });
  expect(calls[0]?.open).toBe(false);
  expect(calls[0]?.params).not.toContain(ann.email);
  expect(await payByCard(session)).toBe(false);
});
