import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { find } from "#app/admin/find/find.server.ts";
import { ticketCode } from "#app/contact/ticket.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import * as schema from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase, productWith } from "../../support/bindings/faulty.ts";
import { gig, person } from "../../support/factories.ts";
import { orderRow } from "../../support/orders.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

vi.setConfig({ testTimeout: 120_000 });

const { ann: eve } = await operator();
const search = (q: string) => eve.get(`/admin/find?${new URLSearchParams({ q })}`);
const at = Date.now();

/** The groups on the page, each with the addresses of what it shows. */
const shown = (page: Page) =>
  Object.fromEntries(
    [...page.html.matchAll(/<h2 class="mb-3">([^<]*)<\/h2>(.*?)<\/section>/gs)].map(
      ([, label, rows = ""]) => [
        label,
        [...rows.matchAll(/<td[^>]*><a href="([^"]*)"/g)].map(([, to]) => to?.replaceAll("&amp;", "&")),
      ],
    ),
  );

async function withEmail(email: string, options: Parameters<typeof person>[1] = {}) {
  const made = await person(db, options);
  await db.update(schema.users).set({ email }).where(eq(schema.users.id, made.id));
  return { ...made, email };
}

async function ticketRow(row: { userId: string } | { name: string; email: string }) {
  const [made] = await db
    .insert(schema.tickets)
    .values({
      id: crypto.randomUUID(),
      topic: "other",
      state: "open",
      version: 1,
      createdAt: at,
      updatedAt: at,
      waitingSince: at,
      ...row,
    })
    .returning();
  if (!made) throw new Error("The ticket is missing");
  return made;
}

const call = { attempt: 1, params: "{}", state: "confirmed", open: false, at, updatedAt: at } as const;

/** An order with one object of each kind at Stripe, named after `name`. */
async function orderAtStripe(name: string) {
  const order = await orderRow(db);
  await db.insert(schema.payments).values({
    id: crypto.randomUUID(),
    checkoutSessionId: `cs_test_${name}`,
    paymentIntentId: `pi_${name}`,
    orderId: order.id,
    amountCents: 8000,
    currency: "usd",
    outcome: "applied",
    at,
  });
  for (const [kind, stripeId] of [
    ["checkout_session", `cs_test_${name}`],
    ["refund", `re_${name}`],
    ["transfer", `tr_${name}`],
  ] as const)
    await db
      .insert(schema.moneyCalls)
      .values({ ...call, id: crypto.randomUUID(), kind, orderId: order.id, stripeId });
  for (const id of [`dp_${name}`, `du_${name}`])
    await db.insert(schema.disputes).values({ id, orderId: order.id, amountCents: 8000, state: "open", at });
  return order;
}

it("An exact address, name, number or id goes straight there, whatever else contains it", async () => {
  const ida = await withEmail("ida@find.test", { username: "ida.find", fullName: "Ida Find" });
  const offer = await gig(db, { title: "Ida Find, painted on a plate", sellerId: ida.id });
  // Strangers whose names and addresses contain hers, newer than she is.
  await withEmail("ida@find.test.example", { username: "ida.finder", fullName: "ida.find ida@find.test" });
  await gig(db, { title: `${offer.slug} again` });
  await db.insert(schema.gigSlugs).values({ slug: "former-plate", gigId: offer.id });
  const order = await orderAtStripe("Find1");
  const ticket = await ticketRow({ userId: ida.id });
  await sellerRow(ida.id, { status: "active" });
  const [seller] = await db.select().from(schema.sellers).where(eq(schema.sellers.userId, ida.id));
  const draft = crypto.randomUUID();
  await db
    .insert(schema.gigDrafts)
    .values({ id: draft, sellerId: ida.id, steps: {}, version: 1, createdAt: at, updatedAt: at });
  const account = crypto.randomUUID();
  await db.insert(schema.payoutAccounts).values({
    id: account,
    userId: ida.id,
    country: "IE",
    stripeId: "acct_Find1",
    open: true,
    createdAt: at,
    updatedAt: at,
  });
  await db.insert(schema.bankPayouts).values({
    id: "po_Find1",
    accountId: account,
    userId: ida.id,
    amount: 100,
    currency: "eur",
    state: "paid",
    arrivesAt: at,
    createdAt: at,
    readAt: at,
  });
  await db.insert(schema.mismatches).values({ id: "re_Alone", note: "A refund that we did not send", at });
  const [registration] = [seller?.id ?? ""];
  await db.insert(schema.payments).values({
    id: crypto.randomUUID(),
    checkoutSessionId: "cs_test_Fee",
    paymentIntentId: "pi_Fee",
    registrationId: registration,
    amountCents: 5000,
    currency: "usd",
    outcome: "applied",
    at,
  });
  const event = (id: string, object: { id: string; payment_intent: string | null }, connected = {}) =>
    webhookEvents.store(db, { id, type: "charge.updated", data: { object }, ...connected }, at);
  await event("evt_Charge", { id: "ch_Find1", payment_intent: "pi_Find1" });
  await event("evt_Dispute", { id: "dp_Find1", payment_intent: null });
  await event("evt_Account", { id: "ba_Find1", payment_intent: null }, { account: "acct_Find1" });
  await event("evt_Payout", { id: "po_Find1", payment_intent: null }, { account: "acct_Find1" });
  await event("evt_Nothing", { id: "", payment_intent: null });
  // Once an event is processed, its payload is gone.
  await db.update(schema.webhookEvents).set({ payload: "", processedAt: at });

  const orderPage = `/admin/orders/${order.id}`;
  const userPage = `/admin/users/${ida.id}`;
  const gigPage = `/admin/gigs?q=${offer.id}`;
  const payouts = `/admin/payouts/${ida.id}`;
  for (const [q, to] of [
    ["ida@find.test", userPage],
    [" IDA@Find.test ", userPage],
    ["ida.find", userPage],
    ["@Ida.Find", userPage],
    [ida.id, userPage],
    [ida.id.slice(0, 8).toUpperCase(), userPage],
    [order.id, orderPage],
    [order.id.slice(0, 8), orderPage],
    [`#${order.id.slice(0, 8)}`, orderPage],
    [offer.slug, gigPage],
    ["former-plate", gigPage],
    [offer.id, gigPage],
    [offer.id.slice(0, 8), gigPage],
    [draft, `/admin/gigs?q=${draft}&show=drafts`],
    [ticketCode(ticket), `/admin/tickets/${ticketCode(ticket)}`],
    [`#${ticketCode(ticket).toLowerCase()}`, `/admin/tickets/${ticketCode(ticket)}`],
    [String(ticket.number), `/admin/tickets/${ticketCode(ticket)}`],
    [ticketCode(ticket).replace(/-0+/, "-"), `/admin/tickets/${ticketCode(ticket)}`],
    [registration, `/admin/applications?id=${registration}`],
    ["cs_test_Find1", orderPage],
    ["pi_Find1", orderPage],
    ["re_Find1", orderPage],
    ["dp_Find1", orderPage],
    ["du_Find1", orderPage],
    ["tr_Find1", orderPage],
    ["po_Find1", payouts],
    ["acct_Find1", payouts],
    ["evt_Charge", orderPage],
    ["evt_Dispute", orderPage],
    ["evt_Account", payouts],
    ["evt_Payout", payouts],
    ["evt_Nothing", "/admin/health"],
    ["pi_Fee", `/admin/applications?id=${registration}`],
    ["re_Alone", "/admin/payments?q=re_Alone"],
  ] as const) {
    const page = await search(q);
    expect([q, page.status, page.location]).toEqual([q, 302, to]);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  }
  // Also after it was resolved: its page shows the outcome.
  await db.update(schema.mismatches).set({ resolvedAt: at }).where(eq(schema.mismatches.id, "re_Alone"));
  const resolved = await search("re_Alone");
  expect([resolved.status, resolved.location]).toEqual([302, "/admin/payments?q=re_Alone"]);
  expect((await eve.get("/admin/payments?q=re_Alone")).text).toContain("A refund that we did not send");
  for (const q of ["pi_Find", "pi_find1", "HW-1999-000001", "HW-1999-1", "no.such.name"])
    expect([q, (await search(q)).text.includes("Nothing found")]).toEqual([q, true]);
});

it("A text that names several things exactly shows all of them, and nothing that only contains it", async () => {
  const twin = await person(db, { username: "deadbeef" });
  await person(db, { username: "deadbeefs" });
  const [first, second] = [1, 2].map((n) => `deadbeef-0000-4000-8000-00000000000${n}`);
  for (const id of [first, second]) await orderRow(db, { id });
  const page = await search("deadbeef");
  expect(page.status).toBe(200);
  expect(shown(page)).toEqual({
    People: [`/admin/users/${twin.id}`],
    Orders: [`/admin/orders/${second}`, `/admin/orders/${first}`],
  });
  expect(page.text).toContain("Each of these matches exactly.");
  expect(page.links).not.toContain("/admin/orders?q=deadbeef");
});

it("Other texts show what contains them, in groups, with the whole list; a single result goes straight there", async () => {
  const kim = await withEmail("kim@lanterns.test", { fullName: "Kim Lantern" });
  const other = await person(db, { fullName: "Ömer LANTERN" });
  const listed = await gig(db, { title: "A paper lantern" });
  const denied = await gig(db, { title: "Lantern, denied", state: "denied" });
  const draft = crypto.randomUUID();
  const steps = { overview: { version: 1, typed: { title: "Lantern for a garden" } } };
  await db
    .insert(schema.gigDrafts)
    .values({ id: draft, sellerId: kim.id, steps, version: 1, createdAt: at, updatedAt: at });
  const page = await search("lantern");
  expect(shown(page)).toEqual({
    People: [other, kim].map(({ id }) => `/admin/users/${id}`),
    Gigs: [denied, listed].map(({ id }) => `/admin/gigs?q=${id}`),
    Drafts: [`/admin/gigs?q=${draft}&show=drafts`],
  });
  expect(page.text).not.toContain("All matching");
  expect((await search("omer lan")).location).toBe(`/admin/users/${other.id}`);
  expect((await search("garden")).location).toBe(`/admin/gigs?q=${draft}&show=drafts`);
  for (let i = 0; i < 4; i++) await gig(db, { title: `Lantern ${i}` });
  const more = await search("lantern");
  expect(shown(more).Gigs).toHaveLength(5);
  expect(more.links).toContain("/admin/gigs?q=lantern");
  const order = await orderRow(db, { id: "fedcba98-7654-4000-8000-000000000001" });
  expect((await search("fedcb")).location).toBe(`/admin/orders/${order.id}`);
  // A visitor has no account: their address finds their tickets.
  const guest = { name: "Guest", email: "guest@lanterns.test" };
  const [one, two] = [await ticketRow(guest), await ticketRow(guest)];
  expect(shown(await search("guest@lanterns.test"))).toEqual({
    Tickets: [two, one].map((ticket) => `/admin/tickets/${ticketCode(ticket)}`),
  });
});

it("An empty, short, long or hostile text shows a clear page with the text kept", async () => {
  const kept = (page: Page) =>
    /<form class="finder".*?value="([^"]*)"/s
      .exec(page.html)?.[1]
      ?.replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'");
  const long = `${"%_'\"\u202Ex".repeat(714)}ab`;
  for (const [q, sentence] of [
    ["", "What are you looking for?"],
    ["ab", "Type at least 3 characters"],
    ["%%%", "Nothing found"],
    ["___", "Nothing found"],
    [`"' OR 1=1 --`, "Nothing found"],
    ['title : "x" AND *', "Nothing found"],
    ["\u202Elatot\u202C", "Nothing found"],
    ["é".repeat(254), "Nothing found"],
    ["a".repeat(255), "Type at most 254 characters"],
    [long, "Type at most 254 characters"],
  ] as const) {
    const page = await search(q);
    expect([q, page.status, page.text.includes(sentence)]).toEqual([q, 200, true]);
    expect(kept(page)).toBe(q);
  }
  expect((await eve.get("/admin/find")).text).toContain("What are you looking for?");
});

it("Every page of the console has the box, and others get the ordinary 404", async () => {
  for (const path of [
    "/admin/health",
    "/admin/users",
    `/admin/users/${eve.id}`,
    "/admin/settings",
    "/admin/audit",
  ])
    expect([path, (await eve.get(path)).html.includes('<form class="finder" action="/admin/find"')]).toEqual([
      path,
      true,
    ]);
  const { ann: withoutFactor } = await operator({ aal: "aal1" });
  for (const who of [visitor.signedOut(), await visitor.signedIn(), withoutFactor])
    for (const q of ["", `?q=${eve.email}`, "?q=%25"])
      expect((await who.get(`/admin/find${q}`)).status).toBe(404);
  expect((await eve.submit("/admin/find", {})).status).toBe(404);
});

it("Stripe's ids on an order's page link to Stripe's dashboard, but not with the stand-in", async () => {
  const { id } = await orderAtStripe("Linked");
  const page = await eve.get(`/admin/orders/${id}`);
  expect([page.text.includes("pi_Linked"), page.html.includes("dashboard.stripe.com")]).toEqual([
    true,
    false,
  ]);
  const { ann: other } = await operator();
  other.send = productWith({ STRIPE_API: "https://api.stripe.com" });
  const { links } = await other.get(`/admin/orders/${id}`);
  const stripe = "https://dashboard.stripe.com/test";
  for (const to of [
    "search?query=cs_test_Linked",
    "payments/pi_Linked",
    "refunds/re_Linked",
    "disputes/du_Linked",
  ])
    expect(links).toContain(`${stripe}/${to}`);
  expect(links).toContain(`${stripe}/connect/transfers/tr_Linked`);
});

it("A search writes nothing into the audit log", async () => {
  await search(eve.id);
  expect(await db.select().from(schema.auditLog)).toEqual([]);
});

it("A search reads at most 500 rows, however much there is", async () => {
  const sold = await gig(db, { title: "Many" });
  const buyer = await person(db, { username: "many-find" });
  const fill = (insert: string, select: string, ...values: string[]) =>
    env.DB.prepare(
      `${insert} with recursive k(i) as (select 1 union all select i + 1 from k where i < 3000) ${select} from k`,
    )
      .bind(...values)
      .run();
  await fill(
    "insert into users (id, email, created_at)",
    "select printf('%08x-0000-4000-8000-many', i), 'many' || i || '@many.test', 1",
  );
  await fill(
    "insert into profiles (id, username, full_name, created_at)",
    "select printf('%08x-0000-4000-8000-many', i), 'many' || i, 'Many Many', 1",
  );
  await fill(
    `insert into orders (id, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
       package_title, delivery_days, revisions, questions, requirements, paid_at, form_token, version, created_at, updated_at)`,
    `select printf('%08x-1111-4000-8000-many', i), ?, ?, ?, 'completed', 'paid', 'closed', 'none', 8000, 0, 'Many', 'starter', 'Basic', 3, 1, '[]', '', i,
       'many-' || i, 1, i, i`,
    sold.id,
    sold.sellerId,
    buyer.id,
  );
  const copied = (listed: number, state: string, word: string) =>
    fill(
      `insert into gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, seller_id, category_id, questions, state, listed, created_at, updated_at)`,
      `select printf('%08x-${word}', i), '${word}-' || i, 'Many many ${word}', 'x', 8000, 3, 1, '[]', ?, ?, '[]', '${state}', ${listed}, 1, 1`,
      sold.sellerId,
      sold.categoryId,
    );
  await copied(1, "active", "listed");
  await copied(0, "paused", "paused");
  await fill(
    `insert into gig_drafts (id, seller_id, steps, version, created_at, updated_at)`,
    `select 'many-draft-' || i, ?, '{"overview":{"version":1,"typed":{"title":"Many many"}}}', 1, 1, 1`,
    sold.sellerId,
  );
  await fill(
    `insert into tickets (id, user_id, topic, state, version, created_at, updated_at, waiting_since)`,
    `select 'many-ticket-' || i, ?, 'other', 'open', 1, 1, 1, 1`,
    buyer.id,
  );
  await fill(
    `insert into payments (id, checkout_session_id, payment_intent_id, order_id, amount_cents, currency, outcome, at)`,
    `select 'many-' || i, 'cs_many' || i, 'pi_many', printf('%08x-1111-4000-8000-many', i), 8000, 'usd', 'mismatch', i`,
  );
  const counts = [];
  for (const q of [
    "many",
    "many many",
    "many.test",
    "00000",
    "000000ff",
    "many12",
    "many7@many.test",
    "many-find",
    "listed-7",
    "listed",
    "1234",
    "HW-1970-001234",
    "cs_many77",
    "pi_many",
    "pi_nothing",
    "no such name",
  ]) {
    const { database, read } = measuredDatabase(env.DB);
    const found = await find(databaseOf(database.withSession("first-primary")), q);
    counts.push([q, read(), found.groups.length] as const);
  }
  expect(counts.filter(([, rows]) => rows > 500)).toEqual([]);
  expect(counts.find(([q]) => q === "many")?.[2]).toBe(3);
});
