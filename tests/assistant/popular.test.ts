import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { duePopular } from "#app/assistant/popular.server.ts";
import { day, hour } from "#app/lib/dates.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { now, pass, sweep } from "../support/clock.ts";
import { category, gig, person } from "../support/factories.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const { id: sellerId } = await person(db);
const { id: buyerId } = await person(db);
const { id: categoryId } = await category(db);
const offer = (title: string) => gig(db, { title, sellerId, categoryId });
const [oldest, second, third, newest] = [
  await offer("Oldest"),
  await offer("Second"),
  await offer("Third"),
  await offer("Newest"),
];

let made = 0;
/** Completed orders of a gig, with their events. @param at when, in UTC ms */
async function complete(gigId: string, count: number, at = now()) {
  const range = [made + 1, made + count];
  await env.DB.prepare(
    `with recursive k(i) as (select cast(?1 as integer) union all select i + 1 from k where i < ?2)
     insert into orders (id, gig_id, buyer_id, seller_id, status, stage, hold, payment_status, price_cents, fee_cents, title, package_id,
       package_title, delivery_days, revisions, questions, requirements, form_token, version, created_at, updated_at, completed_at)
     select 'o-' || i, ?3, ?4, ?5, 'completed', 'closed', 'none', 'paid', 8000, 0, 'x', 'starter', 'Basic', 3, 1, '[]', '', 'o-' || i,
       1, ?6, ?6, ?6 from k`,
  )
    .bind(...range, gigId, buyerId, sellerId, at)
    .run();
  await env.DB.prepare(
    `with recursive k(i) as (select cast(?1 as integer) union all select i + 1 from k where i < ?2)
     insert into order_events (order_id, seq, kind, at) select 'o-' || i, 1, 'completed', ?3 from k`,
  )
    .bind(...range, at)
    .run();
  made += count;
}

const titlesOf = (page: Page) =>
  [...(/<ul class="popular">.*?<\/ul>/s.exec(page.html)?.[0] ?? "").matchAll(/<a[^>]*>([^<]*)/g)].map(
    (match) => match[1],
  );
const popular = async () => titlesOf(await visitor.signedOut().get("/ai-assistant"));

it("Until the sweep has chosen them, Popular Services are left out", async () => {
  const page = await visitor.signedOut().get("/ai-assistant");
  expect([page.status, page.text.includes("Popular Services")]).toEqual([200, false]);
});

it("Popular Services have the most completed orders in 30 days, then the newest; they are chosen once an hour", async () => {
  await complete(oldest.id, 2);
  await complete(third.id, 1);
  await complete(second.id, 3, now() - 40 * day);
  await sweep();
  await pass(2 * 60_000);
  expect(await popular()).toEqual(["Oldest", "Third", "Newest"]);
  await complete(second.id, 4);
  // As many as the third service has: the newer one is shown.
  await complete(newest.id, 1);
  await sweep();
  await pass(2 * 60_000);
  expect(await popular()).toEqual(["Oldest", "Third", "Newest"]);
  await pass(hour);
  await sweep();
  await pass(2 * 60_000);
  expect(await popular()).toEqual(["Second", "Oldest", "Newest"]);
});

it("A service that has since been paused is left out immediately", async () => {
  await env.DB.prepare("update gigs set state = 'paused', listed = 0 where id = ?").bind(oldest.id).run();
  await pass(2 * 60_000);
  expect(await popular()).toEqual(["Second", "Newest"]);
});

it("Orders stop counting after 30 days, and their daily counts are deleted", async () => {
  await pass(31 * day);
  await sweep();
  await pass(2 * 60_000);
  expect(await popular()).toEqual(["Newest", "Third", "Second"]);
  const left = await env.DB.prepare(
    "select (select count(*) from completed_days) + (select count(*) from completed_sums) as n",
  ).first("n");
  expect(left).toBe(0);
  expect(newest.title).toBe("Newest");
});

it("Showing the list reads at most 6 rows, and choosing it at most 5,000, however many services have orders", async () => {
  await env.DB.prepare(
    `with recursive k(i) as (select 1 union all select i + 1 from k where i < 3000)
     insert into gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, seller_id, category_id, questions, state, listed, created_at, updated_at)
     select 'p-' || i, 'p-' || i, 'Paused', 'x', 8000, 3, 1, '[]', ?, ?, '[]', 'paused', 0, i, i from k`,
  )
    .bind(sellerId, categoryId)
    .run();
  await env.DB.prepare("insert into completed_days select ? / 86400000, id, 9 from gigs where id like 'p-%'")
    .bind(now())
    .run();
  await pass(2 * hour);
  const measured = measuredDatabase(env.DB);
  const deps = { db: drizzle(measured.database), clock: { now } };
  for (const id of await duePopular.find(deps, 50)) expect(await duePopular.run(deps, id)).toBe(true);
  expect(measured.read()).toBeLessThanOrEqual(5000);
  expect(await duePopular.find(deps, 50)).toEqual([]);
  await pass(2 * 60_000);
  const page = measuredDatabase(env.DB);
  const guest = visitor.signedOut();
  guest.send = productWith({ DB: page.database });
  expect(titlesOf(await guest.get("/ai-assistant"))).toEqual(["Newest", "Third", "Second"]);
  const first = page.read();
  await guest.get("/ai-assistant");
  // The second page finds the list in the data cache.
  expect(first - (page.read() - first)).toBeLessThanOrEqual(6);
});

it("If the list cannot be read, it is left out without a message", async () => {
  expectErrorLog('"section":"popular services"');
  await pass(2 * 60_000);
  const guest = visitor.signedOut();
  guest.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("popular_gigs")) });
  const page = await guest.get("/ai-assistant");
  expect([page.status, page.text.includes("Popular Services"), page.html.includes('class="toast"')]).toEqual([
    200,
    false,
    false,
  ]);
});

it("Of runs that overlap, one counts the completed orders", async () => {
  const countOf = async () =>
    await env.DB.prepare("select sum(completed) from completed_days where gig_id = ?")
      .bind(third.id)
      .first("sum(completed)");
  expect(await countOf()).toBeNull();
  await complete(third.id, 2);
  await pass(hour);
  await Promise.all([1, 2, 3].map(() => duePopular.run({ db, clock: { now } }, "1")));
  expect(await countOf()).toBe(2);
});
