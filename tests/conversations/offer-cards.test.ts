import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, test } from "vitest";
import { tellOffer, tellRequest } from "#app/conversations/live/offer-changed.server.ts";
import { send } from "#app/conversations/sending/sending.server.ts";
import * as threads from "#app/conversations/thread/thread.server.ts";
import { gigs, messages, offerRequests, offers, profiles } from "#drizzle/schema.ts";
import { inboxes } from "#workers/platform/inboxes.ts";
import { measuredDatabase } from "../support/bindings/faulty.ts";
import { connect, messagesOf, talk, write } from "../support/conversations.ts";
import { gig } from "../support/factories.ts";
import { offerIn, requestRow } from "../support/offer-rows.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const path = (id: string) => `/messages?conversation=${id}`;
/** Ann buys, Bob sells. */
const deal = async () => {
  const { ann, bob, id } = await talk();
  return { ann, bob, id, parties: { conversation: id, buyer: ann, seller: bob } };
};
/** How often a page contains a text. */
const times = (page: Page, text: string) => page.text.split(text).length - 1;
const facts = "$340 · 5 days · 2 revisions";

describe("The card of an offer", () => {
  test("Is below its message on every page of the conversation: the newest, an older one, a search", async () => {
    const { ann, bob, id, parties } = await deal();
    const offer = await offerIn(parties, { title: "A logo for you", edition: 2 });
    const { number } = (await messagesOf(id))[0] ?? { number: 0 };
    for (const who of [ann, bob])
      for (const query of ["", `&before=${number + 1}`, "&q=bakery"]) {
        const page = await who.get(path(id) + query);
        expect(page.text).toMatch(/nothing else\. Custom offer · Version 2 A logo for you \$340 · 5 days/);
        expect(page.text).toMatch(
          /2 revisions Open · Valid until \d+ \w+ \d{4}, \d\d:\d\d UTC See the offer/,
        );
        expect(page.links).toContain(`/offers/${offer.id}`);
      }
    const missed = await (await ann.fetch(`/messages/since?conversation=${id}&after=0`)).json();
    expect(missed).toMatchObject({ messages: [{ offer: { id: offer.id, state: "open", edition: 2 } }] });
    await db.update(profiles).set({ timeZone: "Asia/Tokyo" }).where(eq(profiles.id, ann.id));
    expect((await ann.get(path(id))).text).toContain(" GMT+9 See the offer");
  });

  test("Says that it has expired once its time is over, before the product has closed it", async () => {
    const { ann, id, parties } = await deal();
    await offerIn(parties, { expiresAt: Date.now() - 1 });
    const page = await ann.get(path(id));
    expect([times(page, "Expired See the offer"), times(page, "Valid until")]).toEqual([1, 0]);
  });

  test("Is not shown once an operator has removed its message", async () => {
    const { ann, id, parties } = await deal();
    await offerIn(parties);
    await requestRow(parties);
    await db.update(messages).set({ removedAt: 1 }).where(eq(messages.conversationId, id));
    const page = await ann.get(path(id));
    expect(["Removed by an operator", "See the offer", "Asks for"].map((text) => times(page, text))).toEqual([
      // The list of conversations would say it, too, if one of these messages were its preview.
      2, 0, 0,
    ]);
  });
});

describe("The card of a request", () => {
  test("Has the answer buttons only for its seller, and only while it is open", async () => {
    const { ann, bob, id, parties } = await deal();
    const { id: service } = await gig(db, { sellerId: bob.id });
    const request = await requestRow(parties, { gigId: service });
    const link = `/offers/new?conversation=${id}&gig=${service}`;
    const forBob = await bob.get(path(id));
    expect(forBob.text).toContain(
      "Asks for an offer Budget $300 · Wanted by 30 Nov 2026 · Waiting for an answer",
    );
    expect([forBob.links.includes(link), forBob.field("request")]).toEqual([true, request.id]);
    expect(forBob.html).toMatch(/action="\/offers"[\s\S]*name="intent" value="decline">No offer</);
    const forAnn = await ann.get(path(id));
    expect([forAnn.links.includes(link), forAnn.field("request")]).toEqual([false, undefined]);
    expect(forAnn.text).toContain("Waiting for an answer");
    for (const [state, words] of [
      ["offered", "Answered with an offer"],
      ["declined", "No offer"],
    ] as const) {
      await db.update(offerRequests).set({ state }).where(eq(offerRequests.id, request.id));
      const page = await bob.get(path(id));
      expect([page.text.includes(words), page.field("request")]).toEqual([true, undefined]);
    }
  });

  test("Is shown as well if it names no service, budget or day", async () => {
    const { bob, id, parties } = await deal();
    await requestRow(parties, { gigId: null, budgetCents: null, wantedBy: null });
    const page = await bob.get(path(id));
    expect(page.text).toContain("Asks for an offer Waiting for an answer");
    expect(page.links).toContain(`/offers/new?conversation=${id}`);
  });
});

describe("A message about an offer", () => {
  test("Mentions it: the link attaches it to the next message only, and both see it", async () => {
    const { ann, bob, id, parties } = await deal();
    const offer = await offerIn(parties, { edition: 2 });
    const form = await ann.get(`${path(id)}&offer=${offer.id}`);
    expect([
      form.field("offer"),
      form.text.includes("Custom offer · Version 2 A logo Don't include"),
    ]).toEqual([offer.id, true]);
    await ann.submit("/messages", { conversation: id, content: "Three colours?", offer: offer.id });
    await ann.submit("/messages", { conversation: id, content: "Thank you" });
    const all = await messagesOf(id);
    expect(all.map(({ offerId }) => offerId)).toEqual([offer.id, offer.id, null]);
    for (const who of [ann, bob]) {
      const page = await who.get(path(id));
      // One card, and one mention above the text.
      expect([times(page, "See the offer"), times(page, facts)]).toEqual([1, 1]);
      expect(page.text).toContain("Custom offer · Version 2 A logo Three colours?");
      expect(page.links.filter((to) => to === `/offers/${offer.id}`)).toHaveLength(2);
    }
  });

  test("An offer of another conversation, or one that does not exist, is left out without a message", async () => {
    const [{ ann, id }, other] = [await deal(), await deal()];
    const foreign = await offerIn(other.parties);
    for (const offer of [foreign.id, "unknown"]) {
      const form = await ann.get(`${path(id)}&offer=${offer}`);
      expect([form.status, form.field("offer")]).toEqual([200, undefined]);
      expect((await ann.submit("/messages", { conversation: id, content: "Hi", offer })).status).toBe(303);
    }
    expect((await messagesOf(id)).map(({ offerId }) => offerId)).toEqual([null, null]);
  });

  test("Keeps it if it is refused, and while its author signs in", async () => {
    const { ann, id, parties } = await deal();
    const offer = await offerIn(parties);
    const page = await ann.get(`${path(id)}&offer=${offer.id}`);
    const [, action = ""] = /<form[^>]*action="([^"]*)"[^>]*class="send"/.exec(page.html) ?? [];
    const refused = await ann.submit(action.replaceAll("&amp;", "&"), { conversation: id, content: " " });
    expect([refused.status, refused.field("offer")]).toEqual([400, offer.id]);
    const fields = { conversation: id, content: "Hello", offer: offer.id };
    const parked = await visitor.signedOut().submit("/messages", fields);
    expect(decodeURIComponent(parked.location ?? "")).toContain(`conversation=${id}&offer=${offer.id}`);
  });
});

describe("Live", () => {
  test("A new offer and a new request arrive with their cards", async () => {
    const { ann, bob, id, parties } = await deal();
    const tab = await connect(ann);
    const pushed: object[] = [];
    const kept = { push: async (_: string[], event: object) => void pushed.push(event) } as never;
    const deps = { db, inboxes: kept, later: () => {} };
    const { id: service } = await gig(db, { sellerId: bob.id });
    const terms = { gigId: service, title: "A logo", text: "x", features: [], questions: [] };
    const sent = await send(
      deps,
      {
        ...{ id: crypto.randomUUID(), conversationId: id, senderId: bob.id, content: "What you get" },
        card: {
          kind: "offer",
          stored: (offerId) => [
            db.insert(offers).values({
              ...{ ...terms, id: offerId, conversationId: id, sellerId: bob.id, buyerId: ann.id },
              ...{ priceCents: 500, deliveryDays: 1, revisions: 0, edition: 1, state: "open", version: 1 },
              ...{ createdAt: 1, expiresAt: 2 },
            }),
          ],
        },
      },
      1,
    );
    const offer = { title: "A logo", priceCents: 500, version: 1 };
    expect(sent).toMatchObject({ sent: { offer, request: null } });
    expect(pushed).toMatchObject([{ type: "message", message: { offer } }]);
    // What the other page gets over its socket when the state changes.
    const { id: changing } = await offerIn(parties);
    const request = await requestRow(parties);
    const forBob = await connect(bob);
    const live = { db, inboxes: inboxes(env, () => {}) };
    await db
      .update(offers)
      .set({ state: "declined", closedAt: 1, version: 2 })
      .where(eq(offers.id, changing));
    await db.update(offerRequests).set({ state: "offered" }).where(eq(offerRequests.id, request.id));
    await tellOffer(live, changing);
    await tellRequest(live, request.id);
    const events = [
      { type: "offer", conversation: id, offer: { id: changing, state: "declined", version: 2 } },
      { type: "request", conversation: id, id: request.id, request: { state: "offered" } },
    ];
    for (const { received } of [tab, forBob]) await expect.poll(() => received).toMatchObject(events);
    await tellOffer(live, "unknown");
    await tellRequest(live, "unknown");
    for (const { socket, received } of [tab, forBob]) {
      expect(received).toHaveLength(2);
      socket?.close();
    }
  });
});

describe("The links to an offer", () => {
  test("Are in the head of a conversation for those who can use them", async () => {
    const { ann, bob, id } = await deal();
    const ask = `/offers/new?conversation=${id}&ask=1`;
    const make = `/offers/new?conversation=${id}`;
    const shown = async (who: typeof ann) => {
      const { links } = await who.get(path(id));
      return [ask, make].filter((to) => links.includes(to));
    };
    expect([await shown(ann), await shown(bob)]).toEqual([[], []]);
    const service = await gig(db, { sellerId: bob.id });
    expect([await shown(ann), await shown(bob)]).toEqual([[ask], [make]]);
    await gig(db, { sellerId: ann.id });
    expect([await shown(ann), await shown(bob)]).toEqual([
      [ask, make],
      [ask, make],
    ]);
    await db.update(gigs).set({ state: "paused", listed: false }).where(eq(gigs.id, service.id));
    expect(await shown(ann)).toEqual([make]);
    // Between blocked users there is nothing to write.
    await bob.submit("/messages", { conversation: id, content: "Hello" });
    await bob.submit("/messages", { conversation: id, intent: "block" });
    expect([await shown(ann), await shown(bob)]).toEqual([[], []]);
  });

  test("Are on a service's page for everyone but its seller, while it can be ordered", async () => {
    const { ann, bob } = await deal();
    const service = await gig(db, { sellerId: bob.id });
    const paused = await gig(db, { sellerId: bob.id, state: "paused", listed: false });
    const ask = async (who: typeof ann, { id, slug } = service) =>
      (await who.get(`/services/s/${slug}`)).links.includes(`/offers/new?gig=${id}`);
    expect([await ask(visitor.signedOut()), await ask(ann), await ask(bob)]).toEqual([true, true, false]);
    expect(await ask(ann, paused)).toBe(false);
  });
});

test("A page of 50 messages without a card reads no row for cards, and each card reads one row", async () => {
  const { ann, bob, id, parties } = await deal();
  await write(id, bob, 60, { isRead: true });
  const measured = measuredDatabase(env.DB);
  const counted = drizzle(measured.database);
  const cost = async () => {
    const before = measured.read();
    await threads.findThread(counted, id, ann.id);
    return measured.read() - before;
  };
  const { id: service } = await gig(db, { sellerId: bob.id, listed: false });
  const plain = await cost();
  expect(plain).toBeLessThanOrEqual(75);
  for (let i = 0; i < 5; i++) {
    await offerIn(parties, { gigId: service });
    await requestRow(parties);
  }
  await db.update(messages).set({ isRead: true });
  expect((await cost()) - plain).toBeLessThanOrEqual(10);
});
