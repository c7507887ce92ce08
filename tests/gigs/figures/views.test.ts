import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import * as gigFigures from "#app/gigs/figures/gig-figures.server.ts";
import { dayNumber } from "#app/gigs/figures/gig-figures.ts";
import { day } from "#app/lib/dates.ts";
import * as schema from "#drizzle/schema.ts";
import { faultyDatabase, measuredDatabase, productWith } from "#tests/support/bindings/faulty.ts";
import { gig } from "#tests/support/factories.ts";
import { db, type Visitor, visitor } from "#tests/support/visitor.ts";

afterEach(() => {
  vi.useRealTimers();
});

const browser = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
};
const robot = { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };

/** The latest time that a test has set, in ms. */
let latest = 0;

/** Lets more time pass than between two writes, however long the test has taken so far. */
function waitForWrite() {
  latest = Math.max(latest, Date.now()) + 11_000;
  vi.useFakeTimers({ toFake: ["Date"], now: latest });
}

/** The views written for each gig, summed over the days; waiting views are written first. */
async function viewsOf(...gigs: { id: string }[]) {
  waitForWrite();
  await inProduct(visitor.passingBy()).get("/sign-in");
  const counts = [];
  for (const { id } of gigs) {
    const [row] = await db.select().from(schema.gigFigures).where(eq(schema.gigFigures.gigId, id));
    counts.push(Object.values(row?.views ?? {}).reduce((sum, n) => sum + n, 0));
  }
  return counts;
}

/** A visitor whose requests end only once the work after the response is done. */
function inProduct(who: Visitor, changes: Partial<Env> = {}) {
  who.send = productWith(changes);
  return who;
}

it("Views of a cached page, of a page for a viewer and of a page that the browser has cached all count", async () => {
  const jar = await gig(db);
  const path = `/services/s/${jar.slug}`;
  const first = await inProduct(visitor.passingBy()).get(path, browser);
  const kept = await inProduct(visitor.passingBy()).get(path, browser);
  expect([first.status, kept.status]).toEqual([200, 200]);
  const tag = kept.headers.get("ETag") ?? "";
  const held = await inProduct(visitor.passingBy()).get(path, { ...browser, "If-None-Match": tag });
  expect(held.status).toBe(304);
  await inProduct(await visitor.signedIn()).get(path, browser);
  expect(await viewsOf(jar)).toEqual([4]);
});

it("The seller's own views, robots, prefetches and gigs that are not shown do not count", async () => {
  const bob = inProduct(await visitor.signedIn());
  const jar = await gig(db, { sellerId: bob.id });
  const denied = await gig(db, { state: "denied", listed: false });
  const path = `/services/s/${jar.slug}`;
  await bob.get(path, browser);
  const guest = inProduct(visitor.passingBy());
  await guest.get(path, robot);
  await guest.get(path);
  await guest.get(path, { ...browser, "Sec-Purpose": "prefetch" });
  const ann = inProduct(await visitor.signedIn());
  await ann.get(path, robot);
  await ann.get(path, { ...browser, "Sec-Purpose": "prefetch" });
  expect((await ann.get(`/services/s/${denied.slug}`, browser)).status).toBe(404);
  expect(await viewsOf(jar, denied)).toEqual([0, 0]);
  // A prefetched page reports itself once it is shown.
  await guest.fetch(path, { method: "HEAD", headers: browser });
  expect(await viewsOf(jar)).toEqual([1]);
});

it("However many views there are, an isolate writes one row per gig in 10 s, and no response waits for it", async () => {
  const [jar, jug] = [await gig(db), await gig(db)];
  await viewsOf(jar);
  const writes: string[] = [];
  const database = faultyDatabase(env.DB, (statement) => {
    if (statement.includes("gig_figures")) writes.push(statement);
    return false;
  });
  const guest = inProduct(visitor.passingBy(), { DB: database });
  // The first view is written immediately. The others come within 10 s of it, so they wait.
  waitForWrite();
  await guest.get(`/services/s/${jar.slug}`, browser);
  expect(writes).toHaveLength(1);
  for (let i = 0; i < 5; i++)
    for (const { slug } of [jar, jug]) await guest.get(`/services/s/${slug}`, browser);
  expect(writes).toHaveLength(1);
  waitForWrite();
  const { database: measured, written } = measuredDatabase(env.DB);
  const before = await db.select().from(schema.gigFigures);
  await inProduct(visitor.passingBy(), { DB: measured }).get(`/services/s/${jar.slug}`, browser);
  const after = await db.select().from(schema.gigFigures);
  expect(after.length - before.length).toBe(1);
  // One row for each service, and a row in the index of the key for the new one.
  expect(written()).toBe(3);
  expect(await viewsOf(jar, jug)).toEqual([7, 5]);
});

it("Counting a view of a cached page adds one statement, which runs after the response", async () => {
  const jar = await gig(db);
  const path = `/services/s/${jar.slug}`;
  await inProduct(visitor.passingBy()).get(path, browser);
  await viewsOf(jar);
  const asked: string[] = [];
  const database = faultyDatabase(env.DB, (statement) => {
    // An isolate checks for removals on its own schedule, not for each view.
    if (!statement.includes("from removals")) asked.push(statement.trim().slice(0, 23));
    return false;
  });
  const guest = inProduct(visitor.passingBy(), { DB: database });
  expect((await guest.get(path, browser)).status).toBe(200);
  expect(asked).toEqual(["insert into gig_figures"]);
  // Within 10 s of it, not even that.
  expect((await guest.get(path, browser)).status).toBe(200);
  expect(asked).toHaveLength(1);
});

it("Views that cannot be written are lost with a warning, and pages are still shown", async () => {
  const jar = await gig(db);
  waitForWrite();
  const database = faultyDatabase(env.DB, (statement) => statement.includes("gig_figures"));
  const warned = vi.spyOn(console, "log");
  const page = await inProduct(visitor.passingBy(), { DB: database }).get(`/services/s/${jar.slug}`, browser);
  expect(page.status).toBe(200);
  expect(warned.mock.calls.some(([line]) => String(line).includes("views not written"))).toBe(true);
  warned.mockRestore();
  expect(await viewsOf(jar)).toEqual([0]);
});

it("A write adds to the day, deletes days that are no longer shown, and skips a gig that is gone", async () => {
  const jar = await gig(db);
  const at = Date.UTC(2026, 10, 23, 12);
  const add = (n: number, when: number) =>
    gigFigures.addViews(
      db,
      new Map([
        [jar.id, n],
        [crypto.randomUUID(), 9],
      ]),
      when,
    );
  const row = async () =>
    (await db.select().from(schema.gigFigures).where(eq(schema.gigFigures.gigId, jar.id)))[0]?.views;
  const today = dayNumber(at);
  await add(1, at - 30 * day);
  await add(2, at - 29 * day);
  await add(3, at - day);
  expect(await row()).toEqual({ [today - 30]: 1, [today - 29]: 2, [today - 1]: 3 });
  await add(4, at);
  await add(5, at);
  expect(await row()).toEqual({ [today - 29]: 2, [today - 1]: 3, [today]: 9 });
});
