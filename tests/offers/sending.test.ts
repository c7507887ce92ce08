import { env } from "cloudflare:workers";
import { eq, like, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { gigs, limits, offers, outbox, users } from "#drizzle/schema.ts";
import { databaseProxy } from "../support/bindings/database-proxy.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { conversationOf, messagesOf, write } from "../support/conversations.ts";
import { gig } from "../support/factories.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";
import { draftsOf, given, mailsTo, market, need, offerFields, offersOf, requestsOf } from "./world.ts";

const day = 24 * 60 * 60 * 1000;
const post = (by: Visitor, fields: Record<string, string>) => by.submit("/offers", fields);

test("An offer is a message with a card and frozen terms, mailed immediately; it answers the buyer's requests", async () => {
  const questions = [{ question: "Which clock is it?", type: "text" as const, required: true }];
  const { buyer, seller, service, id } = await market({ questions });
  await post(buyer, { intent: "ask", conversation: id, content: need, budget: "350", wantedBy: "" });
  const page = await seller.get(`/offers/new?conversation=${id}`);
  expect(page.text).toContain(need);
  expect(page.text).toContain("Budget: $350");
  const form = offerFields(id, service.id, { version: "0" });
  await post(seller, { ...form, intent: "save" });
  const sent = await post(seller, { ...form, version: "1" });
  expect([sent.status, sent.location]).toEqual([303, `/messages?conversation=${id}`]);
  const [, message] = await messagesOf(id);
  const [offer, ...others] = await offersOf(id);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ id: offer?.id, offerId: offer?.id, content: given, senderId: seller.id });
  expect(offer).toMatchObject({
    ...{ gigId: service.id, sellerId: seller.id, buyerId: buyer.id, title: service.title, text: given },
    ...{ features: ["A new spring"], priceCents: 34_000, deliveryDays: 12, revisions: 2, questions },
    ...{ edition: 1, replacesId: null, state: "open", version: 1, closedAt: null },
  });
  expect((offer?.expiresAt ?? 0) - (offer?.createdAt ?? 0)).toBe(7 * day);
  expect((await requestsOf(id)).map(({ state }) => state)).toEqual(["offered"]);
  expect(await draftsOf(seller)).toEqual([]);
  expect(await mailsTo(buyer)).toEqual([{ kind: "offer_sent", subjectId: offer?.id }]);
});

test("The offer's own questions and unlimited revisions are stored as they were written", async () => {
  const { seller, service, id } = await market();
  const asked = { question: "Which size?", type: "choice", options: "Small\nLarge", required: "on" };
  const own = Object.fromEntries(Object.entries(asked).map(([name, text]) => [`questions[0].${name}`, text]));
  await post(
    seller,
    offerFields(id, service.id, { ...own, questionsOf: "own", revisions: "unlimited", valid: "30" }),
  );
  expect(await offersOf(id)).toMatchObject([
    {
      revisions: -1,
      questions: [{ question: "Which size?", type: "choice", required: true, options: ["Small", "Large"] }],
    },
  ]);
});

test("Invalid fields have their sentence; nothing is sent, and the draft and the page keep what was typed", async () => {
  const { seller, service, id } = await market();
  const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`features[${i}]`, `Feature ${i}`]));
  const price = "The price must be $5 to $10,000, such as 80 or 1,000.50";
  const wrong: [Record<string, string>, string][] = [
    ...["", "0", "4.99", "10,000.01", "1,50", "-5"].map((text): [Record<string, string>, string] => [
      { price: text },
      price,
    ]),
    [{ days: "0" }, "Delivery must take 1 to 90 days"],
    [{ days: "91" }, "Delivery must take 1 to 90 days"],
    [{ revisions: "10" }, "Choose 0 to 9 revisions, or unlimited"],
    [{ revisions: "-1" }, "Choose 0 to 9 revisions, or unlimited"],
    [{ valid: "0" }, "An offer is valid for 1 to 30 days"],
    [{ valid: "31" }, "An offer is valid for 1 to 30 days"],
    [eleven, "You can have at most 10 features"],
    [{ "features[0]": "x".repeat(81) }, "A feature can be at most 80 characters"],
    [{ content: "x".repeat(5001) }, "What the buyer gets can be at most 5,000 characters"],
    [{ content: "Too short" }, "What the buyer gets must be at least 40 characters"],
    [{ gig: "" }, "Choose one of your active services"],
    [{ questionsOf: "mine" }, "Choose which questions the buyer answers"],
    [
      { questionsOf: "own", "questions[0].question": "x".repeat(201) },
      "Question 1 can be at most 200 characters",
    ],
  ];
  for (const [fields, sentence] of wrong) {
    for (const intent of ["send", "preview"]) {
      const page = await post(seller, { ...offerFields(id, service.id), ...fields, intent });
      const name = `${intent} ${JSON.stringify(fields).slice(0, 60)}`;
      expect([page.status, page.text.includes(sentence)], name).toEqual([400, true]);
      expect((await draftsOf(seller))[0]?.typed, name).toMatchObject(fields);
      for (const [field, text] of Object.entries(fields))
        if (!["revisions", "gig", "questionsOf"].includes(field)) expect(page.html, name).toContain(text);
    }
  }
  expect(await messagesOf(id)).toEqual([]);
  expect(await offersOf(id)).toEqual([]);
});

test("The sentence about the choice of questions belongs to its radio buttons", async () => {
  const { seller, service, id } = await market();
  const { html } = await post(seller, {
    ...offerFields(id, service.id),
    questionsOf: "mine",
    intent: "send",
  });
  expect(html).toContain('<fieldset class="asks" aria-describedby="questionsOf-e">');
  expect(html).toContain('<p class="err" id="questionsOf-e">Choose which questions the buyer answers</p>');
});

test("A form that is sent empty names each field that it needs", async () => {
  const { seller, id } = await market();
  const page = await post(seller, { intent: "send", conversation: id });
  expect(page.status).toBe(400);
  expect(page.text).toContain("Choose one of your active services");
  expect(page.text).toContain("What the buyer gets is missing");
});

test("Someone else's, a paused and a denied service cannot be offered", async () => {
  const { seller, id } = await market();
  const others = await gig(db);
  const paused = await gig(db, { sellerId: seller.id, state: "paused" });
  const denied = await gig(db, { sellerId: seller.id, state: "denied" });
  for (const { id: gigId } of [others, paused, denied, { id: crypto.randomUUID() }]) {
    const page = await post(seller, offerFields(id, gigId));
    expect([page.status, page.text.includes("Choose one of your active services")]).toEqual([400, true]);
    expect(page.field("content")).toBe(given);
  }
  expect(await offersOf(id)).toEqual([]);
});

test("A service that is paused while it is being offered is not offered", async () => {
  const { seller, service, id } = await market();
  const pause = async () => {
    await db.update(gigs).set({ state: "paused", listed: false }).where(eq(gigs.id, service.id));
  };
  const database = faultyDatabase(env.DB, (text) => /^insert into "offers"/.test(text) && pause());
  seller.send = productWith({ DB: database });
  const page = await post(seller, offerFields(id, service.id));
  expect([page.status, page.text.includes("This service can no longer be offered")]).toEqual([409, true]);
  expect([await offersOf(id), await messagesOf(id)]).toEqual([[], []]);
});

test("No one can send an offer to a person who was blocked or suspended, or in a conversation of others", async () => {
  const { buyer, seller, service, id } = await market();
  await write(id, buyer, 1);
  await buyer.submit("/messages", { conversation: id, intent: "block" });
  const blocked = await post(seller, offerFields(id, service.id));
  expect([blocked.status, blocked.text.includes("You cannot write to this person")]).toEqual([403, true]);
  expect(blocked.field("content")).toBe(given);
  await buyer.submit("/messages", { conversation: id, intent: "unblock" });
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, buyer.id));
  expect((await post(seller, offerFields(id, service.id))).status).toBe(403);
  await db.update(users).set({ suspendedAt: null }).where(eq(users.id, buyer.id));
  const eve = await visitor.signedIn();
  const own = await gig(db, { sellerId: eve.id });
  for (const conversation of [id, crypto.randomUUID(), ""])
    for (const intent of ["send", "save", "preview"])
      expect((await post(eve, { ...offerFields(conversation, own.id), intent })).status).toBe(404);
  expect(await offersOf(id)).toEqual([]);
});

test("The same form twice, doubled or replayed after everything has changed, is one offer; a changed form is another", async () => {
  const { buyer, seller, service, id } = await market();
  const form = offerFields(id, service.id);
  const both = await Promise.all([post(seller, form), post(seller, form)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(await offersOf(id)).toHaveLength(1);
  await post(seller, { ...form, price: "350" });
  expect((await offersOf(id)).map(({ priceCents }) => priceCents)).toEqual([34_000, 35_000]);
  await db.update(gigs).set({ state: "paused", listed: false }).where(eq(gigs.id, service.id));
  expect((await post(seller, form)).status).toBe(303);
  expect(await offersOf(id)).toHaveLength(2);
  expect(await mailsTo(buyer)).toHaveLength(2);
});

test("A new version replaces the offer, open or expired; both stay, and a replayed one replaces nothing more", async () => {
  const { seller, service, id } = await market();
  await post(
    seller,
    offerFields(id, service.id, {
      questionsOf: "own",
      "questions[0].question": "Which?",
      "questions[0].type": "text",
    }),
  );
  const [first] = await offersOf(id);
  const page = await seller.get(`/offers/new?conversation=${id}&replaces=${first?.id}`);
  expect(page.text).toContain("Version 2");
  expect([
    page.field("content"),
    page.field("price"),
    page.field("features\\[0\\]"),
    page.field("replaces"),
  ]).toEqual([given, "340", "A new spring", first?.id]);
  expect(page.field("questions\\[0\\].question")).toBe("Which?");
  const second = offerFields(id, service.id, { replaces: first?.id ?? "", price: "300" });
  expect((await post(seller, second)).status).toBe(303);
  expect((await post(seller, second)).status).toBe(303);
  const shown = async () =>
    (await offersOf(id)).map(({ edition, state, version, replacesId }) => [
      edition,
      state,
      version,
      replacesId,
    ]);
  expect(await shown()).toEqual([
    [1, "replaced", 2, null],
    [2, "open", 1, first?.id],
  ]);
  const again = await post(seller, { ...second, price: "290" });
  expect([again.status, again.text.includes("A newer version replaces this offer")]).toEqual([409, true]);
  expect(again.field("content")).toBe(given);
  const [, latest] = await offersOf(id);
  await db
    .update(offers)
    .set({ state: "expired", closedAt: 1, version: 2 })
    .where(eq(offers.id, latest?.id ?? ""));
  await post(seller, offerFields(id, service.id, { replaces: latest?.id ?? "" }));
  expect((await shown()).map(([edition, state]) => [edition, state])).toEqual([
    [1, "replaced"],
    [2, "replaced"],
    [3, "open"],
  ]);
});

test("Only one's own open offer of the same conversation and service is replaced", async () => {
  const { buyer, seller, service, id } = await market();
  await post(seller, offerFields(id, service.id));
  const [offer] = await offersOf(id);
  const other = await gig(db, { sellerId: seller.id });
  const wrongGig = await post(seller, offerFields(id, other.id, { replaces: offer?.id ?? "" }));
  expect([wrongGig.status, wrongGig.text.includes("A new version must be for the same service")]).toEqual([
    400,
    true,
  ]);
  const eve = await visitor.signedIn();
  const elsewhere = await conversationOf(seller, eve);
  expect((await post(seller, offerFields(elsewhere, service.id, { replaces: offer?.id ?? "" }))).status).toBe(
    404,
  );
  const buyers = await gig(db, { sellerId: buyer.id });
  expect((await post(buyer, offerFields(id, buyers.id, { replaces: offer?.id ?? "" }))).status).toBe(404);
  expect((await buyer.get(`/offers/new?conversation=${id}&replaces=${offer?.id}`)).status).toBe(404);
  for (const state of ["withdrawn", "declined"] as const) {
    await db
      .update(offers)
      .set({ state, closedAt: 1 })
      .where(eq(offers.id, offer?.id ?? ""));
    const page = await post(seller, offerFields(id, service.id, { replaces: offer?.id ?? "" }));
    expect(page.status, state).toBe(409);
  }
  expect(await offersOf(id)).toHaveLength(1);
});

test("Ten offers may be open in a conversation; an expired one does not count, nor does a new version", async () => {
  const { seller, service, id } = await market();
  for (let i = 0; i < 10; i++) expect((await post(seller, offerFields(id, service.id))).status).toBe(303);
  const over = await post(seller, offerFields(id, service.id));
  expect([over.status, over.text.includes("You can have 10 open offers in a conversation")]).toEqual([
    409,
    true,
  ]);
  expect(over.field("content")).toBe(given);
  const [first] = await offersOf(id);
  expect((await post(seller, offerFields(id, service.id, { replaces: first?.id ?? "" }))).status).toBe(303);
  await db.run(sql`drop trigger offers_terms`);
  const [, second] = await offersOf(id);
  await db
    .update(offers)
    .set({ expiresAt: 1 })
    .where(eq(offers.id, second?.id ?? ""));
  expect((await post(seller, offerFields(id, service.id))).status).toBe(303);
  expect((await post(seller, offerFields(id, service.id))).status).toBe(409);
});

test("A seller has at most 50 open offers", async () => {
  const { seller, service, id } = await market();
  const [buyer] = [await visitor.signedIn()];
  const rows = Array.from({ length: 50 }, (_, i) => ({
    ...{ id: crypto.randomUUID(), conversationId: `other ${i}`, gigId: service.id, sellerId: seller.id },
    ...{ buyerId: buyer.id, title: "A", text: given, features: [], priceCents: 500, deliveryDays: 1 },
    ...{ revisions: 0, questions: [], edition: 1, state: "open" as const, version: 1, createdAt: 1 },
    expiresAt: Date.now() + day,
  }));
  for (const row of rows) await db.insert(offers).values(row);
  expect((await post(seller, offerFields(id, service.id))).status).toBe(409);
  await db
    .update(offers)
    .set({ state: "withdrawn", closedAt: 2 })
    .where(eq(offers.id, rows[0]?.id ?? ""));
  expect((await post(seller, offerFields(id, service.id))).status).toBe(303);
});

test("An unverified seller, and a visitor, keep what they typed", async () => {
  const { seller, service, id } = await market();
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, seller.id));
  const page = await post(seller, offerFields(id, service.id));
  expect([page.status, page.field("content")]).toEqual([403, given]);
  const guest = visitor.signedOut();
  const posted = await post(guest, offerFields(id, service.id));
  const back = new URL(posted.location ?? "", "http://x").searchParams.get("redirectTo") ?? "";
  seller.setCookie("draft", guest.cookie("draft") ?? "");
  const shown = await seller.get(back);
  expect([shown.field("content"), shown.field("price"), shown.field("features\\[0\\]")]).toEqual([
    given,
    "340",
    "A new spring",
  ]);
});

test("An offer that names a way to pay elsewhere gets the note", async () => {
  const { seller, service, id } = await market();
  await post(seller, offerFields(id, service.id, { content: `${given} Pay me by PayPal.` }));
  const inFeature = offerFields(id, service.id, { "features[0]": "Pay me on PayPal", price: "41" });
  await post(seller, inFeature);
  expect((await messagesOf(id)).map(({ looksElsewhere }) => looksElsewhere)).toEqual([true, true]);
});

test("In addition to its message, an offer with its mail reads at most 27 rows and writes at most 14", async () => {
  const { buyer, seller, service, id } = await market();
  await write(id, buyer, 3);
  await post(buyer, { intent: "ask", conversation: id, content: need });
  const costs: { rows_read: number; rows_written: number }[] = [];
  const database = databaseProxy(env.DB, async ({ statements }, run) => {
    const answer = await run();
    const first = statements.findIndex(({ sql: text }) => /^update "conversations"/.test(text)) + 1;
    const isOffer = statements.some(({ sql: text }) => /^insert into "offers"/.test(text));
    if (isOffer) costs.push(...(answer as D1Result[]).slice(first).map(({ meta }) => meta));
    return answer;
  });
  seller.send = productWith({ DB: database });
  expect((await post(seller, offerFields(id, service.id))).status).toBe(303);
  const sum = (name: "rows_read" | "rows_written") => costs.reduce((all, meta) => all + meta[name], 0);
  expect(costs).toHaveLength(6);
  expect(sum("rows_read")).toBeLessThanOrEqual(27);
  expect(sum("rows_written")).toBeLessThanOrEqual(14);
});

test("Twenty offers can be sent in an hour, each new version counts, and the next one keeps all that was typed", async () => {
  const { buyer, seller, service, id } = await market();
  const sent = [];
  for (let i = 0; i < 21; i++) {
    const replaces = (await offersOf(id)).at(-1)?.id ?? "";
    sent.push(await seller.submit("/offers", offerFields(id, service.id, { replaces })));
  }
  expect(sent.map(({ status }) => status)).toEqual([...Array(20).fill(303), 429]);
  expect(Number(sent.at(-1)?.headers.get("Retry-After"))).toBeGreaterThan(3000);
  expect(sent.at(-1)?.field("content")).toBe(given);
  expect([(await offersOf(id)).length, (await mailsTo(buyer)).length]).toEqual([20, 20]);
  const hour = like(limits.key, "offer:hour:account:%");
  await db.update(limits).set({ count: 0 }).where(hour);
  expect((await seller.submit("/offers", offerFields(id, service.id))).status).toBe(303);
});

test("All words of an offer count, including those of its features and questions", async () => {
  const { seller, service, id } = await market();
  const counted = async () => {
    const rows = await db.select().from(limits).where(like(limits.key, "message:month:account:%"));
    return Math.max(...rows.map(({ count }) => count));
  };
  await db.delete(limits);
  const questions = [0, 1, 2, 3, 4, 5].flatMap((i) => [
    [`questions[${i}].question`, `${i} ${"word ".repeat(38)}?`],
    [`questions[${i}].type`, "text"],
  ]);
  const more = { questionsOf: "own", ...Object.fromEntries(questions) };
  expect((await seller.submit("/offers", offerFields(id, service.id, more))).status).toBe(303);
  expect(await counted()).toBe(2);
});

test("An offer has at most 50 versions; then another offer is sent in its place", async () => {
  const { seller, service, id } = await market();
  await seller.submit("/offers", offerFields(id, service.id));
  const [first] = await offersOf(id);
  if (!first) throw new Error("No offer was sent");
  const { number: _, ...terms } = first;
  const later = { id: crypto.randomUUID(), edition: 50, replacesId: first.id };
  const sentence = "An offer can have 50 versions. Send another offer in its place";
  await db.insert(offers).values({ ...terms, ...later });
  expect((await seller.get(`/offers/new?conversation=${id}&replaces=${later.id}`)).text).toContain(sentence);
  const refused = await seller.submit("/offers", offerFields(id, service.id, { replaces: later.id }));
  expect([refused.status, refused.text.includes(sentence)]).toEqual([409, true]);
  expect((await offersOf(id)).length).toBe(2);
});

test("Someone who muted the conversation gets no email about an offer, and sees it there", async () => {
  const { buyer, seller, service, id } = await market();
  const mails = async (user: Visitor) =>
    (await db.select().from(outbox).where(eq(outbox.userId, user.id)).orderBy(outbox.number))
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith("offer_"));
  const mute = (user: Visitor, intent: string) => user.submit("/messages", { conversation: id, intent });
  await post(seller, offerFields(id, service.id));
  const [first] = await offersOf(id);
  await mute(buyer, "mute");
  await post(seller, offerFields(id, service.id));
  await post(seller, { intent: "withdraw", offer: first?.id ?? "" });
  expect((await offersOf(id)).map(({ state }) => state)).toEqual(["withdrawn", "open"]);
  expect(await mails(buyer)).toEqual(["offer_sent"]);
  expect((await buyer.get(`/messages?conversation=${id}`)).text).toContain("Custom offer");
  await mute(buyer, "unmute");
  await post(seller, offerFields(id, service.id));
  expect(await mails(buyer)).toEqual(["offer_sent", "offer_sent"]);
  const [, second, third] = await offersOf(id);
  await mute(seller, "mute");
  await post(buyer, { intent: "decline", offer: second?.id ?? "" });
  expect(await mails(seller)).toEqual([]);
  await mute(seller, "unmute");
  await post(buyer, { intent: "decline", offer: third?.id ?? "" });
  expect(await mails(seller)).toEqual(["offer_declined"]);
});
