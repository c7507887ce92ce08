import { env } from "cloudflare:workers";
import { and, asc, eq, inArray, sql as sqlOf } from "drizzle-orm";
import { expect, test } from "vitest";
import { limitSentence } from "#app/gigs/gig-state.ts";
import { gigDraftPictures, gigDrafts, gigEvents, gigs, limits, profiles, sessions } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { gig } from "../../support/factories.ts";
import { db, visitor } from "../../support/visitor.ts";
import { draftOf, publish, storedDraft, storedGig, wholeDraft, wholeTexts, writer } from "./writer.ts";

const eventsOf = async (id: string) =>
  (await db.select().from(gigEvents).where(eq(gigEvents.gigId, id)).orderBy(asc(gigEvents.seq))).map(
    ({ kind, seq }) => [seq, kind],
  );

test("A complete draft is published once, however often the button is pressed", async () => {
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
  // The steps of the former draft redirect to it.
  expect((await ann.get(`/services/create/${id}/publish`)).location).toBe(path);
});

test("Nothing is published if the draft is incomplete, the rights are not confirmed or the session has ended", async () => {
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

test("Changes made in another window while a draft is being published are checked and published too", async () => {
  const ann = await writer();
  const id = await wholeDraft(ann);
  const change = (title: string) => {
    let isChanged = false;
    return faultyDatabase(env.DB, (sql) => {
      if (isChanged || !sql.startsWith('insert into "gigs"')) return false;
      isChanged = true;
      return db
        .update(gigDrafts)
        .set({
          steps: sqlOf`json_set(steps, '$.overview.typed.title', ${title})`,
          version: sqlOf`version + 1`,
        })
        .where(eq(gigDrafts.id, id));
    });
  };
  ann.send = productWith({ DB: change("Short") });
  expect([(await publish(ann, id)).status, await storedGig(id)]).toEqual([400, undefined]);
  await db
    .update(gigDrafts)
    .set({ steps: sqlOf`json_set(steps, '$.overview.typed.title', 'I will mend your clock')` })
    .where(eq(gigDrafts.id, id));
  ann.send = productWith({ DB: change("I will wind your clock") });
  expect((await publish(ann, id)).status).toBe(303);
  expect((await storedGig(id))?.title).toBe("I will wind your clock");
});

test("A new or changed service that is published is never reported as failed, whatever is read afterwards", async () => {
  const ann = await writer();
  const id = await wholeDraft(ann);
  for (const [title, notice] of [
    ["I will restore your old clock", "Your service is published"],
    ["I will repair your old clock", "Your changes are published"],
  ] as const) {
    await ann.submit(`/services/create/${id}/edit`, {});
    await ann.submit(`/services/create/${id}/overview`, {
      ...(await wholeTexts(title)).overview,
      intent: "save",
    });
    let isWritten = false;
    ann.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => {
        if (sql.startsWith('insert into "gig_events"')) isWritten = true;
        return isWritten && sql.startsWith("select");
      }),
    });
    const page = await publish(ann, id);
    expect([page.status, page.location]).toEqual([303, `/services/s/${(await storedGig(id))?.slug}`]);
    ann.send = productWith({});
    expect((await ann.get(page.location ?? "")).text).toContain(notice);
  }
  // The same form again, while the published gig can't be read.
  expectErrorLog("main read failed");
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => sql.startsWith('select "slug" from "gigs"')),
  });
  const again = await publish(ann, id);
  expect([again.status, again.text.includes("Your draft is kept")]).toEqual([503, false]);
});

test("The preview shows the draft as its page, marked as a preview, and can be neither ordered nor indexed", async () => {
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
  await ann.submit("/dashboard/services", { intent: "pause", gig: made[0]?.id ?? "" });
  expect((await publish(ann, id)).status).toBe(303);
});

test("Two requests that publish the fifth and sixth service at the same time, 50 times, never publish six", async () => {
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
    // Resets the counts: this many in one day would be refused.
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

test("A gig whose seller's level is lifted has no limit", async () => {
  const ann = await writer();
  for (let i = 0; i < 5; i++) await gig(db, { sellerId: ann.id });
  await db.update(profiles).set({ sellerLevel: "Level 1" }).where(eq(profiles.id, ann.id));
  expect((await publish(ann, await wholeDraft(ann))).status).toBe(303);
});
