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
import { draftOf, writer } from "../gigs/editor/writer.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { conversationOf, talk } from "../support/conversations.ts";
import { gig, person } from "../support/factories.ts";
import { offerIn, requestRow } from "../support/offer-rows.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Page, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

const dashboard = "/dashboard/services";

/** The part of the page about the gigs. */
const services = ({ html }: Page) =>
  /<section[^>]*aria-labelledby="published"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
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
    "Active From $80 · about 40 views · 1 order · 2.5% conversion",
    "Paused From $80 · no orders",
    "Denied From $80 · no orders",
    "The last 30 days. Your own views and those of known bots are not counted.",
  ])
    expect(page.text).toContain(text);
  // A denied service has no form.
  expect(services(page).match(/name="intent" value="\w+"/g)).toEqual([
    'name="intent" value="resume"',
    'name="intent" value="pause"',
  ]);
  expect(page.html).not.toMatch(/ style="/);
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
  const paused = await bob.submit(dashboard, { intent: "pause", gig: jar.id });
  expect([paused.status, paused.location]).toEqual([303, dashboard]);
  expect(await stateOf(jar)).toEqual(["paused", false, "paused"]);
  const page = await bob.get(dashboard);
  expect(page.text).toContain("Paused. It can't be ordered until you resume it");
  expect(services(page)).toContain('value="resume"');
  expect((await bob.submit(dashboard, { intent: "resume", gig: jar.id })).status).toBe(303);
  expect(await stateOf(jar)).toEqual(["active", true, "paused,resumed"]);
});

it("A second tab that pauses a paused service sees its current state, and changes nothing", async () => {
  const bob = await visitor.signedIn();
  const jar = await gig(db, { sellerId: bob.id });
  await bob.submit(dashboard, { intent: "pause", gig: jar.id });
  const again = await bob.submit(dashboard, { intent: "pause", gig: jar.id });
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
  const answers = await Promise.all(
    [1, 2].map(() => bob.submit(dashboard, { intent: "pause", gig: jar.id })),
  );
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
      const page = await eve.submit(dashboard, { intent, gig: id });
      expect([page.status, page.text.includes(sentence)], id).toEqual([404, true]);
    }
  for (const fields of [
    { intent: "withdraw", gig: jar.id },
    { gig: jar.id },
    { intent: "pause", gig: jar.id, price: 1 },
  ]) {
    const page = await bob.submit(dashboard, fields);
    expect(page.status, JSON.stringify(fields)).toBe(400);
    expect(page.text).toContain("This form could not be read.");
  }
  // Also at the old address of these forms.
  for (const old of ["/dashboard", "/dashboard?tab=selling"])
    expect((await bob.submit(old, { intent: "sell" })).text).toContain("This form could not be read.");
  const guest = await visitor.signedOut().submit(dashboard, { intent: "pause", gig: jar.id });
  expect(guest.location).toContain("/sign-in");
  expect(await stateOf(jar)).toEqual(["active", true, ""]);
});

it("A service that was taken off the market can be neither paused nor resumed", async () => {
  const bob = await visitor.signedIn();
  const jar = await gig(db, { sellerId: bob.id, listed: false });
  const denied = await gig(db, { sellerId: bob.id, state: "denied", listed: false });
  const off = await bob.submit(dashboard, { intent: "pause", gig: jar.id });
  expect([off.status, off.text.includes("This service is no longer offered")]).toEqual([409, true]);
  const back = await bob.submit(dashboard, { intent: "resume", gig: denied.id });
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
  const page = await bob.submit(dashboard, { intent: "pause", gig: jar.id });
  expect([page.status, page.text.includes("Failed to change the service. Please try again")]).toEqual([
    503,
    true,
  ]);
  expect(await stateOf(jar)).toEqual(["active", true, ""]);
});

it("A seller without a service sees an introduction, and what cannot be read is named", async () => {
  const ann = await visitor.signedIn();
  const page = await ann.get(dashboard);
  expect(page.text).toContain("No services yet What are you good at?");
  const jar = await gig(db, { sellerId: ann.id });
  expect(titles(await ann.get(`${dashboard}?gigs=${crypto.randomUUID()}`))).toEqual([jar.title]);
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (statement) => /gig_figures|earned_months/.test(statement)),
  });
  expectErrorLog("main read failed");
  const without = await ann.get(dashboard);
  expect([without.status, without.text.includes("We couldn't load your services")]).toEqual([503, true]);
  expectErrorLog("section read failed");
  expect((await ann.get("/earnings")).text).toContain("Pending: paid, not completed");
});

it("A month counts an order once it is completed, and a later refund in its own: bars and a table", async () => {
  const { ann, bob, order } = await paidOrder();
  const [month = ""] = monthsUntil(Date.now()).slice(-1);
  const cells = ({ html }: Page) =>
    [...html.matchAll(/<th scope="row">([^<]*)<\/th><td class="num">([^<]*)</g)].map(([, name, text]) => [
      name,
      text,
    ]);
  // Paid is not earned: there is no chart, and a part that is refunded before the completion is no loss.
  expect(cells(await bob.get("/earnings"))).toEqual([]);
  const refund = async (cents: number) => {
    const now = await orders.find(db, order.id);
    if (!now) throw new Error("The order is gone");
    expect(await orderTransitions.refund({ db, clock: Date }, now, cents, ann.id, "A part of it")).toBe(true);
  };
  await bob.submit(`/orders/${order.id}`, { intent: "start" });
  await refund(1000);
  expect(cells(await bob.get("/earnings"))).toEqual([]);
  await ann.submit(`/orders/${order.id}`, { intent: "complete" });
  const page = await bob.get("/earnings");
  expect(page.html.match(/<rect /g)).toHaveLength(12);
  expect(cells(page)).toHaveLength(12);
  expect(cells(page).at(-1)).toEqual([monthName(month), "$70.00"]);
  expect(cells(page)[0]?.[1]).toBe("$0.00");
  await refund(2000);
  expect(cells(await bob.get("/earnings")).at(-1)?.[1]).toBe("$50.00");
  expect(page.text).not.toContain("A month is negative");
  await db.update(schema.earnedMonths).set({ cents: -500 }).where(eq(schema.earnedMonths.userId, bob.id));
  const loss = await bob.get("/earnings");
  expect(cells(loss).at(-1)?.[1]).toBe("−$5.00");
  expect(loss.text).toContain("A month is negative if refunds of earlier sales were more");
  await db.update(schema.earnedMonths).set({ cents: 5000 }).where(eq(schema.earnedMonths.userId, bob.id));
  // The buyer earns nothing, and gets no empty chart.
  expect(cells(await ann.get("/earnings"))).toEqual([]);
  // A seller's months are always what the ledger booked for completed orders.
  const wrong = await db.all(sql`select m.user_id from earned_months m group by m.user_id
    having sum(cents) <> (select ifnull(-sum(amount_cents), 0) from ledger l join orders o on o.id = l.order_id
      where l.user_id = m.user_id and account = 'seller_payable' and o.completed_at is not null)`);
  expect(wrong).toEqual([]);
});

it("Requests for an offer need the seller: the oldest five with their first words, and a count of the others", async () => {
  const { ann, bob, id: conversation } = await talk();
  await gig(db, { sellerId: bob.id });
  const parties = { conversation, buyer: ann, seller: bob };
  expect((await bob.get("/dashboard")).text).toContain("Nothing needs your attention now");
  const service = await gig(db, { sellerId: bob.id });
  await requestRow(parties, {
    ...{ gigId: service.id, createdAt: Date.now() - 3 * day, content: `A fox ${"y".repeat(200)}` },
  });
  const { id: gone } = await person(db);
  await db.update(schema.profiles).set({ fullName: "Ann Baker" }).where(eq(schema.profiles.id, ann.id));
  const page = await bob.get("/dashboard");
  expect(page.text).toMatch(
    /Ann Baker · @\S+ asks for an offer Waiting for 3 days A fox y{114}… Send an offer/,
  );
  expect(page.text).not.toContain("Nothing needs your attention now");
  const ways = [
    `/messages?conversation=${conversation}`,
    `/offers/new?conversation=${conversation}&gig=${service.id}`,
  ];
  expect(ways.map((to) => page.links.includes(to))).toEqual([true, true]);
  // The buyer sells nothing; what they asked for does not need them.
  expect((await ann.get("/dashboard")).text).not.toContain("asks for an offer");

  for (const state of ["offered", "declined"] as const) await requestRow(parties, { state });
  await offerIn(parties);
  expect((await bob.get("/dashboard")).text.split("asks for an offer")).toHaveLength(2);
  for (let i = 0; i < 5; i++) await requestRow(parties, { content: `Another thing, number ${i}` });
  const full = await bob.get("/dashboard");
  expect(full.text.split("asks for an offer")).toHaveLength(6);
  expect(full.text.indexOf("A fox")).toBeLessThan(full.text.indexOf("number 0"));
  expect([full.text.includes("number 4"), full.text.includes("And 1 more request for an offer")]).toEqual([
    false,
    true,
  ]);
  for (let i = 0; i < 20; i++) await requestRow(parties);
  expect((await bob.get("/dashboard")).text).toContain(
    "And 10+ more requests for an offer, in your messages",
  );
  await db.update(schema.offerRequests).set({ buyerId: gone });
  await db.update(schema.profiles).set({ deletedAt: 1 }).where(eq(schema.profiles.id, gone));
  expect((await bob.get("/dashboard")).text).toContain("Nothing needs your attention now");
});

it("With 10,000 orders, 50 services and 12 months, each page of the dashboard reads at most 150 rows, and pages show all services", async () => {
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
    select 'old-' || i, ${loaf?.id}, ${bob.id}, ${buyer.id}, 'completed', 'paid', 'closed', 'none', 8000, 0, 'Loaf', 'starter', 'Basic', 3, 1,
      '[]', '', 1, null, 'old-' || i, 1, ${at} - i * 60000, 1 from k`);
  await db.run(sql`update orders set paid_at = created_at where seller_id = ${bob.id}`);
  for (let i = 0; i < 30; i++)
    await gigFigures.addViews(db, new Map(made.map(({ id }) => [id, 1000])), at - (29 - i) * day);
  for (const month of monthsUntil(at))
    await db.insert(schema.earnedMonths).values({ userId: bob.id, month, cents: 100 });
  const conversation = await conversationOf(bob, buyer);
  for (let i = 0; i < 40; i++) await requestRow({ conversation, buyer, seller: bob });
  const measured = measuredDatabase(env.DB);
  bob.send = productWith({ DB: measured.database });
  const page = await bob.get(dashboard);
  const rows = measured.read();
  expect(page.status).toBe(200);
  expect(page.text).toContain("about 30,000 views · 10,000 orders · 33.3% conversion");
  expect(rows).toBeGreaterThan(40);
  const all: Record<string, number> = { services: rows };
  for (const path of ["/dashboard", "/orders?tab=selling", "/earnings", "/dashboard/reviews"]) {
    bob.send = productWith({ DB: measured.database });
    const before = measured.read();
    expect((await bob.get(path)).status).toBe(200);
    all[path] = measured.read() - before;
  }
  const { "/earnings": ofEarnings = 0, ...others } = all;
  expect(Math.max(...Object.values(others)), JSON.stringify(all)).toBeLessThanOrEqual(150);
  // /earnings lists fifty orders with what became of their earnings.
  expect(ofEarnings).toBeLessThanOrEqual(250);
  const olderOf = ({ html }: Page) => /<a [^>]*href="([^"#]*)[^>]*>Older services/.exec(html)?.[1];
  const seen = titles(page);
  for (let older = olderOf(page); older; ) {
    const next = await bob.get(older.replaceAll("&amp;", "&"));
    seen.push(...titles(next));
    older = olderOf(next);
  }
  expect(seen).toEqual(made.map(({ title }) => title).toReversed());
});

it("The menu is on every page of the dashboard and marks the current one; old addresses of the services still work", async () => {
  const bob = await visitor.signedIn();
  const jar = await gig(db, { sellerId: bob.id });
  const menu = ({ html }: Page) => /<nav[^>]*aria-label="Dashboard"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
  const pages = [
    "/dashboard",
    dashboard,
    "/earnings",
    "/dashboard/reviews",
    "/orders?tab=selling",
    "/orders",
  ];
  for (const path of pages) {
    const shown = menu(await bob.get(path));
    const current = path === "/orders" ? "/orders?tab=selling" : path;
    expect([...shown.matchAll(/<a aria-current="page"[^>]* href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      current,
    ]);
    // The anchor of an old link to the services.
    expect(shown).toMatch(
      /id="services"[^>]*href="\/dashboard\/services"|href="\/dashboard\/services"[^>]*id="services"/,
    );
  }
  for (const path of ["/orders", "/dashboard"])
    expect((await bob.get(`${path}?tab=selling&gigs=${jar.id}`)).location).toBe(
      `${dashboard}?gigs=${jar.id}`,
    );
  expect(menu(await (await visitor.signedIn()).get("/orders"))).toBe("");
});

it("Drafts and unpublished changes are on the services, and counted on the Overview", async () => {
  const ann = await writer();
  const { draft, jar } = {
    draft: await draftOf(ann, { title: "A jar to come" }),
    jar: await gig(db, { sellerId: ann.id }),
  };
  await db
    .insert(schema.gigDrafts)
    .values({ id: jar.id, sellerId: ann.id, steps: {}, version: 1, createdAt: 1, updatedAt: 1 });
  const page = await ann.get(dashboard);
  expect(page.text).toContain("Your drafts A jar to come Draft · saved");
  expect(page.links).toContain(`/services/create/${draft}/overview`);
  expect(services(page)).toContain("Unpublished changes");
  const overview = await ann.get("/dashboard");
  expect(overview.text).toContain("1 draft to finish 1 service with unpublished changes");
});

it("A seller whose application was refused sees why, and no way to create a service", async () => {
  const ann = await writer();
  const [seller] = await db.select().from(schema.sellers).where(eq(schema.sellers.userId, ann.id));
  if (!seller) throw new Error("No registration");
  const links = async () => {
    const pages = await Promise.all(
      ["/dashboard", dashboard, "/orders?tab=selling"].map((path) => ann.get(path)),
    );
    return pages.map(({ html }) => /href="\/(dashboard\/create-gig|services\/create)"/.test(html));
  };
  expect(await links()).toEqual([true, true, true]);
  await db.update(schema.sellers).set({ status: "suspended" }).where(eq(schema.sellers.id, seller.id));
  await db.insert(schema.sellerEvents).values({
    sellerId: seller.id,
    seq: seller.version + 1,
    kind: "refused",
    at: 1,
    note: "The texts are copied.",
  });
  expect(await links()).toEqual([false, false, false]);
  for (const path of ["/dashboard", dashboard, "/orders?tab=selling"])
    expect((await ann.get(path)).text).toContain(
      "You can no longer sell here The reason: The texts are copied.",
    );
});
