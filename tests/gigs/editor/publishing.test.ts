import { and, asc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { limitSentence } from "#app/gigs/gig-state.ts";
import {
  gigDraftPictures,
  gigDrafts,
  gigEvents,
  gigSlugs,
  gigs,
  limits,
  orders,
  profiles,
  sessions,
} from "#drizzle/schema.ts";
import { gig, person } from "../../support/factories.ts";
import { db, visitor } from "../../support/visitor.ts";
import {
  draftOf,
  publish,
  storedDraft,
  storedGig,
  wholeDraft,
  wholeTexts,
  withPictures,
  writer,
} from "./writer.ts";

const eventsOf = async (id: string) =>
  (await db.select().from(gigEvents).where(eq(gigEvents.gigId, id)).orderBy(asc(gigEvents.seq))).map(
    ({ kind, seq }) => [seq, kind],
  );

test("A whole draft is published once, however often the button is pressed", async () => {
  const ann = await writer();
  const id = await wholeDraft(ann, "  I will restore   your old clock ");
  const pages = await Promise.all([publish(ann, id), publish(ann, id), publish(ann, id)]);
  const path = `/services/s/i-will-restore-your-old-clock-${id.slice(0, 8)}`;
  expect(pages.map(({ status, location }) => [status, location])).toEqual(Array(3).fill([303, path]));
  expect(await storedGig(id)).toMatchObject({
    title: "I will restore your old clock",
    priceCents: 8000,
    deliveryDays: 3,
    revisions: 1,
    features: ["A film of it running"],
    faqs: [{ question: "Do you ship?", answer: "Yes, insured." }],
    questions: [{ question: "Which clock is it?", type: "text", required: true }],
    metaKeywords: ["clock", "repair"],
    imageAlt: "A clock, picture 1",
    state: "active",
    listed: true,
    version: 1,
  });
  expect([await eventsOf(id), await storedDraft(id)]).toEqual([[[1, "published"]], undefined]);
  const page = await visitor.passingBy().get(path);
  expect([page.status, page.text.includes("$80"), page.text.includes("A cleaned movement")]).toEqual([
    200,
    true,
    true,
  ]);
  expect((await visitor.passingBy().get(`/search?q=restore+your+old+clock`)).html).toContain(path);
  // Its former steps lead to it.
  expect((await ann.get(`/services/create/${id}/publish`)).location).toBe(path);
});

test("Nothing is published that lacks something, without the rights, or by a session that has ended", async () => {
  const ann = await writer();
  const part = await draftOf(ann);
  const lacking = await publish(ann, part);
  expect([lacking.status, lacking.text.includes("Add at least one picture")]).toEqual([400, true]);
  const id = await wholeDraft(ann);
  const unsure = await publish(ann, id, {});
  expect([unsure.status, unsure.text.includes("Confirm that you hold the rights")]).toEqual([400, true]);
  const other = await wholeTexts();
  await ann.submit(`/services/create/${id}/overview`, {
    title: "I will restore your old clock",
    category: other.overview.category,
    subcategory: (await wholeTexts()).overview.subcategory,
    intent: "save",
  });
  const wrong = await publish(ann, id);
  expect([wrong.status, wrong.text.includes("Choose a subcategory of")]).toEqual([400, true]);
  await ann.submit(`/services/create/${id}/overview`, { ...other.overview, intent: "save" });
  await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  const ended = await publish(ann, id);
  expect([ended.status, ended.location?.split("?")[0]]).toEqual([303, "/sign-in"]);
  expect([await storedGig(part), await storedGig(id)]).toEqual([undefined, undefined]);
});

test("The preview shows the draft as its page, marked, and can be neither ordered nor indexed", async () => {
  const ann = await writer();
  const id = await wholeDraft(ann);
  const page = await ann.get(`/services/create/${id}/preview`);
  expect(page.status).toBe(200);
  for (const text of [
    "Preview. Only you can see this page",
    "This is a preview",
    "A film of it running",
    "$80",
  ])
    expect(page.text).toContain(text);
  expect(page.html).toContain('content="noindex');
  expect(page.html).not.toContain('action="/orders"');
  const early = await draftOf(ann);
  expect((await ann.get(`/services/create/${early}/preview`)).location).toBe(
    `/services/create/${early}/packages?check=1`,
  );
});

test("A new seller's sixth service stays a draft; the page names limit, level and what to pause", async () => {
  const ann = await writer();
  const made = [];
  for (let i = 0; i < 5; i++) made.push(await gig(db, { sellerId: ann.id, title: `Active service ${i}` }));
  const id = await wholeDraft(ann);
  const page = await publish(ann, id);
  expect([page.status, page.text.includes(limitSentence)]).toEqual([409, true]);
  expect(page.text).toContain("Active service 4 Pause Active service 4");
  expect([await storedGig(id), (await storedDraft(id))?.id]).toEqual([undefined, id]);
  await ann.submit("/dashboard?tab=selling", { intent: "pause", gig: made[0]?.id ?? "" });
  expect((await publish(ann, id)).status).toBe(303);
});

test("Two sessions that publish the fifth and the sixth service at once, 50 times: never six", async () => {
  const ann = await writer();
  for (let i = 0; i < 4; i++) await gig(db, { sellerId: ann.id });
  const whole = await storedDraft(await wholeDraft(ann));
  if (!whole) throw new Error("No draft");
  const [picture] = await db.select().from(gigDraftPictures).where(eq(gigDraftPictures.draftId, whole.id));
  const active = () =>
    db
      .select({ id: gigs.id })
      .from(gigs)
      .where(and(eq(gigs.sellerId, ann.id), eq(gigs.state, "active")));
  for (let i = 0; i < 50; i++) {
    // As many as in a day would be refused.
    await db.delete(limits);
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of ids) {
      await db.insert(gigDrafts).values({ ...whole, id });
      await db.insert(gigDraftPictures).values({ key: picture?.key ?? "", draftId: id, place: 1 });
    }
    const pages = await Promise.all(ids.map((id) => publish(ann, id)));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(await active()).toHaveLength(5);
    await db.update(gigs).set({ state: "withdrawn", listed: false }).where(inArray(gigs.id, ids));
    await db.delete(gigDraftPictures).where(inArray(gigDraftPictures.draftId, ids));
    await db.delete(gigDrafts).where(inArray(gigDrafts.id, ids));
  }
});

/** A published gig with a picture, whose seller has begun to change it. */
async function changing(options: { state?: "paused" | "denied" } = {}) {
  const ann = await writer();
  const id = await wholeDraft(ann);
  await publish(ann, id);
  if (options.state)
    await db.update(gigs).set({ state: options.state, listed: false }).where(eq(gigs.id, id));
  const begun = await ann.submit(`/services/create/${id}/edit`, {});
  if (begun.location !== `/services/create/${id}/overview`) throw new Error(begun.text);
  return { ann, id };
}

test("Changes to a published service wait in a draft; publishing them keeps the old address and open orders", async () => {
  const { ann, id } = await changing();
  const before = await storedGig(id);
  const buyer = await visitor.signedIn();
  const fields = { gigId: id, package: "starter", requirements: "Soon, please" };
  await buyer.submit("/orders", fields);
  const [ordered] = await db.select().from(orders).where(eq(orders.gigId, id));
  const page = await ann.get(`/services/create/${id}/packages`);
  expect([page.field("starter.price"), page.field("starter.features\\[0\\]")]).toEqual([
    "80",
    "A cleaned movement",
  ]);
  const path = `/services/create/${id}`;
  const overview = { ...(await wholeTexts("I will restore any clock at all")).overview };
  await ann.submit(`${path}/overview`, { ...overview, intent: "save" });
  await ann.submit(`${path}/packages`, {
    "starter.price": "1,000.50",
    "starter.days": "9",
    "starter.revisions": "unlimited",
    intent: "save",
  });
  expect(await storedGig(id)).toEqual(before);
  // Begun again, the same draft goes on.
  await ann.submit(`${path}/edit`, {});
  const pages = await Promise.all([publish(ann, id), publish(ann, id)]);
  const slug = `i-will-restore-any-clock-at-all-${id.slice(0, 8)}`;
  expect(pages.map(({ location }) => location)).toEqual(Array(2).fill(`/services/s/${slug}`));
  expect(await storedGig(id)).toMatchObject({
    slug,
    priceCents: 100050,
    deliveryDays: 9,
    revisions: -1,
    version: 2,
  });
  expect(await eventsOf(id)).toEqual([
    [1, "published"],
    [2, "edited"],
  ]);
  const old = await visitor.passingBy().get(`/services/s/${before?.slug}`);
  expect([old.status, old.location]).toEqual([301, `/services/s/${slug}`]);
  expect((await db.select().from(orders).where(eq(orders.gigId, id)))[0]).toEqual(ordered);
  // Back to the first title: the first address is current again.
  await ann.submit(`${path}/edit`, {});
  await ann.submit(`${path}/overview`, {
    ...overview,
    title: "I will restore your old clock",
    intent: "save",
  });
  expect((await publish(ann, id)).location).toBe(`/services/s/${before?.slug}`);
  expect(await db.select().from(gigSlugs).where(eq(gigSlugs.gigId, id))).toEqual([{ slug, gigId: id }]);
});

test("A denied service shows the reason in the editor; changed, it is shown again", async () => {
  const { ann, id } = await changing();
  const boss = await person(db);
  await db.insert(gigEvents).values({ gigId: id, seq: 2, kind: "denied", actorId: boss.id, at: Date.now() });
  await db
    .update(gigs)
    .set({ state: "denied", listed: false, version: 2, denial: "The picture is not yours" })
    .where(eq(gigs.id, id));
  for (const step of ["overview", "publish"])
    expect((await ann.get(`/services/create/${id}/${step}`)).text).toContain("The picture is not yours");
  const same = await publish(ann, id);
  expect([same.status, same.text.includes("Change what they named")]).toEqual([409, true]);
  await ann.submit(`/services/create/${id}/packages`, {
    "starter.price": "81",
    "starter.days": "3",
    "starter.revisions": "1",
    intent: "save",
  });
  expect((await publish(ann, id)).status).toBe(303);
  expect(await storedGig(id)).toMatchObject({
    state: "active",
    listed: true,
    denial: null,
    priceCents: 8100,
  });
  expect((await eventsOf(id)).at(-1)).toEqual([3, "mended"]);
});

test("A paused service stays paused when its changes are published; a suspended seller's can't be", async () => {
  const { ann, id } = await changing({ state: "paused" });
  expect((await publish(ann, id)).status).toBe(303);
  expect(await storedGig(id)).toMatchObject({ state: "paused", listed: false, version: 2 });
  const second = await changing();
  await db.update(gigs).set({ state: "suspended", listed: false }).where(eq(gigs.id, second.id));
  expect((await publish(second.ann, second.id)).status).toBe(409);
});

test("A service is deleted for good, unless orders are open: the page says how many", async () => {
  const { ann, id } = await changing();
  const buyer = await visitor.signedIn();
  await buyer.submit("/orders", { gigId: id, package: "starter" });
  const path = `/services/create/${id}/delete?gig=1`;
  const asked = await ann.get(path);
  expect([asked.status, asked.text.includes("It has 1 open order. Finish or cancel it first")]).toEqual([
    200,
    true,
  ]);
  const refused = await ann.submit(path, { intent: "delete" });
  expect([refused.status, (await storedGig(id))?.state]).toEqual([409, "active"]);
  await db.update(orders).set({ status: "cancelled" }).where(eq(orders.gigId, id));
  expect((await ann.submit(path, { intent: "delete" })).location).toBe("/dashboard?tab=selling");
  expect([(await storedGig(id))?.state, await storedDraft(id)]).toEqual(["withdrawn", undefined]);
  expect((await visitor.passingBy().get(`/services/${id}`)).status).toBe(404);
  expect((await ann.get("/dashboard?tab=selling")).text).toContain("No services yet");
  expect((await ann.get(path)).status).toBe(404);
});

test("Deleting a draft forgets its own pictures and leaves the published service as it is", async () => {
  const { ann, id } = await changing();
  const before = await storedGig(id);
  const path = `/services/create/${id}/delete`;
  expect((await ann.get(path)).text).toContain("Delete this draft?");
  expect((await ann.submit(path, { intent: "delete" })).location).toBe("/services/create");
  expect([await storedDraft(id), await storedGig(id)]).toEqual([undefined, before]);
  const { forgottenFiles } = await import("#drizzle/schema.ts");
  const draft = await draftOf(ann);
  const [key] = await withPictures(ann, draft, 1);
  await ann.submit(`/services/create/${draft}/delete`, { intent: "delete" });
  const prefixes = (await db.select().from(forgottenFiles)).map(({ prefix }) => prefix);
  expect(prefixes).toContain(`${key}/`);
  expect(prefixes).not.toContain(`${before?.imageUrl?.slice(8)}/`);
  expect(await db.select().from(gigDraftPictures).where(eq(gigDraftPictures.draftId, draft))).toEqual([]);
});

test("A gig whose seller's level is lifted has no limit", async () => {
  const ann = await writer();
  for (let i = 0; i < 5; i++) await gig(db, { sellerId: ann.id });
  await db.update(profiles).set({ sellerLevel: "Level 1" }).where(eq(profiles.id, ann.id));
  expect((await publish(ann, await wholeDraft(ann))).status).toBe(303);
});
