import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { gigDrafts, gigs, uploads } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyBucket, productWith } from "../../support/bindings/faulty.ts";
import { sweep } from "../../support/clock.ts";
import { gig } from "../../support/factories.ts";
import { drawn } from "../../support/pictures.ts";
import { db, origin, Page, type Visitor, visitor } from "../../support/visitor.ts";
import { draftOf, keysOf, publish, storedDraft, storedGig, wholeDraft, writer } from "./writer.ts";

const duplicate = (ann: Visitor, id: string, token = "one") =>
  ann.submit(`/services/create/${id}/duplicate`, { token });
const idIn = (page: Page) =>
  /^\/services\/create\/([0-9a-f-]{36})\/overview$/.exec(page.location ?? "")?.[1] ?? "";
/** How many WebP versions of a picture the bucket has. */
const inBucket = async (key: string) =>
  (await env.BUCKET.list({ prefix: `${key}/` })).objects.filter((file) => file.key.endsWith(".webp")).length;

/** A published gig with a picture in the bucket. @returns its id and the picture's key */
async function published(ann: Visitor) {
  const id = await wholeDraft(ann);
  const [row = ""] = await keysOf(id);
  await ann.submit(`/services/create/${id}/gallery`, { intent: `remove:pictures:${row}` });
  const body = new FormData();
  body.set("picture", new File([await drawn("image/png", { width: 640 })], "a.png"));
  const init = { method: "POST", body, headers: { Origin: origin } };
  const added = await Page.of(await ann.fetch(`/services/create/${id}/pictures`, init));
  const [key = ""] = JSON.parse(added.html).pictures;
  await ann.submit(`/services/create/${id}/gallery`, { [`alt-${key}`]: "A clock", intent: "save" });
  await publish(ann, id);
  return { id, key };
}

test("A copy has the same texts and pictures of its own; deleting one leaves the other", async () => {
  const ann = await writer();
  const { id, key } = await published(ann);
  expect((await ann.get("/dashboard/services")).html).toContain(`/services/create/${id}/duplicate`);
  const pages = await Promise.all([duplicate(ann, id), duplicate(ann, id)]);
  pages.push(await duplicate(ann, id));
  const [copy = ""] = pages.map(idIn);
  expect([copy.length, pages.map(idIn)]).toEqual([36, Array(3).fill(copy)]);
  const [own = ""] = await keysOf(copy);
  expect([own === key, await inBucket(own), await keysOf(copy)]).toEqual([false, 3, [own]]);
  expect(await db.select().from(uploads).where(eq(uploads.ownerId, ann.id))).toEqual([]);
  const steps = (await storedDraft(copy))?.steps;
  expect(steps).toMatchObject({
    overview: { typed: { title: "I will restore your old clock", tags: "clock, repair" } },
    packages: { typed: { "starter.price": "80", "starter.features[0]": "A cleaned movement" } },
    requirements: { typed: { "questions[0].question": "Which clock is it?" } },
    gallery: { typed: { [`alt-${own}`]: "A clock" } },
  });

  // Published, it is a separate service, with its own address.
  expect((await publish(ann, copy)).location).not.toBe(`/services/s/${(await storedGig(id))?.slug}`);
  expect((await storedGig(copy))?.title).toBe((await storedGig(id))?.title);
  const second = idIn(await duplicate(ann, copy, "two"));
  const [further = ""] = await keysOf(second);
  await ann.submit(`/services/create/${second}/delete`, { intent: "delete" });
  await sweep();
  const { objects } = await env.BUCKET.list({ prefix: further.slice(0, 36) });
  expect([objects.length, await inBucket(own), await inBucket(key)]).toEqual([0, 3, 3]);
});

test("A denied, suspended or deleted service, another seller's, and a twenty-first draft are not copied", async () => {
  const [ann, eve] = [await writer(), await writer()];
  const offer = await gig(db, { sellerId: ann.id });
  expect((await duplicate(eve, offer.id)).status).toBe(404);
  expect((await duplicate(visitor.signedOut(), offer.id)).location).toContain("/sign-in");
  for (const state of ["denied", "suspended", "withdrawn"] as const) {
    await db.update(gigs).set({ state, listed: false }).where(eq(gigs.id, offer.id));
    expect((await duplicate(ann, offer.id)).location).toBe("/dashboard/services");
  }
  await db.update(gigs).set({ state: "paused", listed: false }).where(eq(gigs.id, offer.id));
  for (let i = 0; i < 20; i++) await draftOf(ann);
  const full = await ann.submitAndFollow(`/services/create/${offer.id}/duplicate`, { token: "x" });
  expect(full.text).toContain("You have 20 drafts. Publish or delete one first");
  const drafts = await db.select().from(gigDrafts).where(eq(gigDrafts.sellerId, ann.id));
  expect(drafts).toHaveLength(20);
});

test("If the bucket fails, nothing is left behind, and the button works again", async () => {
  const ann = await writer();
  const { id } = await published(ann);
  const usual = ann.send;
  expectErrorLog("gig not duplicated");
  ann.send = productWith({ BUCKET: faultyBucket("put") });
  const failed = await ann.submitAndFollow(`/services/create/${id}/duplicate`, { token: "one" });
  expect(failed.text).toContain("We couldn't duplicate this service. Please try again.");
  expect(await db.select().from(gigDrafts).where(eq(gigDrafts.sellerId, ann.id))).toEqual([]);
  expect(await db.select().from(uploads).where(eq(uploads.ownerId, ann.id))).toEqual([]);
  ann.send = usual;
  expect(await keysOf(idIn(await duplicate(ann, id)))).toHaveLength(1);
});
