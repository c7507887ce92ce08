import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import {
  conversationSides,
  conversations,
  gigs as gigRows,
  messages,
  offers,
  users,
} from "#drizzle/schema.ts";
import { operator } from "../support/accounts/operator.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { measuredDatabase } from "../support/bindings/measured-database.ts";
import { day, pass } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import { transition } from "../support/purchase.ts";
import { deliveries, payOnCardPage } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";
import { anOffer, formOf, offerOf, ordersOf, pay } from "./an-offer.ts";

await deliveries("off");

it("An accepted offer is an ordinary order: its terms are frozen, it is paid, delivered and completed like any other", async () => {
  const questions = [{ question: "Which cats?", type: "text" as const, required: true }];
  const { ann, bob, service, offer } = await anOffer({ questions });
  const form = await formOf(ann, offer.id);
  const { status, location } = await ann.submit("/orders", { ...form, requirements: "Both asleep" });
  expect([status, location]).toEqual([303, expect.stringContaining("cs_")]);
  const [order] = await ordersOf(offer.id);
  expect(order).toMatchObject({
    ...{ buyerId: ann.id, sellerId: bob.id, gigId: service.id, title: offer.title, priceCents: 34_000 },
    ...{ packageId: "starter", packageTitle: "Custom offer", deliveryDays: 5, revisions: 2, questions },
    ...{ requirements: "Both asleep", creditCents: 0 },
  });
  const { id = "" } = order ?? {};
  expect(await offerOf(offer.id)).toMatchObject({ state: "accepted", orderId: id, version: 2 });
  for (const [party, words] of [
    [ann, "You accepted this offer on"],
    [bob, "accepted this offer on"],
  ] as const) {
    const page = await party.get(`/offers/${offer.id}`);
    expect(page.text).toContain(words);
    expect(page.links).toContain(`/orders/${id}`);
    expect(page.text).not.toMatch(/Accept and pay|Withdraw|Decline/);
  }
  await pay(location ?? "");
  for (const party of [ann, bob]) {
    const page = await party.get(`/orders/${id}`);
    for (const said of ["Custom offer", offer.text, "A frame"]) expect(page.text).toContain(said);
    expect(page.text).not.toContain("Basic");
    expect(page.links).toContain(`/offers/${offer.id}`);
  }
  expect((await ann.get(`/orders/${id}/receipt`)).text).toContain("Package: Custom offer");
  const record = (await (await operator()).ann.get(`/admin/orders/${id}`)).text;
  expect(record).toContain(`Custom offer, version 1 ${offer.id} ${offer.text} Two cats A frame`);
  await transition(id, "answer", "buyer", ann.id, { answers: ["Mimi and Momo"] });
  await transition(id, "start", "seller", bob.id);
  await transition(id, "deliver", "seller", bob.id, { note: "Here they are, in ink" });
  await transition(id, "complete", "buyer", ann.id);
  expect((await tracesOf(id)).order.status).toBe("completed");
  const again = `/offers/new?gig=${service.id}`;
  const done = await ann.get(`/orders/${id}`);
  expect(done.text).toContain("Ask for an offer again");
  for (const page of [done, await ann.get("/orders")]) expect(page.links).toContain(again);
  expect(await offerOf(offer.id)).toMatchObject({ state: "accepted", orderId: id });
});

it("Credit comes off an accepted offer, and the card line, page and receipt say Custom offer", async () => {
  const { ann, offer } = await anOffer({}, await visitor.signedIn({ credit: true }));
  const { location } = await ann.submit("/orders", await formOf(ann, offer.id));
  const [order] = await ordersOf(offer.id);
  expect(order).toMatchObject({ priceCents: 34_000, creditCents: 1000 });
  const { calls } = await tracesOf(order?.id ?? "");
  expect(JSON.stringify(calls[0]?.params)).toContain("Custom offer: price $340.00, your credit −$10.00");
  expect(location).toContain("cs_");
});

it("A double press, a second tab and a press on Back place one order; after it is paid, the form redirects to it", async () => {
  const { ann, offer } = await anOffer();
  const form = { ...(await formOf(ann, offer.id)), requirements: "Red" };
  const [first, second] = await Promise.all([ann.submit("/orders", form), ann.submit("/orders", form)]);
  expect(first.location).toBe(second.location);
  expect(await ordersOf(offer.id)).toHaveLength(1);
  // A program sends no token: it gets the same order.
  const { token: _, ...bare } = form;
  expect((await ann.submit("/orders", bare)).location).toBe(first.location);
  await pay(first.location ?? "");
  const [order] = await ordersOf(offer.id);
  const late = await ann.submitAndFollow("/orders", { ...form, requirements: "Red" });
  expect(late.text).toMatch(/You bought this at \d\d:\d\d UTC\. See the offer/);
  const other = await ann.submitAndFollow("/orders", { ...form, requirements: "Blue" });
  expect(other.text).toMatch(/You bought this at \d\d:\d\d UTC\. See the offer/);
  const kept = other.links.find((link) => link.startsWith(`/offers/${offer.id}?draft=`));
  expect((await ann.get(kept ?? "")).text).toContain("You wrote: Blue");
  expect(await ordersOf(offer.id)).toMatchObject([{ id: order?.id, requirements: "Red" }]);
});

it("Another note replaces the unpaid order once its card page is closed, and the offer belongs to the new one", async () => {
  const { ann, offer } = await anOffer();
  const form = await formOf(ann, offer.id);
  const first = await ann.submit("/orders", { ...form, requirements: "Red" });
  const second = await ann.submit("/orders", { ...form, requirements: "Blue" });
  expect(second.location).not.toBe(first.location);
  const [old, current] = await ordersOf(offer.id);
  expect([old?.status, current?.status, current?.requirements]).toEqual(["cancelled", "pending", "Blue"]);
  expect((await tracesOf(old?.id ?? "")).calls).toMatchObject([{ open: false }]);
  expect(await offerOf(offer.id)).toMatchObject({ state: "accepted", orderId: current?.id });
  expect((await payOnCardPage(first.location ?? "")) ?? "").not.toContain("payment-success");
  await pay(second.location ?? "");
  expect((await tracesOf(current?.id ?? "")).order.paymentStatus).toBe("paid");
  // Nothing is replaced after the time of the offer is over; the order can still be paid.
  const { ann: cleo, offer: short } = await anOffer({ expiresAt: Date.now() + day / 2 });
  const late = await formOf(cleo, short.id);
  const placed = await cleo.submit("/orders", { ...late, requirements: "Red" });
  await pass(day / 2);
  expect((await cleo.submit("/orders", { ...late, requirements: "Red" })).location).toBe(placed.location);
  const told = await cleo.submitAndFollow("/orders", { ...late, requirements: "Blue" });
  expect(told.text).toContain("You have accepted this offer. Pay for its order, or cancel it first");
  expect(told.text).toContain("You wrote: Blue");
});

it("An order of the same service from its page replaces no order of an offer", async () => {
  const { ann, service, offer } = await anOffer();
  await ann.submit("/orders", await formOf(ann, offer.id));
  const page = await ann.get(`/services/s/${service.slug}`);
  await ann.submit("/orders", { gigId: service.id, token: page.field("token"), shownPrice: 8000 });
  expect(await ordersOf(offer.id)).toMatchObject([{ status: "pending" }]);
});

type Made = Awaited<ReturnType<typeof anOffer>>;

const block = async ({ offer, bob, ann }: Made) => {
  const [row] = await db.select().from(conversations).where(eq(conversations.id, offer.conversationId));
  await db
    .insert(conversationSides)
    .values({
      ...{ userId: bob.id, conversation: row?.number ?? 0, otherId: ann.id, latestAt: 1, isBlocked: true },
    })
    .onConflictDoUpdate({
      target: [conversationSides.userId, conversationSides.conversation],
      set: { isBlocked: true },
    });
};
const pause = async ({ service }: Made) => {
  const current = await gigs.find(db, { id: service.id });
  if (current) await db.batch(gigTransitions.paused(db, current, current.sellerId, Date.now()));
};
const deny = ({ service }: Made) =>
  db.update(gigRows).set({ state: "denied", listed: false }).where(eq(gigRows.id, service.id));
const suspend = ({ bob }: Made) =>
  db.batch([
    db.update(users).set({ suspendedAt: Date.now() }).where(eq(users.id, bob.id)),
    ...gigTransitions.suspended(db, bob.id, null, Date.now()),
  ]);
const close =
  (state: "withdrawn" | "declined" | "replaced" | "expired") =>
  async ({ offer }: Made) =>
    await db.update(offers).set({ state, closedAt: Date.now(), version: 2 }).where(eq(offers.id, offer.id));
const remove = ({ offer }: Made) =>
  db.update(messages).set({ removedAt: 1 }).where(eq(messages.id, offer.id));

const refusals: [what: string, change: (made: Made) => Promise<unknown>, sentence: string][] = [
  ["expired", close("expired"), "This offer has expired"],
  ["withdrawn", close("withdrawn"), "The seller has withdrawn this offer"],
  ["declined", close("declined"), "This offer was declined"],
  ["replaced", close("replaced"), "A newer version replaces this offer"],
  ["of a paused service", pause, "This service is paused, so it can't be ordered now"],
  ["of a denied service", deny, "This service is no longer offered"],
  ["of a seller who has blocked the buyer", block, "You cannot write to this person"],
  ["of a suspended seller", suspend, "This service is no longer offered"],
  ["removed by an operator", remove, "An operator has removed this offer"],
];

it.each(refusals)(
  "An offer that is %s is not accepted, before the form or during it; the buyer reads why and keeps the note",
  async (_, change, sentence) => {
    for (const isDuring of [false, true]) {
      const made = await anOffer();
      const { ann, offer } = made;
      const form = { ...(await formOf(ann, offer.id)), requirements: "Keep this note" };
      if (!isDuring) await change(made);
      let left = 1;
      const database = faultyDatabase(
        env.DB,
        (sql) => isDuring && sql.startsWith('insert into "orders"') && left-- > 0 && change(made),
      );
      ann.send = productWith({ DB: database });
      const told = await ann.submitAndFollow("/orders", form);
      expect(told.text).toContain(sentence);
      expect([told.field("requirements"), told.text.includes("You wrote: Keep this note")]).toContainEqual(
        told.field("requirements") === undefined ? true : "Keep this note",
      );
      expect(await ordersOf(offer.id)).toEqual([]);
    }
  },
);

it("An offer whose price was tampered with is not accepted, and the right price is shown", async () => {
  const { ann, offer } = await anOffer();
  for (const shownPrice of [500, 33_999, "x"]) {
    const told = await ann.submitAndFollow("/orders", {
      ...{ ...(await formOf(ann, offer.id)), shownPrice, requirements: "A note" },
    });
    expect(told.text).toContain("The price has changed to $340");
    expect(told.field("requirements")).toBe("A note");
  }
  expect(await ordersOf(offer.id)).toEqual([]);
});

it("Someone else's offer, the seller's own and made-up ids all answer 404, and nothing is written", async () => {
  const { bob, offer } = await anOffer();
  const eve = await visitor.signedIn();
  const post = (who: Visitor, id: string) => who.submit("/orders", { offer: id, shownPrice: 34_000 });
  const answers = [
    await post(eve, offer.id),
    await post(eve, crypto.randomUUID()),
    await post(bob, offer.id),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(await ordersOf(offer.id)).toEqual([]);
});

it("A visitor who accepts signs in and finds the note again; a buyer without a verified address is asked to verify it", async () => {
  const { ann, offer } = await anOffer();
  const form = { ...(await formOf(ann, offer.id)), requirements: "A note" };
  const guest = visitor.signedOut();
  const { location } = await guest.submit("/orders", form);
  const back = new URL(location ?? "", "http://x").searchParams.get("redirectTo") ?? "";
  ann.setCookie("draft", guest.cookie("draft") ?? "");
  expect((await ann.get(back)).field("requirements")).toBe("A note");
  const fresh = await anOffer({}, await visitor.signedIn({ verified: false }));
  const told = await fresh.ann.submitAndFollow("/orders", {
    ...(await formOf(fresh.ann, fresh.offer.id)),
    requirements: "A note",
  });
  expect(told.text).toContain("verify your email");
  expect(told.field("requirements")).toBe("A note");
});

it("A note that is too long comes back whole with 400, and the form can be sent again", async () => {
  const { ann, offer } = await anOffer();
  const form = await formOf(ann, offer.id);
  const page = await ann.submit("/orders", { ...form, requirements: "x".repeat(2001) });
  expect([page.status, page.field("requirements")?.length]).toEqual([400, 2001]);
  expect(page.text).toContain("Please use at most 2,000 characters here");
  const fields = {
    offer: page.field("offer"),
    token: page.field("token"),
    shownPrice: page.field("shownPrice"),
  };
  expect(fields).toEqual(form);
  expect((await ann.submit("/orders", { ...fields, requirements: "x" })).location).toContain("cs_");
});

it("If the database fails, nothing is placed, and the note is in the form again", async () => {
  const { ann, offer } = await anOffer();
  const form = await formOf(ann, offer.id);
  expectErrorLog("order not placed");
  const send = ann.send;
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "orders"')) });
  const told = await ann.submit("/orders", { ...form, requirements: "A note" });
  ann.send = send;
  const page = told.location ? await ann.get(told.location) : told;
  expect(page.text).toContain("Payment processing failed");
  expect(page.field("requirements")).toBe("A note");
  expect(await ordersOf(offer.id)).toEqual([]);
});

it("Accepting reads and writes at most 6 rows more than an order of a package", async () => {
  const measure = async (buyer: Visitor, form: Record<string, string | number | undefined>) => {
    const { database, read, written } = measuredDatabase(env.DB);
    buyer.send = productWith({ DB: database });
    expect((await buyer.submit("/orders", form)).location).toContain("cs_");
    return [read(), written()];
  };
  const ofPackage = async () => {
    const [ann, service] = [await visitor.signedIn(), await gig(db)];
    const page = await ann.get(`/services/s/${service.slug}`);
    const form = { gigId: service.id, token: page.field("token"), shownPrice: 8000, requirements: "Red" };
    return await measure(ann, form);
  };
  const ofOffer = async () => {
    const { ann, offer } = await anOffer();
    return await measure(ann, { ...(await formOf(ann, offer.id)), requirements: "Red" });
  };
  await ofPackage();
  const [[read = 0, written = 0], [moreRead = 0, moreWritten = 0]] = [await ofPackage(), await ofOffer()];
  expect(
    [moreRead - read, moreWritten - written].map((rows) => rows <= 6),
    `${moreRead - read} read, ${moreWritten - written} written`,
  ).toEqual([true, true]);
});
