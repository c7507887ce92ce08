import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { conversationSides, conversations, gigs, messageFiles, profiles, users } from "#drizzle/schema.ts";
import { messagesOf, talk, write } from "../support/conversations.ts";
import { gig } from "../support/factories.ts";
import { db, origin, Page, type Visitor, visitor } from "../support/visitor.ts";
import { market, need, requestsOf } from "./world.ts";

const day = 24 * 60 * 60 * 1000;
const ask = (by: Visitor, fields: Record<string, string>) =>
  by.submit("/offers", { intent: "ask", content: need, ...fields });
const conversationsOf = (user: Visitor) =>
  db.select().from(conversationSides).where(eq(conversationSides.userId, user.id));
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Posts the form with a file, as a browser without scripts does. */
async function askWithFile(by: Visitor, fields: Record<string, string>, name = "plan.pdf") {
  const body = new FormData();
  for (const [key, value] of Object.entries({ intent: "ask", content: need, ...fields }))
    body.set(key, value);
  body.append("files", new Blob(["%PDF-1.7 plan"]), name);
  return await Page.of(await by.fetch("/offers", { method: "POST", body, headers: { Origin: origin } }));
}

test("On a service, a request is a message with a card, in a conversation that it creates", async () => {
  const [buyer, service] = [await visitor.signedIn(), await gig(db)];
  const page = await buyer.get(`/offers/new?gig=${service.id}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Ask for an offer");
  expect(page.text).toContain(service.title);
  expect(await conversationsOf(buyer)).toEqual([]);
  const wantedBy = isoDay(Date.now() + 30 * day);
  const sent = await ask(buyer, {
    gig: service.id,
    budget: "$1,000.50",
    wantedBy,
    id: page.field("id") ?? "",
  });
  expect(sent.status).toBe(303);
  const id = new URL(sent.location ?? "", origin).searchParams.get("conversation") ?? "";
  const [message] = await messagesOf(id);
  expect(message).toMatchObject({ content: need, gigId: service.id, senderId: buyer.id });
  expect(await requestsOf(id)).toMatchObject([
    {
      ...{ id: message?.id, buyerId: buyer.id, sellerId: service.sellerId, gigId: service.id },
      ...{ budgetCents: 100_050, wantedBy, state: "open" },
    },
  ]);
});

test("In a conversation the buyer chooses one of the other's active services, or none", async () => {
  const { buyer, seller, service, id } = await market();
  const paused = await gig(db, { title: "Watch repair", sellerId: seller.id, state: "paused" });
  const page = await buyer.get(`/offers/new?conversation=${id}&ask=1`);
  expect(page.text).toContain("None in particular");
  expect(page.text).toContain(service.title);
  expect(page.text).not.toContain(paused.title);
  expect((await ask(buyer, { conversation: id, gig: "", budget: "", wantedBy: "" })).status).toBe(303);
  expect((await ask(buyer, { conversation: id, gig: service.id })).status).toBe(303);
  const wrong = await ask(buyer, { conversation: id, gig: paused.id });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Choose one of their active services, or none");
  expect(
    (await requestsOf(id)).map(({ gigId, budgetCents, wantedBy }) => [gigId, budgetCents, wantedBy]),
  ).toEqual([
    [null, null, null],
    [service.id, null, null],
  ]);
});

test("Without scripts, the page of a user without services asks for an offer; a seller's page writes one", async () => {
  const { buyer, seller, id } = await market();
  for (const [user, fullName] of [
    [buyer, "Jo Park"],
    [seller, "Sam Stone"],
  ] as const)
    await db.update(profiles).set({ fullName }).where(eq(profiles.id, user.id));
  const asks = await buyer.get(`/offers/new?conversation=${id}`);
  expect(asks.text).toContain("Say what you need. Sam Stone can answer with an offer");
  const writes = await seller.get(`/offers/new?conversation=${id}`);
  expect(writes.text).toContain("Once you have sent it, Jo Park can accept it");
});

test("A visitor who opens or posts the form signs in, and comes back with everything typed", async () => {
  const [service, guest] = [await gig(db), visitor.signedOut()];
  const opened = await guest.get(`/offers/new?gig=${service.id}`);
  expect(opened.location).toContain(`/sign-in?redirectTo=%2Foffers%2Fnew%3Fgig%3D${service.id}`);
  const posted = await ask(guest, { gig: service.id, budget: "340", wantedBy: "2031-01-01" });
  const back = new URL(posted.location ?? "", origin).searchParams.get("redirectTo") ?? "";
  const buyer = await visitor.signedIn();
  buyer.setCookie("draft", guest.cookie("draft") ?? "");
  const page = await buyer.get(back);
  expect([page.field("content"), page.field("budget"), page.field("wantedBy")]).toEqual([
    need,
    "340",
    "2031-01-01",
  ]);
});

test("Each invalid field has its sentence; nothing is written, and all that was typed comes back", async () => {
  const [buyer, service] = [await visitor.signedIn(), await gig(db)];
  const budgets = ["0", "4.99", "10,000.01", "1,50", "-5", "1e3", "many"];
  const days = [
    "2020-01-01",
    "2026-02-30",
    "tomorrow",
    isoDay(Date.now() + 368 * day),
    isoDay(Date.now() - 2 * day),
  ];
  const wrong: [Record<string, string>, string][] = [
    [{ content: "" }, "Your description is missing"],
    [{ content: "\u200b".repeat(50) }, "Your description is missing"],
    [{ content: "Too short" }, "Your description must be at least 40 characters"],
    [{ content: "x".repeat(5001) }, "Your description can be at most 5,000 characters"],
    ...budgets.map((budget): [Record<string, string>, string] => [
      { budget },
      "The budget must be $5 to $10,000, such as 80 or 1,000.50",
    ]),
    ...days.map((wantedBy): [Record<string, string>, string] => [
      { wantedBy },
      "Choose a day between today and a year from now",
    ]),
  ];
  for (const [fields, sentence] of wrong) {
    const typed = { content: need, budget: "340", wantedBy: "", ...fields };
    const page = await ask(buyer, { gig: service.id, ...typed });
    expect([page.status, page.text.includes(sentence)], JSON.stringify(fields).slice(0, 60)).toEqual([
      400,
      true,
    ]);
    expect(page.field("content")?.slice(0, 50)).toBe(typed.content.trim().slice(0, 50));
    expect([page.field("budget"), page.field("wantedBy")]).toEqual([typed.budget, typed.wantedBy]);
  }
  expect(await conversationsOf(buyer)).toEqual([]);
});

test("A service of one's own, a paused or a denied one is refused with a sentence, and the text is kept", async () => {
  const buyer = await visitor.signedIn();
  const own = await gig(db, { sellerId: buyer.id });
  const paused = await gig(db, { state: "paused" });
  const denied = await gig(db, { state: "denied" });
  for (const [service, sentence] of [
    [own, "This is your own service, so you can't ask for an offer on it"],
    [paused, "This service is paused, so it can't be ordered now"],
    [denied, "This service is no longer offered"],
  ] as const) {
    expect((await buyer.get(`/offers/new?gig=${service.id}`)).text).toContain(sentence);
    const page = await ask(buyer, { gig: service.id });
    expect([page.status, page.text.includes(sentence), page.field("content")]).toEqual([403, true, need]);
  }
  expect(await conversationsOf(buyer)).toEqual([]);
  expect((await ask(buyer, { gig: crypto.randomUUID() })).status).toBe(404);
  expect((await buyer.get(`/offers/new?gig=${crypto.randomUUID()}`)).status).toBe(404);
  expect((await buyer.get("/offers/new")).status).toBe(404);
});

test("Asking about a service that is off the market tells neither its facts nor whose it is", async () => {
  const buyer = await visitor.signedIn();
  const seller = await visitor.signedIn({ username: "hidden-clocks" });
  const facts = { title: "Secret clock repair", sellerId: seller.id };
  for (const state of ["denied", "suspended", "withdrawn"] as const) {
    const service = await gig(db, { ...facts, state: "denied" });
    await db.update(gigs).set({ state }).where(eq(gigs.id, service.id));
    const [path, known] = [`/offers/new?gig=${service.id}`, [service.slug, facts.title, "hidden-clocks"]];
    const pages = [await buyer.get(path), await ask(buyer, { gig: service.id })];
    expect(pages[1]?.field("content")).toBe(need);
    for (const page of pages) {
      expect(page.text).toContain("This service is no longer offered");
      for (const fact of known) expect(page.html).not.toContain(fact);
    }
  }
});

test("No one can ask a person who was blocked, suspended or deleted, or who offers nothing", async () => {
  const { buyer, seller, service, id } = await market();
  await write(id, buyer, 1);
  await seller.submit("/messages", { conversation: id, intent: "block" });
  const places: Record<string, string>[] = [{ conversation: id }, { gig: service.id }];
  for (const fields of places) {
    const page = await ask(buyer, fields);
    expect([
      page.status,
      page.text.includes("You cannot write to this person"),
      page.field("content"),
    ]).toEqual([403, true, need]);
  }
  await seller.submit("/messages", { conversation: id, intent: "unblock" });
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, seller.id));
  expect((await ask(buyer, { conversation: id })).text).toContain("You cannot write to this person");
  await db.update(users).set({ suspendedAt: null }).where(eq(users.id, seller.id));
  await db.update(gigs).set({ state: "paused", listed: false }).where(eq(gigs.id, service.id));
  // The full name, as in sentences about an order.
  await db.update(profiles).set({ fullName: "Sam Stone" }).where(eq(profiles.id, seller.id));
  const none = await ask(buyer, { conversation: id });
  expect([none.status, none.text.includes("Sam Stone has no active service")]).toEqual([403, true]);
  expect(await requestsOf(id)).toEqual([]);
});

test("A conversation of others is the same 404 as one that does not exist", async () => {
  const [{ id }, eve] = [await talk(), await visitor.signedIn()];
  for (const conversation of [id, crypto.randomUUID(), "x"]) {
    expect((await ask(eve, { conversation })).status).toBe(404);
    expect((await eve.get(`/offers/new?conversation=${conversation}&ask=1`)).status).toBe(404);
    expect((await eve.get(`/offers/new?conversation=${conversation}`)).status).toBe(404);
  }
});

test("The same form twice is one request; with another budget or text it is another one", async () => {
  const { buyer, id } = await market();
  const form = { conversation: id, id: crypto.randomUUID(), budget: "340" };
  const both = await Promise.all([ask(buyer, form), ask(buyer, form)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect((await ask(buyer, form)).status).toBe(303);
  expect(await requestsOf(id)).toHaveLength(1);
  await ask(buyer, { ...form, budget: "350" });
  await ask(buyer, { ...form, content: `${need} Soon.` });
  expect((await requestsOf(id)).map(({ budgetCents }) => budgetCents)).toEqual([34_000, 35_000, 34_000]);
});

test("Five requests of a buyer may wait in a conversation; repeating the fifth does not count as a sixth", async () => {
  const { buyer, id } = await market();
  const forms = Array.from({ length: 5 }, () => ({ conversation: id, id: crypto.randomUUID() }));
  for (const form of forms) expect((await ask(buyer, form)).status).toBe(303);
  expect((await ask(buyer, forms[4] ?? {})).status).toBe(303);
  const sixth = await ask(buyer, { conversation: id });
  expect([
    sixth.status,
    sixth.text.includes("5 of your requests are already waiting"),
    sixth.field("content"),
  ]).toEqual([409, true, need]);
  expect(await messagesOf(id)).toHaveLength(5);
});

test("Files come with the form; a refused form keeps them, and a repeated one stores them once", async () => {
  const [buyer, service] = [await visitor.signedIn(), await gig(db)];
  const form = { gig: service.id, id: crypto.randomUUID() };
  const refused = await askWithFile(buyer, { ...form, content: "Too short" });
  expect([refused.status, refused.text.includes("plan.pdf")]).toEqual([400, true]);
  const kept = refused.field("files-kept") ?? "";
  const sent = await ask(buyer, { ...form, "files-kept": kept });
  expect(sent.status).toBe(303);
  expect((await ask(buyer, { ...form, "files-kept": kept })).status).toBe(303);
  expect(await db.select().from(messageFiles).where(eq(messageFiles.id, kept))).toHaveLength(1);
  const [conversation] = await db
    .select()
    .from(conversations)
    .where(eq(conversations.id, new URL(sent.location ?? "", origin).searchParams.get("conversation") ?? ""));
  expect(await requestsOf(conversation?.id ?? "")).toHaveLength(1);
});

test("Several files can be chosen before there is a conversation, and a wrong one is named at the field", async () => {
  const [buyer, service] = [await visitor.signedIn(), await gig(db)];
  const page = await buyer.get(`/offers/new?gig=${service.id}`);
  expect(/<input[^>]* name="files"[^>]*>/.exec(page.html)?.[0]).toMatch(/ multiple[ =]/);
  // Such a form always carries its files.
  expect(page.text).toContain("10 MB each and 24 MB in total: JPEG");
  const refused = await askWithFile(buyer, { gig: service.id }, "virus.exe");
  expect([refused.status, refused.field("content")]).toEqual([400, need]);
  const [field] = /<input[^>]* name="files"[^>]*>/.exec(refused.html) ?? [];
  expect(field).toMatch(/aria-describedby="files-e[^>]*aria-invalid="true"/);
  expect(refused.html).toMatch(/href="#files">[^<]*virus\.exe/);
});

test("An unverified address is asked to verify first, and a newcomer writes to five new people an hour", async () => {
  const unverified = await visitor.signedIn({ verified: false });
  const service = await gig(db);
  const page = await ask(unverified, { gig: service.id });
  expect([page.status, page.field("content")]).toEqual([403, need]);
  expect(await conversationsOf(unverified)).toEqual([]);
  const buyer = await visitor.signedIn();
  for (let i = 0; i < 5; i++) expect((await ask(buyer, { gig: (await gig(db)).id })).status).toBe(303);
  const over = await ask(buyer, { gig: service.id });
  expect([
    over.status,
    over.text.includes("You have written to many new people"),
    over.field("content"),
  ]).toEqual([429, true, need]);
});

test("A text that names a way to pay elsewhere gets the note", async () => {
  const { buyer, id } = await market();
  await ask(buyer, { conversation: id, content: `${need} I pay by PayPal.` });
  expect((await messagesOf(id)).map(({ looksElsewhere }) => looksElsewhere)).toEqual([true]);
});

test("A refused form of an offer has the title of the page that it was sent from, to which Back returns", async () => {
  const { buyer, seller, service, id } = await market();
  for (const [who, path, intent, title] of [
    [buyer, `/offers/new?gig=${service.id}`, "ask", "Ask for an offer | Handiwork"],
    [buyer, `/offers/new?conversation=${id}&ask=1`, "ask", "Ask for an offer | Handiwork"],
    [seller, `/offers/new?conversation=${id}`, "send", "Send an offer | Handiwork"],
  ] as const) {
    const page = await who.get(path);
    const action = /<form[^>]*action="(\/offers[^"]*)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const refused = await who.submit(action, { intent, conversation: id });
    expect([page.title, refused.status, refused.title]).toEqual([title, 400, title]);
    const back = await who.get(action);
    expect([back.status, back.location]).toEqual([302, path]);
  }
});

test("GET /offers is not a page, but a form's address opens the form again; an unknown intent is refused", async () => {
  const { buyer, id } = await market();
  expect((await buyer.get("/offers")).status).toBe(404);
  expect((await buyer.get("/offers?form=ask")).status).toBe(404);
  for (const intent of ["", "give", "offer-extras"])
    expect((await buyer.submit("/offers", { intent, conversation: id })).status).toBe(400);
});
