import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { dayNumber } from "#app/gigs/figures/gig-figures.ts";
import { day } from "#app/lib/dates.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import {
  gigEvents,
  gigFigures,
  gigSlugs,
  gigs,
  limits,
  profiles,
  savedGigs,
  sessions,
} from "#drizzle/schema.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { deleteAccount, withPassword } from "../../support/accounts/deletion.ts";
import { member, password } from "../../support/accounts/passwords.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../../support/bindings/faulty.ts";
import { gig } from "../../support/factories.ts";
import { db, origin, type Page, type Visitor, visitor } from "../../support/visitor.ts";

const savedOf = async ({ id }: { id: string }) => {
  const rows = await db.select().from(savedGigs).where(eq(savedGigs.userId, id));
  return rows.map(({ gigId }) => gigId);
};
const save = (ann: Visitor, name: string, redirectTo?: string) =>
  ann.submit("/saved", { gig: name, intent: "save", redirectTo });
const forget = (ann: Visitor, name: string) => ann.submit("/saved", { gig: name, intent: "forget" });
/** The titles of a list, newest first. */
const titles = ({ html }: Page) => [...html.matchAll(/<h3>(?:<a[^>]*>)?([^<]*)/g)].map(([, title]) => title);

it("A service is saved once, at its current price, and the person is back on the page with a notice", async () => {
  const [ann, offer] = [await visitor.signedIn(), await gig(db, { priceCents: 4200 })];
  const path = `/search?q=${offer.title}`;
  const both = await Promise.all([save(ann, offer.slug, path), save(ann, offer.id, path)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(both[0]?.location).toBe(`/search?q=${encodeURIComponent(offer.title)}`);
  const [row, ...more] = await db.select().from(savedGigs).where(eq(savedGigs.userId, ann.id));
  expect([row?.gigId, row?.priceCents, more]).toEqual([offer.id, 4200, []]);
  expect((await ann.get("/saved")).text).toContain("Saved. You can find it in your saved services");
  expect(titles(await ann.get("/saved"))).toEqual([offer.title]);
  const eve = await visitor.signedIn();
  await forget(eve, offer.id);
  expect(await savedOf(ann)).toEqual([offer.id]);
  const back = await forget(ann, offer.id);
  expect([back.status, back.location]).toEqual([303, "/saved"]);
  await forget(ann, offer.id);
  const empty = await ann.get("/saved");
  expect(empty.text).toContain("Removed from your saved services");
  expect(empty.text).toContain("Nothing saved yet");
});

it("A visitor signs in, and the service is saved on the way back to the page; a prefetch saves nothing", async () => {
  const [ann, offer] = [await member(), await gig(db)];
  const path = `/services/s/${offer.slug}?package=pro`;
  const browser = visitor.passingBy();
  const asked = await save(browser, offer.slug, path);
  expect(asked.location).toMatch(/^\/sign-in\?/);
  const redirectTo = new URL(asked.location ?? "", origin).searchParams.get("redirectTo") ?? "";
  expect(redirectTo).toMatch(/^\/saved\?draft=/);
  const entered = await browser.submit("/sign-in", { email: ann.email, password, redirectTo });
  expect(entered.location).toBe(redirectTo);
  expect((await browser.get(redirectTo, { "Sec-Purpose": "prefetch" })).status).toBe(204);
  expect(await savedOf(ann)).toEqual([]);
  const saved = await browser.get(redirectTo);
  expect([saved.status, saved.location]).toEqual([303, path]);
  expect(await savedOf(ann)).toEqual([offer.id]);
  expect((await browser.get(path)).text).toContain("Saved. You can find it in your saved services");
  const key = await attempts.accountKeyOf("save:day", ann.id);
  await db.update(limits).set({ count: 300 }).where(eq(limits.key, key));
  const over = await browser.get(redirectTo);
  expect([over.status, over.location]).toEqual([303, path]);
  expect((await browser.get(path)).text).toContain("Too many attempts");
  expect((await visitor.signedOut().get("/saved")).location).toMatch(/^\/sign-in\?redirectTo=%2Fsaved/);
});

it("A made-up, own, paused or removed service, and an unknown intent, are refused; nothing is written", async () => {
  const [ann, offer] = [await visitor.signedIn(), await gig(db)];
  const own = await gig(db, { sellerId: ann.id });
  const paused = await gig(db, { state: "paused" });
  const denied = await gig(db, { state: "denied", listed: false });
  const gone = "This service is no longer offered";
  for (const [name, sentence] of [
    ["made-up", gone],
    [denied.id, gone],
    [paused.id, "This service is paused, so it can't be saved now"],
    [own.slug, "You can't save your own service"],
  ] as const) {
    const page = await save(ann, name, "/help");
    expect([page.status, page.location]).toEqual([303, "/help"]);
    expect((await ann.get("/help")).text, name).toContain(sentence);
  }
  for (const fields of [
    { intent: "sell", gig: offer.id },
    { gig: offer.id },
    { intent: "save", gig: offer.id, to: 1 },
  ])
    expect((await ann.submit("/saved", fields)).status).toBe(400);
  const elsewhere = await save(ann, offer.id, "https://evil.test/");
  expect(elsewhere.location).toBe("/saved");
  expect(await savedOf(ann)).toEqual([offer.id]);
});

it("After the session has ended, nothing is saved or removed, and the person signs in first", async () => {
  const [ann, kept, offer] = [await visitor.signedIn(), await gig(db), await gig(db)];
  await save(ann, kept.id);
  const endSession = () =>
    db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  // It ends between the check of the request and the write.
  const send = ann.send;
  for (const [write, press] of [
    ['insert into "saved_gigs"', () => save(ann, offer.id)],
    ['delete from "saved_gigs"', () => forget(ann, kept.id)],
  ] as const) {
    ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes(write) && endSession()) });
    expect([write, (await press()).location]).toEqual([write, expect.stringMatching(/^\/sign-in\?/)]);
    expect(await savedOf(ann)).toEqual([kept.id]);
    await ann.beginSession();
  }
  ann.send = send;
  await endSession();
  for (const fields of [
    { gig: offer.id, intent: "save" },
    { gig: kept.id, intent: "forget" },
  ])
    expect((await ann.submit("/saved/marks", fields)).status).toBe(401);
  expect((await forget(ann, kept.id)).location).toMatch(/^\/sign-in\?/);
  expect(await savedOf(ann)).toEqual([kept.id]);
});

it("A former slug in a cached page still saves the service", async () => {
  const [ann, offer] = [await visitor.signedIn(), await gig(db)];
  await db.insert(gigSlugs).values({ slug: "the-slug-of-last-week", gigId: offer.id });
  await save(ann, "the-slug-of-last-week");
  expect(await savedOf(ann)).toEqual([offer.id]);
});

it("At most 500 services can be saved, even by two requests at the same time; one that is already saved is not an error", async () => {
  const [ann, { sellerId, categoryId }] = [await visitor.signedIn(), await gig(db)];
  const rows = Array.from({ length: 499 }, (_, i) => ({
    ...{ id: crypto.randomUUID(), slug: `saved-${i}`, title: `Saved ${i}`, description: "", features: [] },
    ...{
      priceCents: 500,
      deliveryDays: 1,
      revisions: 1,
      questions: [],
      listed: true,
      createdAt: 1,
      updatedAt: 1,
    },
    ...{ sellerId, categoryId },
  }));
  for (let i = 0; i < rows.length; i += 4) await db.insert(gigs).values(rows.slice(i, i + 4));
  await db.run(sql`insert into saved_gigs (user_id, gig_id, price_cents, at)
    select ${ann.id}, id, 500, number from gigs where slug like 'saved-%'`);
  const last = [await gig(db), await gig(db)];
  await Promise.all(last.map(({ id }) => save(ann, id)));
  expect(await savedOf(ann)).toHaveLength(500);
  const [kept, refused] = (await savedOf(ann)).includes(last[0]?.id ?? "") ? last : last.toReversed();
  await ann.get("/help");
  await save(ann, kept?.id ?? "", "/help");
  expect((await ann.get("/help")).text).toContain("Saved. You can find it");
  await save(ann, refused?.id ?? "", "/help");
  expect((await ann.get("/help")).text).toContain("You can save 500 services. Remove one first");
  expect(await savedOf(ann)).toHaveLength(500);

  // The last page costs as little as the first.
  for (const path of ["/saved", "/saved?before=40.9999999"]) {
    const measured = measuredDatabase(env.DB);
    ann.send = productWith({ DB: measured.database });
    const page = await ann.get(path);
    expect(titles(page).filter((title) => title?.startsWith("Saved "))).toHaveLength(
      path === "/saved" ? 23 : 24,
    );
    expect(measured.read() / 2, path).toBeLessThanOrEqual(120);
  }
});

it("24 on a page, newest first; each page links to the older ones", async () => {
  const ann = await visitor.signedIn();
  const offers = [];
  for (let i = 0; i < 26; i++) offers.push(await gig(db, { title: `Clock ${i}` }));
  // Ten of them in the same millisecond.
  const rows = offers.map(({ id }, i) => ({
    userId: ann.id,
    gigId: id,
    priceCents: 1,
    at: i < 10 ? 5 : 5 + i,
  }));
  for (const row of rows) await db.insert(savedGigs).values(row);
  const first = await ann.get("/saved");
  expect(titles(first)).toEqual(
    offers
      .toReversed()
      .slice(0, 24)
      .map(({ title }) => title),
  );
  const older = first.links.find((link) => link.startsWith("/saved?before=")) ?? "";
  const second = await ann.get(older);
  expect(titles(second)).toEqual(["Clock 1", "Clock 0"]);
  expect(second.links).toContain("/saved");
  expect(second.text).not.toContain("Older");
  expect(second.html).toContain(`name="redirectTo" value="${older}"`);
  expect(titles(await ann.get("/saved?before=yesterday"))).toHaveLength(24);
  expect((await ann.get("/saved?before=1.1")).text).toContain("No older services");
});

it("A service that became unavailable is listed with the reason, and linked only if its page exists", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const states = {
    paused: await gig(db, { title: "A paused jar" }),
    denied: await gig(db, { title: "A denied jar" }),
    suspended: await gig(db, { title: "A suspended jar" }),
    withdrawn: await gig(db, { title: "A withdrawn jar" }),
  };
  const away = await gig(db, { title: "A jar of Bob", sellerId: bob.id });
  await db.update(profiles).set({ timeZone: "UTC" }).where(eq(profiles.id, bob.id));
  for (const { id } of [...Object.values(states), away]) await save(ann, id);
  for (const [state, { id }] of Object.entries(states))
    await db
      .update(gigs)
      .set({ state: state as "paused", listed: false })
      .where(eq(gigs.id, id));
  await sellerRow(bob.id, { status: "active", awayUntil: Date.UTC(2030, 0, 9) });
  await db.update(gigs).set({ state: "paused", listed: false, version: 2 }).where(eq(gigs.id, away.id));
  await db.insert(gigEvents).values({ gigId: away.id, seq: 2, kind: "paused_away", at: 1 });
  const page = await ann.get("/saved");
  expect(titles(page)).toHaveLength(5);
  expect(page.text.split("This service is no longer offered.")).toHaveLength(4);
  for (const { slug } of [states.denied, states.suspended, states.withdrawn])
    expect(page.html).not.toContain(slug);
  expect(page.text).toContain("This service is paused, so it can't be ordered now.");
  expect(page.text).toContain("The seller is away. Back on 9 Jan 2030.");
  const linked = page.links.filter((link) => link.startsWith("/services/s/"));
  expect(linked.toSorted()).toEqual(
    [`/services/s/${states.paused.slug}`, `/services/s/${away.slug}`].toSorted(),
  );
  for (const link of linked) expect((await ann.get(link)).status).toBe(200);
  for (const { id } of Object.values(states)) await forget(ann, id);
  expect(await savedOf(ann)).toEqual([away.id]);
});

it("Neither saving nor removing tells whether a hidden service exists", async () => {
  const [ann, denied] = [await visitor.signedIn(), await gig(db, { state: "denied", listed: false })];
  for (const intent of ["save", "forget"])
    for (const path of ["/saved", "/saved/marks"]) {
      const answers = [];
      for (const name of [denied.slug, denied.id, "made-up"]) {
        const { status, location, text } = await ann.submit(path, { gig: name, intent });
        const notice = path === "/saved" ? (await ann.get("/saved")).text : text;
        answers.push([status, location, notice]);
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    }
});

it("Cards and the gig's page have a button of the page's one form; a cached page knows nothing of its viewer", async () => {
  const [ann, offer] = [await visitor.signedIn(), await gig(db, { title: 'A "quiet" clock' })];
  await save(ann, offer.id);
  for (const path of [`/search?q=quiet`, `/services/s/${offer.slug}`])
    for (const who of [visitor.passingBy(), ann]) {
      const { html } = await who.get(path);
      expect(html.match(/<form id="save"[^>]*>/g)).toEqual([
        '<form id="save" method="post" action="/saved" novalidate="">',
      ]);
      const [button = ""] = html.match(new RegExp(`<button[^>]*value="${offer.slug}"[^>]*>`)) ?? [];
      expect(button).toContain('form="save"');
      expect(button).toContain('aria-label="Save A &quot;quiet&quot; clock"');
      expect(button).not.toContain("aria-pressed");
      // Not within the card's link.
      expect(html).not.toMatch(/<a\b(?:(?!<\/a>)[\s\S])*<button/);
    }
  expect((await ann.get("/")).links).toContain("/saved");
});

it("A page's script asks for the marks of its cards in one request, and changes them", async () => {
  const [ann, offer, other] = [await visitor.signedIn(), await gig(db), await gig(db)];
  const marks = async (who: Visitor) =>
    JSON.parse((await who.get(`/saved/marks?gigs=${offer.slug}.${other.id}.made-up`)).html);
  expect((await visitor.signedOut().get("/saved/marks?gigs=x")).status).toBe(401);
  const done = await ann.submit("/saved/marks", { gig: offer.slug, intent: "save", redirectTo: "/" });
  expect(done.status).toBe(200);
  expect(await marks(ann)).toEqual({ saved: [offer.slug] });
  expect(await marks(await visitor.signedIn())).toEqual({ saved: [] });
  expect((await ann.submit("/saved/marks", { gig: "made-up", intent: "save" })).status).toBe(404);
  expect((await ann.submit("/saved/marks", { gig: offer.slug })).status).toBe(400);
  expect((await visitor.signedOut().submit("/saved/marks", { gig: offer.slug, intent: "save" })).status).toBe(
    401,
  );
  await ann.submit("/saved/marks", { gig: offer.slug, intent: "forget" });
  expect(await savedOf(ann)).toEqual([]);
  const measured = measuredDatabase(env.DB);
  ann.send = productWith({ DB: measured.database });
  await marks(ann);
  expect(measured.read() / 2).toBeLessThanOrEqual(30);
});

it("The seller sees saves by day; what is removed, also with its account, no longer counts", async () => {
  const bob = await visitor.signedIn();
  const offer = await gig(db, { sellerId: bob.id });
  const [ann, cleo, dan] = [
    await withPassword(await visitor.signedIn()),
    await visitor.signedIn(),
    await visitor.signedIn(),
  ];
  for (const who of [ann, cleo]) await save(who, offer.id);
  const at = Date.now();
  await db.insert(savedGigs).values({ userId: dan.id, gigId: offer.id, priceCents: 1, at: at - 2 * day });
  const saves = async () =>
    (await db.select().from(gigFigures).where(eq(gigFigures.gigId, offer.id)))[0]?.saves ?? {};
  const [today, before] = [dayNumber(at), dayNumber(at) - 2];
  // Midnight may pass between the writes.
  expect(Object.values(await saves()).reduce((sum, count) => sum + count)).toBe(3);
  expect((await saves())[before]).toBe(1);
  const page = await bob.get("/dashboard/services");
  expect(page.text).toContain("no orders · 3 saves");
  expect(page.text).toMatch(/Saves by day of .* \d+ \w+: \d/);
  await forget(cleo, offer.id);
  expect(JSON.parse((await ann.get("/profile/export")).html).savedServices).toMatchObject([
    { gigId: offer.id },
  ]);
  await deleteAccount(ann);
  expect(await savedOf(ann)).toEqual([]);
  expect(Object.values(await saves()).reduce((sum, count) => sum + count)).toBe(1);
  expect((await saves())[today] ?? 0).toBe(0);
});
