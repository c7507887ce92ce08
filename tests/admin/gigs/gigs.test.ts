import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import * as gigList from "#app/admin/gigs/gig-list.server.ts";
import type { GigListSearch } from "#app/admin/gigs/gig-list.ts";
import * as schema from "#drizzle/schema.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { gig, person } from "../../support/factories.ts";
import { db, origin, Page, Visitor, visitor } from "../../support/visitor.ts";

const { ann: eve } = await operator();
const guest = visitor.signedOut();
const reason = "The pictures belong to somebody else";

const rowOf = async (id: string) => {
  const [row] = await db.select().from(schema.gigs).where(eq(schema.gigs.id, id));
  if (!row) throw new Error("There is no gig");
  return row;
};

/** An operator's decision about a gig, on the version that they have seen. */
async function decide(id: string, intent: string, changes: object = {}, by: Visitor = eve) {
  const pick = `${id}:${(await rowOf(id)).version}`;
  return await by.submit("/admin/gigs", { pick, intent, rule: "conduct", reason, ...changes });
}

async function sellerWithGig(options: Parameters<typeof gig>[1] = {}) {
  const bob = await Visitor.signedIn();
  await sellerRow(bob.id, { status: "active" });
  return { bob, offer: await gig(db, { sellerId: bob.id, ...options }) };
}

const mailsOf = async (id: string) =>
  (await db.select().from(schema.outbox).where(eq(schema.outbox.subjectId, id))).map(({ kind }) => kind);

test("A denied service is taken off the market, its seller sees why, and allowing it restores it", async () => {
  for (const state of ["active", "paused"] as const) {
    const { bob, offer } = await sellerWithGig({ state, listed: state === "active" });
    const path = `/services/s/${offer.slug}`;
    const denied = await decide(offer.id, "deny");
    expect([denied.status, denied.location]).toEqual([303, "/admin/gigs"]);
    expect(await rowOf(offer.id)).toMatchObject({
      state: "denied",
      listed: false,
      denial: reason,
      version: 2,
    });
    expect((await guest.get(path)).status).toBe(404);
    expect((await bob.get(path)).status).toBe(200);
    const dashboard = await bob.get("/dashboard/services");
    expect(dashboard.text).toContain(`support: ${reason}`);
    expect((await bob.submit("/dashboard/services", { intent: "resume", gig: offer.id })).status).toBe(409);

    expect((await decide(offer.id, "allow")).status).toBe(303);
    const back = { state, listed: state === "active", denial: null, version: 3 };
    expect(await rowOf(offer.id)).toMatchObject(back);
    expect((await guest.get(path)).status).toBe(200);
    expect(await mailsOf(offer.id)).toEqual(["gig_denied", "gig_allowed"]);
    const audit = await db.select().from(schema.auditLog).where(eq(schema.auditLog.subjectId, offer.id));
    expect(audit.map(({ action }) => action)).toEqual(["deny-gig", "allow-gig"]);
  }
});

test("After a second denial, a service returns to the state it had before that denial", async () => {
  const { bob, offer } = await sellerWithGig({ state: "paused", listed: false });
  for (const intent of ["deny", "allow"]) await decide(offer.id, intent);
  await bob.submit("/dashboard/services", { intent: "resume", gig: offer.id });
  for (const intent of ["deny", "allow"]) expect((await decide(offer.id, intent)).status).toBe(303);
  expect(await rowOf(offer.id)).toMatchObject({ state: "active", listed: true });
});

test("A decision needs a reason, an existing service, the version that the operator saw, and a state that allows it", async () => {
  const { bob, offer } = await sellerWithGig();
  const short = await decide(offer.id, "deny", { reason: "no" });
  expect([short.status, short.text.includes("Please give a reason of at least 10 characters")]).toEqual([
    400,
    true,
  ]);
  expect((await decide(offer.id, "delete")).text).toContain("Please choose what to do");
  expect((await decide(offer.id, "deny", { pick: "none:1" })).text).toContain("There is no such gig");
  expect((await decide(offer.id, "allow")).text).toContain("This service is not denied");
  const old = await decide(offer.id, "deny", { pick: `${offer.id}:7` });
  expect(old.status).toBe(409);
  expect(old.text).toContain("This service has changed. Look at it again before you decide.");
  expect(await rowOf(offer.id)).toMatchObject({ state: "active", version: 1 });
  const own = await gig(db, { sellerId: eve.id });
  expect((await decide(own.id, "deny")).text).toContain("You can't decide about your own service");
  // Two operators at the same time: one decides, the other sees the current state.
  const { ann: ivo } = await operator();
  const pages = await Promise.all([decide(offer.id, "deny"), decide(offer.id, "deny", {}, ivo)]);
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect(await mailsOf(offer.id)).toEqual(["gig_denied"]);
  // A seller who can't sell gets nothing back.
  await db.update(schema.users).set({ suspendedAt: 1 }).where(eq(schema.users.id, bob.id));
  expect((await decide(offer.id, "allow")).text).toContain("Its seller can't sell now");
  expect(await rowOf(offer.id)).toMatchObject({ state: "denied", listed: false });
});

test("Services are found by title, address, id and seller, and narrowed by state", async () => {
  const ann = await person(db, { username: "console-ann" });
  const quill = await gig(db, { title: "Goose quill, cut for left hands", sellerId: ann.id });
  const paused = await gig(db, { title: "Ink", sellerId: ann.id, state: "paused", listed: false });
  const found = async (query: string) => {
    const { html } = await eve.get(`/admin/gigs?${query}`);
    return [...html.matchAll(/<h2><a href="\/services\/s\/([^"]*)"/g)].map(([, slug]) => slug);
  };
  const slugs = [quill, paused].map(({ slug }) => slug);
  expect(await found("q=QUILL,+cut")).toEqual([slugs[0]]);
  expect(await found(`q=${slugs[1]}`)).toEqual([slugs[1]]);
  expect(await found(`q=${paused.id}`)).toEqual([slugs[1]]);
  expect(await found("q=%40Console-Ann")).toEqual(slugs.toReversed());
  expect(await found("q=%40console-ann&show=paused")).toEqual([slugs[1]]);
  expect(await found("q=%40console-ann&show=listed")).toEqual([slugs[0]]);
  expect(await found("q=%40console-ann&show=denied")).toEqual([]);
  expect(await found(`show=paused`)).toContain(slugs[1]);
  expect((await eve.get("/admin/gigs?q=ab")).text).toContain("Type at least 3 characters");
  expect((await eve.get("/admin/gigs?q=%22%25_+or+*")).text).toContain("No gigs found");
  expect((await eve.get("/admin/gigs?after=x&show=y")).status).toBe(200);
});

test("Services are found by a part of their title in every state, and by the newest title", async () => {
  const ann = await person(db);
  const states = [
    ["listed", { state: "active" }],
    ["paused", { state: "paused" }],
    ["denied", { state: "denied" }],
    ["changed", { state: "denied" }],
    ["hidden", { state: "active", listed: false }],
  ] as const;
  const made = new Map<string, string>();
  for (const [name, state] of states)
    made.set(name, (await gig(db, { title: `Öl lamp, ${name}`, sellerId: ann.id, ...state })).id);
  const changed = { gigId: made.get("changed") ?? "", denied: { typed: {}, pictures: [] }, since: 1 };
  await db.insert(schema.deniedChanges).values(changed);
  const found = async (q: string, show: GigListSearch["show"]) => {
    const { gigs } = await gigList.list(db, { q, show, after: null });
    return gigs.map(({ title }) => title.slice("Öl lamp, ".length));
  };
  const all = states.map(([name]) => name).toReversed();
  expect(await found("OL LAMP", "all")).toEqual(all);
  expect(await found("l lamp, ", "listed")).toEqual(["listed"]);
  expect(await found("öl lamp", "paused")).toEqual(["paused"]);
  expect(await found("öl lamp", "denied")).toEqual(["changed", "denied"]);
  expect(await found("öl lamp", "changed")).toEqual(["changed"]);
  // The state is not part of the title.
  expect(await found("active", "all")).toEqual([]);
  const update = (name: string, values: Partial<typeof schema.gigs.$inferInsert>) =>
    db
      .update(schema.gigs)
      .set(values)
      .where(eq(schema.gigs.id, made.get(name) ?? ""));
  await update("paused", { title: "Öl lamp, denied now", state: "denied" });
  await update("listed", { state: "paused", listed: false });
  await update("denied", { state: "active", listed: true });
  expect(await found("lamp, paused", "all")).toEqual([]);
  expect(await found("lamp, denied now", "all")).toEqual(["denied now"]);
  expect(await found("öl lamp", "listed")).toEqual(["denied"]);
  expect(await found("öl lamp", "paused")).toEqual(["listed"]);
  await db.delete(schema.deniedChanges);
  await db.delete(schema.gigs).where(eq(schema.gigs.sellerId, ann.id));
  expect(await found("öl lamp", "all")).toEqual([]);
});

test("Drafts are listed, and found by title, seller and id, until they are published", async () => {
  const ann = await person(db, { username: "drafting-ann" });
  const draft = async (title: string | null) => {
    const id = crypto.randomUUID();
    const steps = title === null ? {} : { overview: { version: 1, typed: { title } } };
    await db
      .insert(schema.gigDrafts)
      .values({ id, sellerId: ann.id, steps, version: 1, createdAt: 1, updatedAt: 1 });
    return id;
  };
  const [lid, nameless] = [await draft("A lid for a jug"), await draft(null)];
  const page = await eve.get("/admin/gigs?show=drafts&q=lid+for");
  expect(page.text).toContain("A lid for a jug");
  expect(page.html).toContain(`href="/admin/users/${ann.id}"`);
  const found = async (q: string) =>
    (await gigList.listDrafts(db, { q, after: null })).shown.map(({ id }) => id);
  expect(await found("LID for")).toEqual([lid]);
  expect(await found("drafting-ann")).toEqual([nameless, lid]);
  expect(await found(nameless)).toEqual([nameless]);
  expect(await found("")).toEqual([nameless, lid]);
  expect((await eve.get("/admin/gigs?show=drafts")).text).toContain("Untitled");
  const steps = { overview: { version: 2, typed: { title: "A cork" } } };
  await db.update(schema.gigDrafts).set({ steps }).where(eq(schema.gigDrafts.id, lid));
  expect([await found("lid for"), await found("a cork")]).toEqual([[], [lid]]);
  await db.delete(schema.gigDrafts).where(eq(schema.gigDrafts.id, lid));
  expect(await found("a cork")).toEqual([]);
  expect((await eve.get("/admin/gigs?show=drafts&q=a+cork")).text).toContain("No drafts found");
});

test("A page reads at most 400 rows, and paging reaches all of a long list", async () => {
  const ann = await person(db, { username: "console-many" });
  const made = [];
  for (let i = 0; i < 130; i++) {
    const state = i % 10 === 0 ? { state: "paused" as const, listed: false } : {};
    made.push(await gig(db, { title: `Wax seal ${i}`, sellerId: ann.id, ...state }));
  }
  const { database, read } = measuredDatabase(env.DB);
  const measured = drizzle(database, { schema });
  for (const search of [
    { q: "", show: "all" as const },
    { q: "", show: "paused" as const },
    { q: "wax seal", show: "all" as const },
    { q: "wax seal", show: "denied" as const },
    { q: "wax seal", show: "paused" as const },
    { q: "wax seal", show: "changed" as const },
    { q: "@console-many", show: "paused" as const },
  ]) {
    const before = read();
    await gigList.list(measured, { ...search, after: null });
    expect([search, read() - before <= 400]).toEqual([search, true]);
  }
  const seen: string[] = [];
  for (let after: number | null = null; ; ) {
    const page: Awaited<ReturnType<typeof gigList.list>> = await gigList.list(db, {
      q: "@console-many",
      show: "paused",
      after,
    });
    seen.push(...page.gigs.map(({ title }) => title));
    if (page.next === null) break;
    after = page.next;
  }
  expect(seen).toEqual(Array.from({ length: 13 }, (_, i) => `Wax seal ${120 - 10 * i}`));

  // The queue of changed gigs begins with the longest wait, which is not the first gig.
  const queued = made.slice(0, 60).toReversed();
  for (const [since, { id: gigId }] of queued.entries())
    await db.insert(schema.deniedChanges).values({ gigId, denied: { typed: {}, pictures: [] }, since });
  const queue = { q: "", show: "changed" as const };
  const before = read();
  const first = await gigList.list(measured, { ...queue, after: null });
  expect(read() - before).toBeLessThanOrEqual(400);
  const second = await gigList.list(db, { ...queue, after: first.next });
  expect([first.gigs.length, second.next]).toEqual([50, null]);
  expect([...first.gigs, ...second.gigs].map(({ id }) => id)).toEqual(queued.map(({ id }) => id));
  await db.delete(schema.deniedChanges);
});

test("Several services are decided at once; one that has changed does not stop the others", async () => {
  const offers = [await sellerWithGig(), await sellerWithGig(), await sellerWithGig()].map(
    ({ offer }) => offer,
  );
  const [first, second, third] = offers.map(({ id }) => id);
  if (!first || !second || !third) throw new Error("There are no gigs");
  const press = async (picks: string[], fields: object = {}) => {
    const body = new URLSearchParams({ intent: "deny", rule: "conduct", reason, ...fields });
    for (const pick of picks) body.append("pick", pick);
    return await Page.of(
      await eve.fetch("/admin/gigs", { method: "POST", body, headers: { Origin: origin } }),
    );
  };
  const none = await press([]);
  expect([none.status, none.text.includes("Please choose a gig"), none.text.includes(reason)]).toEqual([
    400,
    true,
    true,
  ]);
  expect(none.html).toContain('<a href="#pick">Please choose a gig</a>');
  expect(none.html.match(/<input type="checkbox" id="pick"/g)?.length).toBe(1);
  const short = await press([`${first}:1`, `${third}:1`], { reason: "no" });
  expect(short.html.match(/<input[^>]*name="pick"[^>]*checked=""[^>]*>/g)?.length).toBe(2);
  const some = await press([`${first}:1`, `${second}:7`]);
  expect(some.status).toBe(409);
  expect(some.text).toContain("1 of 2 was decided. ‘");
  expect(some.text).toContain("This service has changed. Look at it again before you decide.");
  expect(some.text).toContain(reason);
  expect((await press([`${second}:1`, `${third}:1`])).status).toBe(303);
  const states = await Promise.all(offers.map(async ({ id }) => (await rowOf(id)).state));
  expect(states).toEqual(["denied", "denied", "denied"]);
  for (const { id } of offers) expect(await mailsOf(id)).toEqual(["gig_denied"]);
});
