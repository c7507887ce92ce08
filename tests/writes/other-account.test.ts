import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigDrafts, offerDrafts, sellers, tickets } from "#drizzle/schema.ts";
import { writer } from "../gigs/editor/writer.ts";
import { given, offerFields, offersOf } from "../offers/world.ts";
import { conversationOf } from "../support/conversations.ts";
import { gig } from "../support/factories.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

const refusal = "You are signed in with another account. Open this page again.";

/** Ann's open page sends a form, by its script or a button, after Bob has signed in in the same browser. */
async function sentBy(bob: Visitor, path: string, fields: Record<string, string>) {
  const page = await bob.submit(path, fields);
  return { status: page.status, page, answer: path.endsWith("/save") ? JSON.parse(page.html) : null };
}

it("An application that another account's page saves or submits is not written to this account", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const typed = { bio: "What Ann tells about herself", writer: ann.id };
  const saved = await sentBy(bob, "/services/sell/save", typed);
  expect([saved.status, saved.answer]).toEqual([403, { state: "refused", sentence: refusal }]);
  for (const intent of ["save", "submit"]) {
    const { status, page } = await sentBy(bob, "/services/sell", { ...typed, intent });
    expect([status, page.field("bio")]).toEqual([403, typed.bio]);
    expect(page.text).toContain(refusal);
  }
  expect(await db.select().from(sellers).where(eq(sellers.userId, bob.id))).toEqual([]);
  expect((await bob.get("/services/sell")).html).not.toContain(typed.bio);
});

it("The first step of a service that another account's page saves makes no draft of this account", async () => {
  const [ann, bob] = [await writer(), await writer()];
  const fields = { title: "What Ann will offer", isNew: "1", writer: ann.id, version: "0" };
  const saved = await sentBy(bob, `/services/create/${crypto.randomUUID()}/overview/save`, fields);
  expect([saved.status, saved.answer]).toEqual([403, { state: "refused", sentence: refusal }]);
  const sent = { ...fields, draft: crypto.randomUUID(), intent: "next" };
  const { status, page } = await sentBy(bob, "/services/create", sent);
  expect([status, page.field("title")]).toEqual([403, fields.title]);
  expect(await db.select().from(gigDrafts).where(eq(gigDrafts.sellerId, bob.id))).toEqual([]);
});

it("An offer that the other participant's page saves or sends is not this participant's", async () => {
  const [ann, bob] = [await writer(), await writer()];
  const [id, service] = [await conversationOf(ann, bob), await gig(db, { sellerId: bob.id })];
  const fields = { ...offerFields(id, service.id), writer: ann.id };
  const saved = await sentBy(bob, "/offers/save", fields);
  expect([saved.status, saved.answer]).toEqual([403, { state: "refused", sentence: refusal }]);
  const { status, page } = await sentBy(bob, "/offers", fields);
  expect([status, page.field("content")]).toEqual([403, given]);
  expect(await db.select().from(offerDrafts).where(eq(offerDrafts.sellerId, bob.id))).toEqual([]);
  expect(await offersOf(id)).toEqual([]);
});

it("A request to us that another account's page sends is not this account's ticket", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const message = "This is about Ann's own account, and about no one else's.";
  const { status, page } = await sentBy(bob, "/contact", { topic: "privacy", message, writer: ann.id });
  expect([status, page.field("message")]).toEqual([403, message]);
  expect(await db.select().from(tickets).where(eq(tickets.userId, bob.id))).toEqual([]);
});

it("The page of the account itself is not refused", async () => {
  const ann = await visitor.signedIn();
  const { answer } = await sentBy(ann, "/services/sell/save", { bio: "Clocks", writer: ann.id });
  expect(answer).toEqual({ state: "saved", version: 0 });
});
