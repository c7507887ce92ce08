import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day } from "#app/lib/dates.ts";
import { offerDrafts } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";
import { draftsOf, given, market, offerFields, offersOf } from "./world.ts";

const post = (by: Visitor, fields: Record<string, string>) => by.submit("/offers", fields);

/** Saves as a page's script does. */
async function autosave(by: Visitor, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const answer = await by.fetch("/offers/save", { method: "POST", body, headers: { Origin: origin } });
  return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) };
}

test("Without scripts each button saves what was typed, valid or not, and the page shows it again", async () => {
  const { seller, service, id } = await market();
  const form = offerFields(id, service.id, { price: "many", version: "0" });
  const saved = await post(seller, { ...form, intent: "save" });
  expect([saved.status, saved.location]).toEqual([303, `/offers/new?conversation=${id}`]);
  const row = await post(seller, { ...form, version: "1", intent: "add:features" });
  expect(row.location).toBe(`/offers/new?conversation=${id}#features[2]`);
  const page = await seller.get(row.location ?? "");
  expect([page.field("price"), page.field("content"), page.field("version")]).toEqual(["many", given, "2"]);
  expect(page.field("features\\[2\\]")).toBe("");
  // Enter in a field presses the first submit button of its form.
  const [, offer = ""] = page.html.split('<form id="step"');
  expect(/<button type="submit"[^>]*>/.exec(offer)?.[0]).toContain('value="save"');
  await post(seller, { ...form, version: "2", intent: "up:features:1" });
  expect((await draftsOf(seller))[0]?.typed).toMatchObject({
    "features[0]": "",
    "features[1]": "A new spring",
  });
  expect((await post(seller, { ...form, intent: "up:features:0" })).status).toBe(400);
  expect(await offersOf(id)).toEqual([]);
});

test("The preview shows what the buyer will see and sends exactly that; writing can continue", async () => {
  const { buyer, seller, service, id } = await market();
  const form = offerFields(id, service.id, { version: "0" });
  const saved = await post(seller, { ...form, intent: "preview" });
  expect(saved.location).toBe(`/offers/new?conversation=${id}&preview=1`);
  const page = await seller.get(saved.location ?? "");
  for (const text of [
    given,
    "A new spring",
    "$340",
    "12-day delivery",
    "2 revisions",
    "Valid until",
    service.title,
  ])
    expect(page.text).toContain(text);
  expect(page.text).toContain("Keep writing");
  const names = [...page.html.matchAll(/<textarea[^>]*name="([^"]+)"/g)].map(([, name]) => name ?? "");
  const shown = Object.fromEntries(
    names.map((name) => [name, page.field(name.replace(/[[\]]/g, "\\$&")) ?? ""]),
  );
  expect((await post(seller, { ...shown, intent: "send" })).status).toBe(303);
  expect(await offersOf(id)).toMatchObject([{ text: given, priceCents: 34_000, buyerId: buyer.id }]);
  expect(await draftsOf(seller)).toEqual([]);
});

test("The preview of an invalid draft is the form with its errors", async () => {
  const { seller, service, id } = await market();
  await post(seller, { ...offerFields(id, service.id, { days: "91" }), intent: "save" });
  const page = await seller.get(`/offers/new?conversation=${id}&preview=1`);
  expect(page.text).toContain("Delivery must take 1 to 90 days");
  expect(page.text).not.toContain("Send this offer");
});

test("A script saves the draft; another window's change is offered, and the same text twice is saved", async () => {
  const { seller, service, id } = await market();
  const form = offerFields(id, service.id, { version: "0" });
  expect(await autosave(seller, form)).toEqual({ status: 200, state: "saved", version: 1 });
  expect(await autosave(seller, form)).toEqual({ status: 200, state: "saved", version: 1 });
  expect(await autosave(seller, { ...form, price: "350" })).toMatchObject({
    ...{ status: 409, state: "changed", version: 1 },
    typed: { price: "340", content: given },
  });
  expect(await autosave(seller, { ...form, price: "350", version: "1" })).toMatchObject({ version: 2 });
  const page = await post(seller, { ...form, price: "360", version: "1", intent: "save" });
  expect([page.status, page.field("price"), page.field("version")]).toEqual([409, "360", "2"]);
  expect(page.text).toContain("The other window saved this");
  expect(page.text).toContain("350");
  await post(seller, { ...form, price: "360", version: "2", intent: "save" });
  expect((await draftsOf(seller))[0]).toMatchObject({ version: 3, typed: { price: "360" } });
});

test("What another window has written since stays when an offer is sent", async () => {
  const { seller, service, id } = await market();
  const form = offerFields(id, service.id, { version: "0" });
  await autosave(seller, form);
  await autosave(seller, { ...form, version: "1", price: "350" });
  expect((await post(seller, { ...form, version: "1" })).status).toBe(303);
  expect((await draftsOf(seller))[0]?.typed).toMatchObject({ price: "350" });
});

test("The autosave refuses visitors, people who do not sell, and conversations of others", async () => {
  const { buyer, service, id } = await market();
  const form = offerFields(id, service.id);
  expect(await autosave(visitor.signedOut(), form)).toEqual({ status: 401, state: "signed out" });
  expect(await autosave(buyer, form)).toMatchObject({
    ...{ status: 403, state: "refused", sentence: "Only active sellers can make offers" },
  });
  expect(await autosave(await visitor.signedIn(), form)).toEqual({ status: 404, state: "gone" });
  expect((await buyer.get("/offers/save")).status).toBe(404);
});

test("A seller without an active service reads why nothing can be offered", async () => {
  const { seller, id } = await market({ state: "paused" });
  expect((await seller.get(`/offers/new?conversation=${id}`)).text).toContain(
    "You have no active service to offer. Publish or resume one first",
  );
});

test("If the database fails, the form comes back with everything that was typed", async () => {
  const { seller, service, id } = await market();
  const form = offerFields(id, service.id);
  await seller.get(`/offers/new?conversation=${id}`);
  expectErrorLog("offer not saved");
  expectErrorLog("offer form not loaded");
  seller.send = productWith({
    DB: faultyDatabase(env.DB, (text) => /as blocking/.test(text)),
  });
  const page = await post(seller, form);
  expect(page.status).toBe(503);
  expect([page.field("content"), page.field("price"), page.field("gig")]).toEqual([given, "340", service.id]);
});

test("Beyond 50 drafts, saving one deletes those that have not changed for 30 days, and no newer one", async () => {
  const { seller, service, id } = await market();
  const others = Array.from({ length: 52 }, (_, i) => ({
    ...{ sellerId: seller.id, conversationId: `conversation ${i}`, typed: { content: "Half" }, version: 1 },
    updatedAt: Date.now() - (i < 2 ? 31 : 29) * day,
  }));
  for (const other of others) await db.insert(offerDrafts).values(other);
  for (let i = 0; i < 2; i++)
    expect((await seller.submit("/offers/save", offerFields(id, service.id))).status).toBe(200);
  const kept = new Set((await draftsOf(seller)).map(({ conversationId }) => conversationId));
  expect([kept.size, kept.has(id)]).toEqual([51, true]);
  expect(["conversation 0", "conversation 1", "conversation 2"].map((name) => kept.has(name))).toEqual([
    false,
    false,
    true,
  ]);
});
