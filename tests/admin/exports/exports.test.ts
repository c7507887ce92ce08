import { env } from "cloudflare:workers";
import { and, desc, eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as deletions from "#app/account/deletion-statements.server.ts";
import { anything, type ExportKind, type ExportSearch } from "#app/admin/exports/export-search.ts";
import * as exports from "#app/admin/exports/exports.server.ts";
import { ticketCode } from "#app/contact/ticket.ts";
import * as profileStore from "#app/profiles/profiles.server.ts";
import * as schema from "#drizzle/schema.ts";
import { sellerRow } from "#tests/sellers/applicant.ts";
import { operator } from "#tests/support/accounts/operator.ts";
import { expectErrorLog } from "#tests/support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "#tests/support/bindings/faulty.ts";
import { day, hour, now, pass } from "#tests/support/clock.ts";
import { person, usernameOf } from "#tests/support/factories.ts";
import { orderRow } from "#tests/support/orders.ts";
import { completedOrder, readyAccount, refund } from "#tests/support/payouts.ts";
import { deliveries } from "#tests/support/stripe.ts";
import { db, origin, type Page, Visitor } from "#tests/support/visitor.ts";
import { databaseOf } from "#workers/context.ts";

vi.setConfig({ testTimeout: 60_000 });
await deliveries("off");
const { ann: eve } = await operator();
const reason = "For the yearly statement";

/** The lines of a file as its cells, without the byte order mark. RFC 4180. */
function linesOf(file: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") lines.push([]);
  }
  return lines.slice(0, -1);
}

/** The rows of a file, by the names of its columns. */
function rowsOf(file: string): Record<string, string>[] {
  const [head = [], ...rows] = linesOf(file.replace(/^\uFEFF/, ""));
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ""])));
}

/** Downloads an export. Call `freshHour` first, because exports are limited per hour. */
async function take(kind: ExportKind, filters: Partial<ExportSearch> = {}) {
  const page = await eve.submit("/admin/exports", { intent: kind, reason, ...filters });
  expect([kind, page.status, page.headers.get("Content-Type")]).toEqual([
    kind,
    200,
    "text/csv; charset=utf-8",
  ]);
  return { page, rows: rowsOf(page.html) };
}

/** The file of an export that is read `page` rows at a time. */
async function pagesOf(
  kind: ExportKind,
  filters: Partial<ExportSearch>,
  page: number,
  most = 1000,
  base = db,
  read = 1_000_000,
): Promise<Record<string, string>[]> {
  let file = "";
  const asked = { kind, search: { ...anything, ...filters } };
  for await (const part of exports.partsOf(base, asked, eve.id, now(), { page, most, read })) file += part;
  return rowsOf(file);
}

/** The reason in the form of an export. */
const kept = (page: Page, kind: ExportKind) =>
  new RegExp(`<textarea[^>]*id="reason-${kind}"[^>]*>([^<]*)`).exec(page.html)?.[1];

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const freshHour = () => db.delete(schema.limits);

test("Users: the filter's rows, hostile names as text, deleted accounts without a name, nothing secret", async () => {
  await freshHour();
  const evil = await person(db, { fullName: "=cmd|'/C calc'!A1" });
  const long = await person(db, { fullName: `Ödön \u202Evil 👩‍👧 ${"é".repeat(290)}` });
  const gone = await person(db, { fullName: "Gone Person" });
  await db.batch([
    ...profileStore.anonymised(db, gone.id, now() + day, now()),
    deletions.anonymised(db, gone.id, now()),
  ]);
  const { page, rows } = await take("users");
  expect(page.headers.get("Content-Disposition")).toContain(`handiwork-users-${dayOf(now())}.csv`);
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  const row = (id: string) => rows.find(({ ID }) => ID === id);
  expect(row(evil.id)).toMatchObject({ Name: "'=cmd|'/C calc'!A1", Email: evil.email, Role: "user" });
  expect(row(evil.id)?.Registered).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(row(long.id)?.Name).toBe(`Ödön \u202Evil 👩‍👧 ${"é".repeat(290)}`);
  expect(row(gone.id)).toMatchObject({ Name: "", Username: "", Email: "" });
  expect(row(gone.id)?.Deleted).not.toBe("");
  expect(page.html).not.toMatch(/scrypt|Gone Person|deleted\.invalid/);

  await db.update(schema.users).set({ suspendedAt: now() }).where(eq(schema.users.id, evil.id));
  const ids = (found: Record<string, string>[]) => found.map(({ ID }) => ID);
  expect(ids((await take("users", { show: "suspended" })).rows)).toEqual([evil.id]);
  expect(ids((await take("users", { q: "ÖDÖN" })).rows)).toEqual([long.id]);
  expect(ids((await take("users", { q: evil.id.slice(0, 8), show: "suspended" })).rows)).toEqual([evil.id]);
  expect(ids((await take("users", { q: "cmd|", show: "suspended" })).rows)).toEqual([evil.id]);
  expect(ids((await take("users", { q: "odon", show: "suspended" })).rows)).toEqual([]);
});

test("A file begins with a byte order mark, and its rows continue across every page boundary, newest first", async () => {
  await freshHour();
  const body = new URLSearchParams({ intent: "users", reason });
  const response = await eve.fetch("/admin/exports", { method: "POST", body, headers: { Origin: origin } });
  expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);

  for (let i = 0; i < 12; i++) await person(db, { fullName: `Leafed Reader ${i}` });
  const all = (await pagesOf("users", {}, 1000)).map(({ Number: number }) => Number(number));
  expect(all).toEqual(all.toSorted((a, b) => b - a));
  expect(all.length).toBeGreaterThan(12);
  for (const page of [1, 4, all.length, all.length + 1])
    expect((await pagesOf("users", {}, page)).map(({ Number: number }) => Number(number))).toEqual(all);
  for (const page of [1, 5, 12])
    expect((await pagesOf("users", { q: "leafed" }, page)).map(({ Name }) => Name)).toEqual(
      Array.from({ length: 12 }, (_, i) => `Leafed Reader ${11 - i}`),
    );
  // With a maximum, the newest.
  expect(await pagesOf("users", {}, 4, 6)).toHaveLength(6);
});

test("Orders: columns, and each filter of the list and the days", async () => {
  await freshHour();
  const { ann, bob, order } = await completedOrder({ priceCents: 12_000 });
  const at = now();
  const buyer = await person(db);
  const old = await orderRow(db, {
    buyerId: buyer.id,
    createdAt: Date.UTC(2024, 1, 29, 23, 59),
    title: "+1",
  });
  const late = await orderRow(db, {
    ...{ buyerId: buyer.id, status: "in progress", stage: "in_revision", deliveryDate: at - day },
    createdAt: Date.UTC(2024, 2, 1),
  });
  const held = await orderRow(db, { buyerId: buyer.id, hold: "dispute", stage: "delivered" });
  const { rows } = await take("orders");
  const row = (id: string) => rows.find(({ ID }) => ID === id);
  expect(row(order.id)).toMatchObject({
    ...{ Price: "120.00", Status: "completed", Payment: "paid", Stage: "closed", Hold: "" },
    ...{ "Buyer ID": ann.id, "Seller ID": bob.id, Seller: await usernameOf(db, bob.id) },
    ...{ "Refunded to the card": "0.00", Due: expect.stringMatching(/Z$/) },
  });
  expect(row(old.id)?.Service).toBe("'+1");

  const ids = async (filters: Partial<ExportSearch>) => {
    const found = (await take("orders", filters)).rows.map(({ ID }) => ID);
    for (const page of [1, 2])
      expect((await pagesOf("orders", filters, page)).map(({ ID }) => ID)).toEqual(found);
    return found;
  };
  expect(await ids({ from: "2024-02-29", to: "2024-02-29" })).toEqual([old.id]);
  expect(await ids({ to: "2024-03-01" })).toEqual([late.id, old.id]);
  expect(await ids({ to: "2024-03-01", stage: "in_revision" })).toEqual([late.id]);
  expect(await ids({ show: "late" })).toEqual([late.id]);
  expect(await ids({ show: "dispute" })).toEqual([held.id]);
  await freshHour();
  expect(await ids({ show: "not-started", to: "2024-12-31" })).toEqual([old.id]);
  expect(await ids({ q: buyer.email })).toEqual([held.id, late.id, old.id]);
  expect(await ids({ q: buyer.email, status: "in progress" })).toEqual([late.id]);
  expect(await ids({ q: buyer.email, from: "2024-03-01", to: "2024-03-01" })).toEqual([late.id]);
  expect(await ids({ status: "completed" })).toEqual([order.id]);
  // Only a limited number of the newest rows is read.
  const status = { status: "completed", from: "2024-01-01" };
  expect(await pagesOf("orders", status, 1, 9, db, 1)).toEqual([]);
  expect(await pagesOf("orders", status, 1, 9, db, 9)).toHaveLength(1);
});

test("Ledger and refunds: all entries of the days, negative amounts as numbers", async () => {
  await freshHour();
  const { order } = await completedOrder({ priceCents: 12_000 });
  await readyAccount(order.sellerId);
  await refund(order.id, 2000);
  const { rows } = await take("ledger");
  const entries = await db.select().from(schema.ledger).orderBy(desc(schema.ledger.number));
  expect(rows.map(({ Number: number }) => Number(number))).toEqual(entries.map(({ number }) => number));
  expect(rows.some(({ Amount = "" }) => /^-\d+\.\d\d$/.test(Amount))).toBe(true);
  const sum = rows.reduce((cents, { Amount }) => cents + Math.round(Number(Amount) * 100), 0);
  expect(sum).toBe(0);
  for (const page of [1, 3]) expect(await pagesOf("ledger", {}, page)).toEqual(rows);
  const today = dayOf(now());
  expect((await take("ledger", { from: today, to: today })).rows.length).toBeGreaterThan(0);
  expect((await take("ledger", { to: dayOf(now() - 40 * day) })).rows).toEqual([]);

  await db
    .update(schema.moneyCalls)
    .set({ state: "confirmed", stripeId: "re_1" })
    .where(and(eq(schema.moneyCalls.orderId, order.id), eq(schema.moneyCalls.kind, "refund")));
  const refunds = (await take("refunds")).rows.filter((row) => row["Order ID"] === order.id);
  expect(refunds).toMatchObject([{ Amount: "20.00", State: "confirmed", "Registration ID": "" }]);
  expect(refunds[0]?.["Refund at Stripe"]).toBe("re_1");
  expect((await take("refunds", { to: "2020-01-01" })).rows).toEqual([]);
});

test("Registrations: the list's rows, without the texts of the application", async () => {
  await freshHour();
  const [waiting, refused] = [await person(db, { fullName: "@sum(A1)" }), await person(db)];
  await sellerRow(waiting.id, { status: "active", payoutCountry: "DE", skills: "Secret skills" });
  await sellerRow(refused.id, { status: "applied" });
  await db.update(schema.sellers).set({ status: "suspended" }).where(eq(schema.sellers.userId, refused.id));
  const { page, rows } = await take("registrations");
  expect(rows.find((row) => row["User ID"] === waiting.id)).toMatchObject({
    ...{
      Name: "'@sum(A1)",
      Status: "active",
      "Country of payouts": "DE",
      Fee: expect.stringMatching(/^\d+\.00$/),
    },
  });
  expect(page.html).not.toContain("Secret skills");
  const users = async (show: string) =>
    (await take("registrations", { show })).rows.map((row) => row["User ID"]);
  expect(await users("refused")).toEqual([refused.id]);
  expect(await users("waiting")).toContain(waiting.id);
  expect(await users("no such list")).toHaveLength(rows.length);
  const draft = await person(db);
  await sellerRow(draft.id, { status: "applied" });
  await db.update(schema.sellers).set({ status: "none" }).where(eq(schema.sellers.userId, draft.id));
  expect(await users("")).not.toContain(draft.id);
});

test("Transfers, payouts and debts: with what became of them at Stripe, without bank accounts", async () => {
  await freshHour();
  const { order, bob } = await completedOrder({ priceCents: 12_000 });
  const { id: accountId, stripeId } = await readyAccount(bob.id);
  const at = now();
  await db.insert(schema.transfers).values([
    { ...{ id: "t1", orderId: order.id, userId: bob.id, seq: 1, accountId, cents: 9600 }, open: true, at },
    {
      ...{ id: "t2", orderId: order.id, userId: bob.id, seq: 2, accountId, cents: 500 },
      ...{ open: false, refusal: "balance_insufficient", at: at - 40 * day },
    },
  ]);
  const { page, rows } = await take("transfers");
  expect(rows).toMatchObject([
    { ID: "t1", Amount: "96.00", "Taken back": "0.00", "Order ID": order.id, Refused: "" },
    { ID: "t2", Amount: "5.00", Refused: "balance_insufficient" },
  ]);
  expect(await pagesOf("transfers", {}, 1)).toEqual(rows);
  expect((await take("transfers", { from: dayOf(at - day) })).rows).toMatchObject([{ ID: "t1" }]);

  const payout = { accountId, userId: bob.id, arrivesAt: at, readAt: at };
  await db.insert(schema.bankPayouts).values([
    { ...payout, id: "po_1", amount: 120_050, currency: "jpy", cents: 80_000, state: "paid", createdAt: at },
    {
      ...payout,
      id: "po_2",
      amount: 5000,
      currency: "eur",
      state: "failed",
      failureCode: "account_closed",
      createdAt: at,
    },
  ]);
  const paid = (await take("payouts")).rows;
  expect(paid).toMatchObject([
    {
      "Payout at Stripe": "po_2",
      Amount: "50.00",
      Currency: "EUR",
      "US dollars": "",
      Failure: "account_closed",
    },
    { "Payout at Stripe": "po_1", Amount: "120050", Currency: "JPY", "US dollars": "800.00", State: "paid" },
  ]);
  expect(paid[0]?.["Account at Stripe"]).toBe(stripeId);
  expect((await take("payouts", { show: "paid" })).rows).toMatchObject([{ "Payout at Stripe": "po_1" }]);
  expect(await pagesOf("payouts", { show: "paid" }, 1)).toHaveLength(1);
  expect(page.html + JSON.stringify(paid)).not.toMatch(/(?<![\w-])\d*6789(?![\w-])|STRIPE TEST BANK/i);

  await db.insert(schema.ledger).values([
    { transaction: "lost", account: "seller_debts", orderId: order.id, userId: bob.id, amountCents: 700, at },
    {
      transaction: "lost",
      account: "seller_payable",
      orderId: order.id,
      userId: bob.id,
      amountCents: -700,
      at,
    },
  ]);
  const debts = (await take("debts")).rows;
  expect(debts).toMatchObject([{ "Order ID": order.id, "Seller ID": bob.id, Owed: "7.00" }]);
  expect((await take("debts", { show: "old" })).rows).toEqual([]);
  await db
    .update(schema.earnings)
    .set({ owedSince: at - 61 * day })
    .where(eq(schema.earnings.orderId, order.id));
  expect((await take("debts", { show: "old" })).rows).toHaveLength(1);

  // Between two pages, the last row's debt is paid.
  const { order: other } = await completedOrder({ priceCents: 5000 });
  const owed = (orderId: string, owedSince: number | null) =>
    db.update(schema.earnings).set({ owedSince }).where(eq(schema.earnings.orderId, orderId));
  await owed(other.id, at - day);
  const asked = { kind: "debts", search: anything } as const;
  const parts = exports.partsOf(db, asked, eve.id, now(), { page: 1, most: 9, read: 9 });
  await parts.next();
  expect((await parts.next()).value).toContain(other.id);
  await owed(other.id, null);
  expect((await parts.next()).value).toContain(order.id);
  expect((await parts.next()).done).toBe(true);
});

test("Tickets: by text, state and topic, without what was written", async () => {
  await freshHour();
  const guest = Visitor.signedOut();
  guest.address = "198.51.100.77";
  const message = "The page of my order is empty since this morning";
  const sent = { message, name: "=HYPERLINK(1)", email: "hyper@example.test", topic: "bug" };
  expect((await guest.submit("/contact", sent)).status).toBe(303);
  const ann = await Visitor.signedIn();
  expect((await ann.submit("/contact", { message, topic: "refund" })).status).toBe(303);
  const [mine, theirs] = await db.select().from(schema.tickets).orderBy(desc(schema.tickets.number)).limit(2);
  if (!mine || !theirs) throw new Error("A ticket is missing");
  const { page, rows } = await take("tickets");
  expect(rows).toMatchObject([
    { Ticket: ticketCode(mine), "User ID": ann.id, Visitor: "", State: "open" },
    { Ticket: ticketCode(theirs), Visitor: "'=HYPERLINK(1)", "Visitor’s email": "hyper@example.test" },
  ]);
  expect(page.html).not.toContain("empty since");
  await db.update(schema.tickets).set({ assigneeId: eve.id }).where(eq(schema.tickets.id, mine.id));
  const codes = async (filters: Partial<ExportSearch>) =>
    (await take("tickets", filters)).rows.map(({ Ticket }) => Ticket);
  expect(await codes({ show: "mine" })).toEqual([ticketCode(mine)]);
  expect(await codes({ topic: "bug" })).toEqual([ticketCode(theirs)]);
  expect(await codes({ show: "closed" })).toEqual([]);
  expect(await codes({ q: "hyper@example.test", show: "open" })).toEqual([ticketCode(theirs)]);
  expect(await pagesOf("tickets", { topic: "bug" }, 1)).toHaveLength(1);
});

test("Each export is a row of the audit log, written before the first byte, and links back to its form", async () => {
  await freshHour();
  await take("orders", { status: "completed", from: "2026-01-01" });
  const [row] = await db.select().from(schema.auditLog).orderBy(desc(schema.auditLog.number)).limit(1);
  const [{ most } = { most: 0 }] = await db.all<{ most: number }>(
    sql`select max(number) as most from orders`,
  );
  expect(row).toMatchObject({
    ...{ operatorId: eve.id, action: "export", subjectId: "orders?status=completed&from=2026-01-01" },
    ...{ cents: null, reason: `${reason} (at most ${most} rows)` },
  });
  const log = await eve.get("/admin/audit?action=export");
  expect(log.links).toContain("/admin/exports?kind=orders&status=completed&from=2026-01-01");

  // Without the row, there is no file.
  expectErrorLog("export not begun");
  eve.send = productWith({ DB: faultyDatabase(env.DB, (text) => /insert into "audit_log"/.test(text)) });
  const failed = await eve.submit("/admin/exports", { intent: "users", reason, q: "ann" });
  eve.send = new Visitor().send;
  expect([failed.status, kept(failed, "users")]).toEqual([503, reason]);
  expect(failed.text).toContain("Nothing was exported; please try again.");
  expect(failed.headers.get("Content-Disposition")).toBeNull();
});

test("A form that is refused keeps what was typed, and unknown names mean the default", async () => {
  await freshHour();
  const short = await eve.submit("/admin/exports", {
    intent: "orders",
    reason: "no",
    q: "bob",
    status: "completed",
  });
  expect([short.status, kept(short, "orders")]).toEqual([400, "no"]);
  expect(short.text).toContain("Please give a reason of at least 10 characters");
  expect(short.html).toMatch(/<input[^>]*id="q-orders"[^>]*value="bob"/);
  expect(short.html).toMatch(/<option value="completed" selected="">/);
  expect(short.html).toMatch(/<details class="panel folded" id="orders" open="">/);
  const text = await eve.submit("/admin/exports", { intent: "users", reason, q: "ab" });
  expect([text.status, text.text.includes("Type at least 3 characters")]).toEqual([400, true]);
  const unknown = await eve.submit("/admin/exports", { intent: "passwords", reason });
  expect([unknown.status, unknown.text.includes("Please choose what to export")]).toEqual([400, true]);
  const days = await eve.submit("/admin/exports", {
    intent: "ledger",
    reason,
    from: "2026-02-30",
    to: "soon",
  });
  expect([days.status, kept(days, "ledger")]).toEqual([400, reason]);
  expect(days.html).toMatch(/<input[^>]*id="from-ledger"[^>]*value="2026-02-30"/);
  expect(days.html).toMatch(/<input[^>]*id="to-ledger"[^>]*value="soon"/);
  expect(days.html).toMatch(/id="from-ledger-e"[\s\S]*id="to-ledger-e"/);
  const turned = { intent: "orders", reason, from: "2030-01-01", to: "2020-01-01" };
  expect((await eve.submit("/admin/exports", turned)).status).toBe(400);
  const two = await eve.submit("/admin/exports", { ...turned, reason: "no" });
  expect(two.html).toMatch(/id="to-orders-e"[\s\S]*id="reason-orders-e"/);
  expect((await take("orders", { status: "secret", stage: "x" })).rows.length).toBeGreaterThan(0);

  for (const path of ["/admin/exports?kind=passwords", "/admin/exports?kind=users&show=x&after=-1"])
    expect((await eve.get(path)).status).toBe(200);
  expect((await eve.get("/admin/exports?kind=passwords")).html).not.toContain(" open=");
  expect((await eve.get("/admin/orders?status=completed")).links).toContain(
    "/admin/exports?kind=orders&status=completed#orders",
  );
  expect(
    (await db.select().from(schema.auditLog)).filter(({ subjectId }) => /passwords/.test(subjectId)),
  ).toEqual([]);
});

test("An operator can download ten files an hour; strangers get the 404 page", async () => {
  await freshHour();
  for (let i = 0; i < 10; i++) await take("debts");
  const over = await eve.submit("/admin/exports", { intent: "debts", reason });
  expect([over.status, kept(over, "debts")]).toEqual([429, reason]);
  expect(Number(over.headers.get("Retry-After"))).toBeGreaterThan(3000);
  const count = async () => (await db.select().from(schema.auditLog)).length;
  const before = await count();
  await eve.submit("/admin/exports", { intent: "debts", reason });
  const strangers = [Visitor.signedOut(), await Visitor.signedIn(), (await operator({ aal: "aal1" })).ann];
  for (const stranger of strangers) {
    expect((await stranger.get("/admin/exports")).status).toBe(404);
    expect((await stranger.submit("/admin/exports", { intent: "users", reason })).status).toBe(404);
  }
  const { ann: dismissed } = await operator();
  await db.update(schema.users).set({ role: "user" }).where(eq(schema.users.id, dismissed.id));
  const refused = await dismissed.submit("/admin/exports", { intent: "users", reason });
  expect([refused.status, refused.headers.get("Content-Disposition")]).toEqual([404, null]);
  expect(await count()).toBe(before);
  // A prefetch or a link exports nothing.
  expect(
    (await eve.get("/admin/exports?intent=debts&reason=For+the+yearly+statement")).headers.get(
      "Content-Type",
    ),
  ).toContain("text/html");
  await pass(hour + 1000);
  await eve.beginSession({ aal: "aal2", role: "operator" });
  await take("debts");
});

test("A file whose next page cannot be read is aborted, so that it cannot look complete", async () => {
  await freshHour();
  for (let i = 0; i < 6; i++) await person(db);
  let pages = 0;
  const broken = databaseOf(
    faultyDatabase(env.DB, (text) => /as fits/.test(text) && ++pages > 2).withSession("first-primary"),
  );
  await expect(pagesOf("users", {}, 2, 1000, broken)).rejects.toThrow("Failed query");

  expectErrorLog("export broke off");
  eve.send = productWith({ DB: faultyDatabase(env.DB, (text) => /as fits/.test(text)) });
  await expect(eve.submit("/admin/exports", { intent: "users", reason })).rejects.toThrow("Failed query");
  eve.send = new Visitor().send;
});

test("A page is read only after the previous one was sent, so that no more than one is held", async () => {
  let pages = 0;
  const counting = databaseOf(
    faultyDatabase(env.DB, (text) => {
      if (/as fits/.test(text)) pages++;
      return false;
    }).withSession("first-primary"),
  );
  const asked = { kind: "users", search: anything } as const;
  const parts = exports.partsOf(counting, asked, eve.id, now(), { page: 2, most: 100, read: 100 });
  const seen: number[] = [];
  for (let i = 0; i < 4; i++) {
    await parts.next();
    seen.push(pages);
  }
  await parts.return();
  expect(seen).toEqual([0, 1, 2, 3]);
});

test("A page of an export reads about as many rows as it writes, however long the table is", async () => {
  const buyer = await person(db);
  const offer = await orderRow(db, { buyerId: buyer.id });
  for (let i = 0; i < 60; i++)
    await orderRow(db, {
      ...{ buyerId: buyer.id, gigId: offer.gigId, sellerId: offer.sellerId, createdAt: Date.UTC(2025, 0, 1) },
      ...{ status: "completed", stage: "closed" },
    });
  // Many entries of one moment.
  const entry = { transaction: "many", orderId: offer.id, at: now() };
  for (let i = 0; i < 60; i++)
    await db
      .insert(schema.ledger)
      .values({ ...entry, transaction: `many ${i}`, account: "cash", amountCents: 0 });
  const each: [ExportKind, Partial<ExportSearch>, number][] = [
    ["users", {}, 3],
    ["orders", {}, 5],
    ["orders", { status: "completed" }, 5],
    ["orders", { from: "2025-01-01", to: "2025-01-01" }, 6],
    ["orders", { q: buyer.email }, 8],
    ["ledger", {}, 4],
    ["ledger", { to: dayOf(now()) }, 4],
  ];
  for (const [kind, filters, most] of each) {
    const { database, read } = measuredDatabase(env.DB);
    const base = databaseOf(database.withSession("first-primary"));
    const rows = await pagesOf(kind, filters, 10, 40, base);
    expect(rows.length, kind).toBeGreaterThan(20);
    // The 10 allow for what each page reads.
    expect(read() / (rows.length + 10), `${kind} ${JSON.stringify(filters)}`).toBeLessThan(most);
  }
});
