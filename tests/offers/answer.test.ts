import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { messages, offerDrafts, offerRequests, sessions } from "#drizzle/schema.ts";
import { deleteAccount, withPassword } from "../support/accounts/deletion.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { day, pass, sweepTwice } from "../support/clock.ts";
import { connect, conversationOf } from "../support/conversations.ts";
import { mailsTo } from "../support/mails.ts";
import { offerRow } from "../support/offer-rows.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";
import { anOffer, mailsAbout, offerOf } from "./an-offer.ts";

it("Only the two parties see an offer; everyone else gets the 404 page, alike for ids that do not exist", async () => {
  const { ann, bob, offer } = await anOffer();
  const eve = await visitor.signedIn();
  for (const party of [ann, bob]) {
    const page = await party.get(`/offers/${offer.id}`);
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    for (const words of [offer.title, offer.text, "A frame", "$340", "5 days", "Valid until"])
      expect(page.text).toContain(words);
    expect(page.links).toContain(`/messages?conversation=${offer.conversationId}`);
  }
  const [strange, unknown] = [
    await eve.get(`/offers/${offer.id}`),
    await eve.get(`/offers/${crypto.randomUUID()}`),
  ];
  expect([strange.status, strange.text]).toEqual([404, unknown.text]);
  expect(strange.text).not.toContain(offer.title);
  expect((await visitor.signedOut().get(`/offers/${offer.id}`)).location).toContain("/sign-in");
});

it("The buyer of an open offer can accept, ask for changes and decline, its seller change and withdraw it", async () => {
  const { ann, bob, offer } = await anOffer();
  const hers = await ann.get(`/offers/${offer.id}`);
  expect(hers.text).toContain("Accept and pay $340");
  expect(hers.field("shownPrice")).toBe("34000");
  expect(hers.links).toContain(`/messages?conversation=${offer.conversationId}&offer=${offer.id}`);
  expect(hers.text).toContain("Decline the offer");
  expect(hers.text).not.toContain("Withdraw");
  expect(hers.links).toContain(`/report?kind=message&id=${offer.id}`);
  const his = await bob.get(`/offers/${offer.id}`);
  expect(his.text).toContain("Withdraw the offer");
  expect(his.links).toContain(`/offers/new?conversation=${offer.conversationId}&replaces=${offer.id}`);
  for (const words of ["Accept and pay", "Decline"]) expect(his.text).not.toContain(words);
});

it("After a block, an open offer can only be declined or withdrawn", async () => {
  const { ann, bob, offer } = await anOffer();
  await bob.submit("/messages", { intent: "block", conversation: offer.conversationId });
  const hers = await ann.get(`/offers/${offer.id}`);
  expect(hers.text).toContain("You cannot write to this person.");
  expect(hers.text).toContain("Decline the offer");
  expect(hers.links).not.toContain(`/messages?conversation=${offer.conversationId}&offer=${offer.id}`);
  const his = await bob.get(`/offers/${offer.id}`);
  expect(his.text).toContain("Withdraw the offer");
  expect(his.links).not.toContain(`/offers/new?conversation=${offer.conversationId}&replaces=${offer.id}`);
});

it("An offer that seems to ask for payment elsewhere shows its buyer the note of a message", async () => {
  const { ann, bob, offer } = await anOffer({ text: "Pay me through PayPal and I draw both of your cats" });
  const note = "Pay and talk on Handiwork: outside it, there are no refunds";
  expect((await ann.get(`/offers/${offer.id}`)).text).toContain(note);
  expect((await bob.get(`/offers/${offer.id}`)).text).not.toContain(note);
  const { ann: cleo, offer: other } = await anOffer({ features: ["Write to cat@example.test"] });
  expect((await cleo.get(`/offers/${other.id}`)).text).toContain(note);
});

it("The page says next to the price what credit does", async () => {
  const { ann, offer } = await anOffer({}, await visitor.signedIn({ credit: true }));
  expect((await ann.get(`/offers/${offer.id}`)).text).toContain("You pay $330.00 after your $10 credit");
});

/** The session of a user ends just before a statement with this beginning is sent to the database. */
function endSessionBefore(statement: string, user: Visitor) {
  user.send = productWith({
    DB: faultyDatabase(env.DB, async (sql) => {
      if (!sql.startsWith(statement)) return false;
      await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, user.id));
      return false;
    }),
  });
}

it("An answer whose session ends before it is written changes nothing, and its author signs in first", async () => {
  const { ann, offer } = await anOffer();
  endSessionBefore('update "offers"', ann);
  const answer = await ann.submit("/offers", { intent: "decline", offer: offer.id, version: "1" });
  expect(answer.location).toContain("/sign-in");
  expect((await offerOf(offer.id)).state).toBe("open");
});

it("All versions of an offer link to each other, and a replaced one names the one that replaced it", async () => {
  const { ann, bob, service, offer } = await anOffer({ state: "replaced", closedAt: Date.UTC(2026, 10, 5) });
  const parties = { buyer: ann, seller: bob, gigId: service.id };
  const second = await offerRow(db, parties, {
    ...{ edition: 2, replacesId: offer.id, state: "replaced", closedAt: Date.UTC(2026, 10, 6) },
  });
  const third = await offerRow(db, parties, { edition: 3, replacesId: second.id });
  const paths = [offer, second, third].map(({ id }) => `/offers/${id}`);
  for (const [place, path] of paths.entries()) {
    const page = await ann.get(path);
    for (const other of paths) if (other !== path) expect(page.links).toContain(other);
    expect(page.text).toContain(`Version ${place + 1} (this page)`);
  }
  const first = await ann.get(`/offers/${offer.id}`);
  expect(first.text).toContain("Version 2 replaced this offer on 5 Nov 2026");
  expect(first.text).not.toContain("Accept and pay");
});

it("The seller withdraws an offer with one press, the buyer is mailed, and a second press changes nothing", async () => {
  const { ann, bob, offer } = await anOffer();
  const form = { intent: "withdraw", offer: offer.id, version: 1 };
  const told = await bob.submitAndFollow("/offers", form);
  expect(told.text).toContain("Offer withdrawn");
  expect(told.text).toContain("You withdrew this offer on");
  await bob.submit("/offers", form);
  expect(await offerOf(offer.id)).toMatchObject({ state: "withdrawn", version: 2 });
  expect(await mailsAbout(offer.id)).toEqual([["offer_withdrawn", ann.id]]);
  const hers = await ann.get(`/offers/${offer.id}`);
  expect(hers.text).toMatch(/withdrew this offer on \d+ \w+ \d{4}/);
  expect(hers.text).not.toContain("Accept and pay");
  const [mail] = await mailsTo(ann.email);
  expect([mail?.subject, mail?.text]).toEqual([
    expect.stringMatching(/withdrew the offer for “A portrait of a cat”$/),
    expect.stringContaining(`/offers/${offer.id}`),
  ]);
});

it("The buyer declines with a reason, which the seller reads on the page and in the email", async () => {
  const { ann, bob, offer } = await anOffer();
  const reason = "It is <too> late for me";
  const told = await ann.submitAndFollow("/offers", {
    ...{ intent: "decline", offer: offer.id, version: 1, reason },
  });
  expect(told.text).toContain("You declined this offer on");
  await ann.submit("/offers", { intent: "decline", offer: offer.id, version: 1, reason: "Another one" });
  expect(await offerOf(offer.id)).toMatchObject({ state: "declined", reason, version: 2 });
  expect((await bob.get(`/offers/${offer.id}`)).text).toContain(reason);
  expect(await mailsAbout(offer.id)).toEqual([["offer_declined", bob.id]]);
  expect((await mailsTo(bob.email))[0]?.text).toContain(`> ${reason}`);
  const other = await anOffer();
  await other.ann.submit("/offers", { intent: "decline", offer: other.offer.id, version: 1, reason: "  " });
  expect(await offerOf(other.offer.id)).toMatchObject({ state: "declined", reason: null });
});

it("A reason that is too long, a stale page and the wrong party change nothing, are told why, and lose no text", async () => {
  const { ann, bob, offer } = await anOffer();
  const long = "No ".repeat(200);
  const form = { intent: "decline", offer: offer.id, version: 1 };
  const tooLong = await ann.submitAndFollow("/offers", { ...form, reason: long });
  expect(tooLong.text).toContain("Please use at most 500 characters for the reason");
  expect(tooLong.field("reason")).toBe(long.trim());
  const wrong = await bob.submitAndFollow("/offers", { ...form, reason: "A reason of some length" });
  expect(wrong.text).toContain("Only the buyer can decline this offer");
  expect(wrong.text).toContain("You wrote: A reason of some length");
  expect((await ann.submitAndFollow("/offers", { ...form, intent: "withdraw" })).text).toContain(
    "Only the seller can withdraw this offer",
  );
  const stale = await ann.submitAndFollow("/offers", { ...form, version: 0, reason: "Too late" });
  expect(stale.text).toContain("This offer is open again. Please answer again");
  expect(stale.field("reason")).toBe("Too late");
  expect(await offerOf(offer.id)).toMatchObject({ state: "open", version: 1 });
  await bob.submit("/offers", { ...form, intent: "withdraw" });
  const late = await ann.submitAndFollow("/offers", { ...form, reason: "Too late" });
  expect(late.text).toContain("The seller has withdrawn this offer");
  expect(late.text).toContain("You wrote: Too late");
  expect(await mailsAbout(offer.id)).toHaveLength(1);
});

it("Strangers and unknown ids get the 404 page for each answer, and visitors sign in and keep their reason", async () => {
  const { ann, offer } = await anOffer();
  const eve = await visitor.signedIn();
  for (const intent of ["withdraw", "decline"])
    for (const id of [offer.id, crypto.randomUUID()])
      expect((await eve.submit("/offers", { intent, offer: id, version: 1 })).status).toBe(404);
  const guest = visitor.signedOut();
  const form = { intent: "decline", offer: offer.id, version: 1, reason: "A reason to keep" };
  const { location } = await guest.submit("/offers", form);
  expect(location).toContain("/sign-in");
  const back = new URL(location ?? "", "http://x").searchParams.get("redirectTo") ?? "";
  expect(back).toContain(`/offers/${offer.id}?draft=`);
  ann.setCookie("draft", guest.cookie("draft") ?? "");
  expect((await ann.get(back)).field("reason")).toBe("A reason to keep");
  expect(await offerOf(offer.id)).toMatchObject({ state: "open" });
});

it("A seller declines a request for an offer once, and not after an offer has followed", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const talk = await conversationOf(ann, bob);
  const request = crypto.randomUUID();
  await db.batch([
    db.insert(messages).values({
      ...{
        id: request,
        conversationId: talk,
        senderId: ann.id,
        content: "A cat",
        isRead: false,
        createdAt: 1,
      },
    }),
    db.insert(offerRequests).values({
      ...{
        id: request,
        conversationId: talk,
        buyerId: ann.id,
        sellerId: bob.id,
        state: "open",
        createdAt: 1,
      },
    }),
  ]);
  const stateOf = async () =>
    (await db.select().from(offerRequests).where(eq(offerRequests.id, request)))[0]?.state;
  const form = { intent: "decline", request };
  expect((await ann.submit("/offers", form)).status).toBe(404);
  expect(await stateOf()).toBe("open");
  for (const _ of [1, 2]) {
    const told = await bob.submitAndFollow("/offers", form);
    expect(told.text).toContain("Request declined");
    expect(await stateOf()).toBe("declined");
  }
  await db.update(offerRequests).set({ state: "offered" }).where(eq(offerRequests.id, request));
  expect((await bob.submitAndFollow("/offers", form)).text).toContain(
    "You have answered this request with an offer",
  );
  expect(await stateOf()).toBe("offered");

  await db.update(offerRequests).set({ state: "open" }).where(eq(offerRequests.id, request));
  endSessionBefore('update "offer_requests"', bob);
  expect((await bob.submit("/offers", form)).location).toContain("/sign-in");
  expect(await stateOf()).toBe("open");
  await db.delete(offerRequests).where(eq(offerRequests.id, request));
});

it("An offer is shown as expired as soon as its time is over; the sweep closes it once and mails the seller, who can renew it", async () => {
  const { ann, bob, offer } = await anOffer({ expiresAt: Date.now() + day });
  await pass(day + 1000);
  const page = await ann.get(`/offers/${offer.id}`);
  expect(page.text).toContain("This offer expired on");
  expect(page.text).not.toContain("Accept and pay");
  const late = await ann.submitAndFollow("/offers", { intent: "decline", offer: offer.id, version: 1 });
  expect(late.text).toContain("This offer has expired");
  expect((await offerOf(offer.id)).state).toBe("open");
  await sweepTwice();
  expect(await offerOf(offer.id)).toMatchObject({ state: "expired", version: 2 });
  expect(await mailsAbout(offer.id)).toEqual([["offer_expired", bob.id]]);
  expect((await mailsTo(bob.email))[0]?.subject).toMatch(/^Your offer to .* has expired$/);
  const renew = `href="/offers/new?conversation=${offer.conversationId}&amp;replaces=${offer.id}"`;
  expect((await bob.get(`/offers/${offer.id}`)).html).toContain(renew);
  const asked = (await ann.get(`/offers/${offer.id}`)).html;
  expect(asked).not.toContain("replaces=");
  expect(asked).toContain(`href="/messages?conversation=${offer.conversationId}&amp;offer=${offer.id}"`);
});

it("The removed text of an offer is shown to no one, and it cannot be accepted", async () => {
  const { ann, bob, offer } = await anOffer();
  await db.update(messages).set({ removedAt: 1 }).where(eq(messages.id, offer.id));
  for (const party of [ann, bob]) {
    const page = await party.get(`/offers/${offer.id}`);
    expect(page.text).toContain("An operator has removed this offer");
    for (const words of [offer.text, "A frame", "Accept and pay"]) expect(page.text).not.toContain(words);
  }
});

it("Both parties' open pages are notified of each answer", async () => {
  const { ann, bob, offer } = await anOffer();
  const live = [await connect(ann), await connect(bob)];
  await bob.submit("/offers", { intent: "withdraw", offer: offer.id, version: 1 });
  for (const { received, socket } of live) {
    await expect
      .poll(() => received.filter(({ type }) => type === "offer"))
      .toMatchObject([{ conversation: offer.conversationId, offer: { id: offer.id, state: "withdrawn" } }]);
    socket?.close();
  }
});

it("Deleting an account closes the open offers and requests of both sides and deletes the drafts, and no others", async () => {
  const [sellers, buyers, others] = [await anOffer(), await anOffer(), await anOffer()];
  const { ann, bob, offer } = sellers;
  const closed = await offerRow(
    db,
    { buyer: ann, seller: bob, gigId: offer.gigId },
    { state: "declined", closedAt: 1 },
  );
  const draft = { conversationId: offer.conversationId, typed: {}, version: 1, updatedAt: 1 };
  await db.insert(offerDrafts).values([
    { ...draft, sellerId: bob.id },
    { ...draft, sellerId: others.bob.id },
  ]);
  const requests = [sellers, buyers, others].map(({ ann, bob, offer }) => ({
    ...{ id: offer.id, conversationId: offer.conversationId, buyerId: ann.id, sellerId: bob.id },
    ...{ state: "open" as const, createdAt: 1 },
  }));
  await db.insert(offerRequests).values(requests);
  for (const leaver of [bob, buyers.ann])
    expect((await deleteAccount(await withPassword(leaver))).status).toBe(303);
  const stateOf = async ({ id }: { id: string }) => (await offerOf(id)).state;
  expect(await Promise.all([offer, buyers.offer, others.offer, closed].map(stateOf))).toEqual([
    ...["withdrawn", "declined", "open", "declined"],
  ]);
  expect((await db.select().from(offerRequests)).filter(({ state }) => state === "open")).toMatchObject([
    { id: others.offer.id },
  ]);
  expect(await db.select().from(offerDrafts)).toMatchObject([{ sellerId: others.bob.id }]);
  const page = await ann.get(`/offers/${offer.id}`);
  expect(page.text).toContain("User withdrew this offer on");
  expect(page.text).toContain("Seller: User");
});
