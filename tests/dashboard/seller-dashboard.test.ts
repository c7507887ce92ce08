import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import * as gigFigures from "#app/gigs/figures/gig-figures.server.ts";
import { dayNumber } from "#app/gigs/figures/gig-figures.ts";
import { monthName, monthsUntil } from "#app/ledger/earned-month.ts";
import { day } from "#app/lib/dates.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import * as schema from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig, person } from "../support/factories.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Page, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

const dashboard = "/orders?tab=selling";
const forms = "/dashboard?tab=selling";

/** The part of the page about the gigs. */
const services = ({ html }: Page) => /<section[^>]*id="services"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
const titles = (page: Page) => [...services(page).matchAll(/<h3><a[^>]*>([^<]*)/g)].map(([, title]) => title);

async function stateOf({ id }: { id: string }) {
  const [row] = await db.select().from(schema.gigs).where(eq(schema.gigs.id, id));
  const events = await db.select().from(schema.gigEvents).where(eq(schema.gigEvents.gigId, id));
  return [row?.state, row?.listed, events.map(({ kind }) => kind).join()];
}

it("The seller dashboard shows each service with its state, link, views, orders and conversion", async () => {
  const { bob, order } = await paidOrder({ title: "A paid jar" });
  await gigFigures.addViews(db, new Map([[order.gigId, 40]]), Date.now());
  await gig(db, { sellerId: bob.id, title: "A paused jar", state: "paused", listed: false });
  await gig(db, { sellerId: bob.id, title: "A denied jar", state: "denied", listed: false });
  await gig(db, { title: "Not Bob's jar" });
  const page = await bob.get(dashboard);
  expect(titles(page)).toEqual(["A denied jar", "A paused jar", "A paid jar"]);
  const slug = services(page).match(/\/services\/s\/([\w-]*paid-jar[\w-]*)/)?.[1];
  expect((await bob.get(`/services/s/${slug}`)).status).toBe(200);
  for (const text of [
    "Active about 40 views · 1 order · 2.5% conversion",
    "Paused no views · no orders · no conversion yet",
    "Denied no views · no orders · no conversion yet",
    "The last 30 days. Your own views and those of known robots are not counted.",
  ])
    expect(page.text).toContain(text);
  // A denied service has no form.
  expect(services(page).match(/name="intent" value="\w+"/g)).toEqual([
    'name="intent" value="resume"',
    'name="intent" value="pause"',
  ]);
  expect(page.html).not.toMatch(/ style="/);
  expect((await bob.get(forms)).text).toContain("A paid jar");
  // Only the overview has the panel.
  expect(services(await bob.get(`${dashboard}&status=completed`))).toBe("");
});

it("An order counts on the day of its payment, once, and only for its service", async () => {
  const { order, bob } = await paidOrder();
  await gig(db, { sellerId: bob.id });
  const row = async () =>
    (await db.select().from(schema.gigFigures).where(eq(schema.gigFigures.gigId, order.gigId)))[0];
  const [paid] = await db.select().from(schema.orders).where(eq(schema.orders.id, order.id));
  const today = dayNumber(paid?.paidAt ?? 0);
  expect(await row()).toMatchObject({ orders: { [today]: 1 }, views: {} });
  await bob.submit(`/orders/${order.id}`, { intent: "start" });
  expect(await row()).toMatchObject({ orders: { [today]: 1 } });
  // Another one, paid 30 days later: the first is no longer shown.
  await db.update(schema.orders).set({ paidAt: null }).where(eq(schema.orders.id, order.id));
  const later = (paid?.paidAt ?? 0) + 30 * day;
  await db.update(schema.orders).set({ paidAt: later }).where(eq(schema.orders.id, order.id));
  expect(await row()).toMatchObject({ orders: { [today + 30]: 1 } });
});

// Help: "You can pause a gig at any time."
it("A seller pauses and resumes a service by forms, and is told", async () => {
  const bob = await visitor.signedIn();
  const jar = await gig(db, { sellerId: bob.id, title: "A movable jar" });
  const paused = await bob.submit(forms, { intent: "pause", gig: jar.id });
  expect([paused.status, paused.location]).toEqual([303, `${dashboard}#services`]);
  expect(await stateOf(jar)).toEqual(["paused", false, "paused"]);
  const page = await bob.get(dashboard);
  expect(page.text).toContain("Paused. It can't be ordered until you resume it");
  expect(services(page)).toContain('value="resume"');
  expect((await bob.submit(forms, { intent: "resume", gig: jar.id })).status).toBe(303);
  expect(await stateOf(jar)).toEqual(["active", true, "paused,resumed"]);
});

it("A second tab that pauses a paused service sees its current state, and changes nothing", async () => {
  const bob = await visitor.signedIn();
  const jar = await gig(db, { sellerId: bob.id });
  await bob.submit(forms, { intent: "pause", gig: jar.id });
  const again = await bob.submit(forms, { intent: "pause", gig: jar.id });
  expect(again.status).toBe(409);
  expect(again.text).toContain("This service has changed: it is now paused");
  expect(services(again)).toContain('value="resume"');
  expect(await stateOf(jar)).toEqual(["paused", false, "paused"]);
});

it("Of two tabs that pause at the same time, one pauses the service and the other sees its current state", async () => {
  const bob = await visitor.signedIn();
  const jar = await gig(db, { sellerId: bob.id });
  // Each reads the service before any of them writes.
  let reads = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  const database = faultyDatabase(env.DB, (statement) => {
    if (!statement.includes('insert into "gig_events"')) return false;
    if (++reads === 2) open();
    return both;
  });
  bob.send = productWith({ DB: database });
  const answers = await Promise.all([1, 2].map(() => bob.submit(forms, { intent: "pause", gig: jar.id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(answers.find(({ status }) => status === 409)?.text).toContain(
    "This service has changed: it is now paused",
  );
  expect(await stateOf(jar)).toEqual(["paused", false, "paused"]);
});

it("Another seller's service is answered like an unknown id, and an unknown intent changes nothing", async () => {
  const [bob, eve] = [await visitor.signedIn(), await visitor.signedIn()];
  const jar = await gig(db, { sellerId: bob.id });
  const sentence = "This service is not one of yours";
  for (const id of [jar.id, crypto.randomUUID(), "", "' or 1=1"])
    for (const intent of ["pause", "resume"]) {
      const page = await eve.submit(forms, { intent, gig: id });
      expect([page.status, page.text.includes(sentence)], id).toEqual([404, true]);
    }
  for (const fields of [
    { intent: "withdraw", gig: jar.id },
    { intent: "reprice", gig: jar.id },
    { gig: jar.id },
    { intent: "pause", gig: jar.id, price: 1 },
  ]) {
    const page = await bob.submit(forms, fields);
    expect(page.status, JSON.stringify(fields)).toBe(400);
    expect(page.text).toContain("This form could not be read.");
  }
  // Also where the address does not ask for the seller dashboard.
  expect((await bob.submit("/dashboard", { intent: "sell" })).text).toContain("This form could not be read.");
  const guest = await visitor.signedOut().submit(forms, { intent: "pause", gig: jar.id });
  expect(guest.location).toContain("/sign-in");
  expect(await stateOf(jar)).toEqual(["active", true, ""]);
});

it("A service that was taken off the market can be neither paused nor resumed", async () => {
  const bob = await visitor.signedIn();
  const jar = await gig(db, { sellerId: bob.id, listed: false });
  const denied = await gig(db, { sellerId: bob.id, state: "denied", listed: false });
  const off = await bob.submit(forms, { intent: "pause", gig: jar.id });
  expect([off.status, off.text.includes("This service is no longer offered")]).toEqual([409, true]);
  const back = await bob.submit(forms, { intent: "resume", gig: denied.id });
  expect([back.status, back.text.includes("it is now denied")]).toEqual([409, true]);
  expect([await stateOf(jar), await stateOf(denied)]).toEqual([
    ["active", false, ""],
    ["denied", false, ""],
  ]);
});

it("A pause that cannot be written is a 503 with its sentence", async () => {
  const bob = await visitor.signedIn();
  const jar = await gig(db, { sellerId: bob.id });
  bob.send = productWith({
    DB: faultyDatabase(env.DB, (statement) => statement.includes('insert into "gig_events"')),
  });
  expectErrorLog("gig not changed");
  const page = await bob.submit(forms, { intent: "pause", gig: jar.id });
  expect([page.status, page.text.includes("Failed to change the service. Please try again")]).toEqual([
    503,
    true,
  ]);
  expect(await stateOf(jar)).toEqual(["active", true, ""]);
});

it("A seller without a service sees an introduction, and a panel that fails is left out", async () => {
  const ann = await visitor.signedIn();
  const page = await ann.get(dashboard);
  expect(page.text).toContain("No services yet What are you good at?");
  const jar = await gig(db, { sellerId: ann.id });
  expect(titles(await ann.get(`${dashboard}&gigs=${crypto.randomUUID()}`))).toEqual([jar.title]);
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (statement) => /gig_figures|earned_months/.test(statement)),
  });
  expectErrorLog("section read failed");
  expectErrorLog("section read failed");
  const without = await ann.get(dashboard);
  expect(without.status).toBe(200);
  expect(without.text).toContain("We couldn't load your services");
  expect(without.text).toContain("Pending: paid, not completed");
});

it("Earnings by month follow the ledger: twelve bars, and their figures in a table", async () => {
  const { ann, bob, order } = await paidOrder();
  const [month = ""] = monthsUntil(Date.now()).slice(-1);
  const cells = ({ html }: Page) =>
    [...html.matchAll(/<th scope="row">([^<]*)<\/th><td class="num">([^<]*)</g)].map(([, name, text]) => [
      name,
      text,
    ]);
  const page = await bob.get(dashboard);
  expect(page.html.match(/<rect /g)).toHaveLength(12);
  expect(cells(page)).toHaveLength(12);
  expect(cells(page).at(-1)).toEqual([monthName(month), "$80.00"]);
  expect(cells(page)[0]?.[1]).toBe("$0.00");
  const now = await orders.find(db, order.id);
  if (!now) throw new Error("The order is gone");
  expect(await orderTransitions.refund({ db, clock: Date }, now, 2000, ann.id, "A part of it")).toBe(true);
  expect(cells(await bob.get(dashboard)).at(-1)?.[1]).toBe("$60.00");
  // The buyer earns nothing, and gets no empty chart.
  expect(cells(await ann.get(dashboard))).toEqual([]);
  // A seller's months are always their balance.
  const wrong = await db.all(sql`select b.user_id from ledger_balances b where account = 'seller_payable'
    and -cents <> (select ifnull(sum(cents), 0) from earned_months m where m.user_id = b.user_id)`);
  expect(wrong).toEqual([]);
});

it("With 10,000 orders, 50 services and 12 months, the seller dashboard reads at most 300 rows, and pages show all services", async () => {
  const bob: Visitor = await visitor.signedIn();
  const made = [];
  for (let i = 0; i < 50; i++) made.push(await gig(db, { sellerId: bob.id, title: `Jar ${i}` }));
  const loaf = made.at(-1);
  const buyer = await person(db);
  const at = Date.now();
  await db.run(sql`
    insert into orders (id, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
      package_title, delivery_days, revisions, questions, requirements, completed_at, turn, form_token, version, created_at, updated_at)
    with recursive k (i) as (select 1 union all select i + 1 from k where i < 10000)
    select 'desk-' || i, ${loaf?.id}, ${bob.id}, ${buyer.id}, 'completed', 'paid', 'closed', 'none', 8000, 0, 'Loaf', 'starter', 'Basic', 3, 1,
      '[]', '', 1, null, 'desk-' || i, 1, ${at} - i * 60000, 1 from k`);
  await db.run(sql`update orders set paid_at = created_at where seller_id = ${bob.id}`);
  for (let i = 0; i < 30; i++)
    await gigFigures.addViews(db, new Map(made.map(({ id }) => [id, 1000])), at - (29 - i) * day);
  for (const month of monthsUntil(at))
    await db.insert(schema.earnedMonths).values({ userId: bob.id, month, cents: 100 });
  const { database, read } = measuredDatabase(env.DB);
  bob.send = productWith({ DB: database });
  const page = await bob.get(dashboard);
  const rows = read();
  expect(page.status).toBe(200);
  expect(page.text).toContain("about 30,000 views · 10,000 orders · 33.3% conversion");
  expect(rows).toBeGreaterThan(60);
  expect(rows).toBeLessThanOrEqual(300);
  const olderOf = ({ html }: Page) => /<a [^>]*href="([^"#]*)[^>]*>Older services/.exec(html)?.[1];
  const seen = titles(page);
  for (let older = olderOf(page); older; ) {
    const next = await bob.get(older.replaceAll("&amp;", "&"));
    seen.push(...titles(next));
    older = olderOf(next);
  }
  expect(seen).toEqual(made.map(({ title }) => title).toReversed());
});
