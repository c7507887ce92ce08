import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  forgottenFiles,
  gigDraftPictures,
  gigEvents,
  gigSlugs,
  gigs,
  orders,
  pictures,
} from "#drizzle/schema.ts";
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
  // Starting again continues the same draft.
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
  expect((await ann.submit(path, { intent: "delete" })).location).toBe("/dashboard/services");
  expect([(await storedGig(id))?.state, await storedDraft(id)]).toEqual(["withdrawn", undefined]);
  expect((await visitor.passingBy().get(`/services/${id}`)).status).toBe(404);
  expect((await ann.get("/dashboard/services")).text).toContain("No services yet");
  expect((await ann.get(path)).status).toBe(404);
  const again = await ann.submit(path, { intent: "delete" });
  expect([again.status, again.text.includes("There is nothing left to delete")]).toEqual([404, true]);
});

test("Deleting a draft forgets its own pictures and leaves the published service as it is", async () => {
  const { ann, id } = await changing();
  const before = await storedGig(id);
  const path = `/services/create/${id}/delete`;
  expect((await ann.get(path)).text).toContain("Delete this draft?");
  expect((await ann.submit(path, { intent: "delete" })).location).toBe("/services/create");
  expect([await storedDraft(id), await storedGig(id)]).toEqual([undefined, before]);
  const draft = await draftOf(ann);
  const [key] = await withPictures(ann, draft, 1);
  await ann.submit(`/services/create/${draft}/delete`, { intent: "delete" });
  const prefixes = (await db.select().from(forgottenFiles)).map(({ prefix }) => prefix);
  expect(prefixes).toContain(`${key}/`);
  expect(prefixes).not.toContain(`${before?.imageUrl?.slice(8)}/`);
  expect(await db.select().from(gigDraftPictures).where(eq(gigDraftPictures.draftId, draft))).toEqual([]);
});

test("Deleting a service forgets the pictures that only its unpublished changes have", async () => {
  const { ann, id } = await changing();
  const shown = (await storedGig(id))?.imageUrl?.slice(8);
  const key = `${crypto.randomUUID()}-g1`;
  await db.insert(gigDraftPictures).values({ key, draftId: id, place: 2 });
  await db.insert(pictures).values({ key, storedAt: 1, attempts: 0, avifDueAt: 1 });
  expect((await ann.submit(`/services/create/${id}/delete?gig=1`, {})).location).toBe("/dashboard/services");
  const prefixes = (await db.select().from(forgottenFiles)).map(({ prefix }) => prefix);
  expect([prefixes.includes(`${key}/`), prefixes.includes(`${shown}/`)]).toEqual([true, false]);
  expect(await db.select().from(pictures).where(eq(pictures.key, key))).toEqual([]);
});
