import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, it } from "vitest";
import { rowsAtOnce, uncounted } from "#app/admin/figures/counting.server.ts";
import type { Period } from "#app/admin/figures/figure.ts";
import { dateTime } from "#app/lib/dates.ts";
import * as schema from "#drizzle/schema.ts";
import { countFigures, findFigureProblem } from "#drizzle/seed/figure-book.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase, productWith } from "../../support/bindings/faulty.ts";
import { day, hour, now, sweep } from "../../support/clock.ts";
import { orderRow } from "../../support/orders.ts";
import { paidOrder, transition } from "../../support/purchase.ts";
import { db } from "../../support/visitor.ts";

const { figures, settings } = schema;
const { ann } = await operator();
const today = () => Math.floor(now() / day);

/** Nothing is counted yet. */
beforeEach(async () => {
  await db.batch([db.delete(figures), db.delete(settings).where(eq(settings.key, "figures"))]);
});

/** Events of one order and rows of its ledger, two of each on each of many days. */
async function manyRows(days: number): Promise<void> {
  const { id } = await orderRow(db, { firstDeliveredAt: 2, firstDueAt: 1, paidAt: 0 });
  await env.DB.batch([
    env.DB.prepare(
      `with recursive k(i) as (select 0 union all select i + 1 from k where i < ?1 * 2 - 1)
       insert into order_events (order_id, seq, kind, at) select ?2, 2 + i, iif(i % 2, 'started', 'completed'), (15000 + i / 2) * 86400000 + i from k`,
    ).bind(days, id),
    env.DB.prepare(
      `with recursive k(i) as (select 0 union all select i + 1 from k where i < ?1 - 1), side(name, sign) as (values ('platform_revenue', -1), ('cash', 1))
       insert into ledger ("transaction", account, order_id, amount_cents, at)
       select 'payment:' || ?2 || i, name, ?2, sign * (100 + i), (15000 + i) * 86400000 from k, side`,
    ).bind(days, id),
  ]);
}

it("The sweep counts what was paid, completed and opened, and the page shows it by day, week and month", async () => {
  const { order, bob } = await paidOrder({ priceCents: 8000 });
  // The webhook may take longer than the request.
  await sweep();
  await transition(order.id, "start", "seller", bob.id);
  expect((await sweep()).figures).toBeGreaterThan(0);
  for (const by of ["day", "week", "month"] as const) {
    const page = await ann.get(`/admin/figures?by=${by}`);
    expect(page.text).toContain(`, so far`);
    expect(page.html).toMatch(/<td class="num" data-column="Orders paid">1<\/td>/);
    expect(page.html).toMatch(/data-column="Gross sales">\$80\.00<\/td>/);
    expect(page.html).toMatch(/data-column="Late share">–<\/td>/);
    expect(page.html).toMatch(/data-column="Average time to start">0 min<\/td>/);
    expect(page.html.match(/<svg[^>]*role="img"/g)).toHaveLength(16);
    expect(page.html).not.toContain("style=");
    expect(page.text).not.toContain("still being counted");
  }
  expect((await ann.get("/admin/health")).text).toContain("Figures 1 done");
});

it("The page says if events were not counted within minutes, and since when", async () => {
  await countFigures(db);
  const said = async () =>
    (await ann.get("/admin/figures")).text.match(/events since (.*?) are missing/)?.[1];
  const at = now();
  await db.insert(schema.users).values({ id: "new", email: "new@mail.example", createdAt: at });
  expect(await said()).toBeUndefined();
  await countFigures(db);
  await db.insert(schema.users).values({ id: "old", email: "old@mail.example", createdAt: at - hour });
  expect(await said()).toBe(dateTime(at - hour));
  await sweep();
  expect(await said()).toBeUndefined();
});

it("A unit reads at most 2,000 rows, and the units add up to everything there was, even if several run at the same time", async () => {
  await manyRows(300);
  const { database, read } = measuredDatabase(env.DB);
  const measured = drizzle(database, { schema });
  const ids = await uncounted.find({ db }, 50);
  expect(ids.length).toBeGreaterThanOrEqual(1200 / rowsAtOnce);
  let before = 0;
  for (const id of ids.slice(1)) {
    expect(await uncounted.run({ db: measured }, id)).toBe(true);
    expect(read() - before).toBeLessThanOrEqual(2000);
    before = read();
  }
  // At the same time, only one of them counts what is left.
  const left = await Promise.all(["1", "2", "3"].map((id) => uncounted.run({ db }, id)));
  expect(left.filter((isDone) => isDone)).toHaveLength(1);
  expect(await uncounted.find({ db }, 50)).toEqual([]);
  expect(await uncounted.run({ db }, "1")).toBe(false);
  // Every day, week and month agrees, except for the states of the made-up orders.
  expect(await findFigureProblem(db)).toMatch(/^(placed|completed) is /);
});

it("The page reads at most 400 rows, and links to all earlier periods", async () => {
  const many = (by: Period, from: number) =>
    env.DB.prepare(
      `with recursive k(i) as (select ?2 union all select i + 1 from k where i < ?3)
       insert or ignore into figures select ?1, case ?1 when 'week' then i - (i + 3) % 7 when 'month' then unixepoch(i * 86400, 'unixepoch', 'start of month') / 86400 else i end,
         1, 1, 0, 1, 0, 1, 1, 100, 10, 0, 0, 0, 3, 1, 0, 0 from k`,
    ).bind(by, from, today());
  await env.DB.batch((["day", "week", "month"] as const).map((by) => many(by, today() - 1000)));
  const { database, read } = measuredDatabase(env.DB);
  ann.send = productWith({ DB: database });
  for (const [by, pages] of [
    ["day", Math.ceil(1001 / 30)],
    ["week", 6],
    ["month", 2],
  ] as const) {
    let path: string | undefined = `/admin/figures?by=${by}`;
    let opened = 0;
    for (; path && opened < 40; opened++) {
      const before = read();
      const page = await ann.get(path);
      expect([page.status, read() - before <= 400]).toEqual([200, true]);
      path = /href="([^"]*)" rel="next"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect([by, opened]).toEqual([by, pages]);
  }
});
