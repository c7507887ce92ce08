import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { readTab } from "#app/admin/users/user-tab.server.ts";
import { parseUserView, userTabs } from "#app/admin/users/user-tabs.ts";
import { ticketCode } from "#app/contact/ticket.ts";
import { sha256 } from "#app/lib/bytes.ts";
import * as schema from "#drizzle/schema.ts";
import { databaseOf } from "#workers/context.ts";
import { decide, market, nastyMessage, report } from "../../reports/world.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { operator } from "../../support/accounts/operator.ts";
import { measuredDatabase } from "../../support/bindings/faulty.ts";
import { gig, person } from "../../support/factories.ts";
import { orderRow } from "../../support/orders.ts";
import { db, visitor } from "../../support/visitor.ts";

const { ann } = await operator();
const tab = (id: string, query: string) => ann.get(`/admin/users/${id}?tab=${query}`);

it("The tabs Orders, Gigs, Registration and Tickets show what is this user's, in every state", async () => {
  const [bob, other] = [await visitor.signedIn(), await person(db, { username: "the.other" })];
  await sellerRow(bob.id, { status: "active" });
  const denied = await gig(db, { sellerId: bob.id, title: "A denied poem", state: "denied", listed: false });
  const bought = await orderRow(db, { buyerId: bob.id, title: "Bought by him" });
  const sold = await orderRow(db, {
    gigId: denied.id,
    sellerId: bob.id,
    buyerId: other.id,
    title: "Sold by him",
  });
  const elses = await orderRow(db, { title: "Not his at all" });
  await bob.submit("/contact", { message: "The page of my order is empty since this morning" });
  const [ticket] = await db.select().from(schema.tickets).where(eq(schema.tickets.userId, bob.id));

  const buying = await tab(bob.id, "orders");
  expect(buying.text).toContain("Bought by him");
  expect(buying.text).not.toMatch(/Sold by him|Not his at all/);
  expect(buying.links).toContain(`/admin/orders/${bought.id}`);
  const selling = await tab(bob.id, "orders&show=sold");
  for (const words of ["Sold by him", "@the.other"]) expect(selling.text).toContain(words);
  expect(selling.text).not.toMatch(/Bought by him|Not his at all/);
  expect(selling.links).toContain(`/admin/orders/${sold.id}`);
  expect(selling.html).not.toContain(elses.id);

  const gigs = await tab(bob.id, "gigs");
  expect(gigs.text).toContain("A denied poem Denied");
  expect((await tab(other.id, "gigs")).text).toContain("No gigs");

  const registration = await tab(bob.id, "registration");
  expect(registration.text).toContain("Status active");
  expect((await tab(other.id, "registration")).text).toContain("No registration");

  const tickets = await tab(bob.id, "tickets");
  expect(tickets.links).toContain(`/admin/tickets/${ticket ? ticketCode(ticket) : ""}`);
  expect((await tab(other.id, "tickets")).text).toContain("No tickets");
});

it("The tab Reports shows the reports of a user's things, those by the user, and the number of earlier warnings", async () => {
  const { bob, offer } = await market();
  const { ann: cleo, mallory, id: message } = await nastyMessage();
  await report(cleo, "gig", offer.id, { reason: "stolen", note: "My own drawing" });
  await report(cleo, "message", message);
  await decide(ann, message, "warn");
  await ann.submit(`/admin/users/${mallory.id}`, {
    intent: "suspend",
    rule: "conduct",
    reason: "It happened once more",
  });

  const about = await tab(bob.id, "reports");
  for (const words of ["Earlier warnings: 0", "Someone else's work or identity", "My own drawing", "Waiting"])
    expect(about.text).toContain(words);
  expect(about.text).not.toContain("A message");
  const writer = await tab(mallory.id, "reports");
  for (const words of ["Earlier warnings: 1", "A message", "Warned"]) expect(writer.text).toContain(words);
  expect((await tab(mallory.id, "reports&show=by")).text).toContain("No reports by this person");
  const by = await tab(cleo.id, "reports&show=by");
  for (const words of ["My own drawing", "A message", "Earlier warnings: 0"])
    expect(by.text).toContain(words);
  expect((await tab(cleo.id, "reports")).text).toContain("No reports about this person");
});

it("No one but an operator with a second factor sees a tab or acts in it", async () => {
  const bob = await visitor.signedIn();
  const [guest, user, { ann: withoutFactor }] = [
    visitor.signedOut(),
    await visitor.signedIn(),
    await operator({ aal: "aal1" }),
  ];
  for (const stranger of [guest, user, bob, withoutFactor])
    for (const { key } of userTabs) {
      const path = `/admin/users/${bob.id}?tab=${key}`;
      expect([key, (await stranger.get(path)).status]).toEqual([key, 404]);
      const fields = { intent: "end-all-sessions", reason: "A long enough reason" };
      expect([key, (await stranger.submit(path, fields)).status]).toEqual([key, 404]);
    }
  expect((await bob.get("/orders")).status).toBe(200);
  expect(await db.select().from(schema.auditLog).where(eq(schema.auditLog.subjectId, bob.id))).toEqual([]);
});

it("An unknown tab, side or page is the default", async () => {
  const bob = await visitor.signedIn();
  for (const query of ["nothing", "facts&show=sold&after=x", "orders&show=given&after=-1", "mails&mail=x"])
    expect([query, (await tab(bob.id, query)).status]).toEqual([query, 200]);
  expect((await tab(bob.id, "nothing")).text).toContain("Account activity");
});

const views = [
  "orders",
  "orders&show=sold",
  "gigs",
  "registration",
  "tickets",
  "reports",
  "reports&show=by",
  "mails",
  "sessions",
  "limits",
  "facts",
];

it("Each tab has 50 rows a page, and reads at most 400 rows and none of another tab", async () => {
  const bob = await person(db);
  const other = await person(db);
  await sellerRow(bob.id, { status: "active" });
  const offer = await gig(db, { sellerId: bob.id });
  const [registration] = await db.select().from(schema.sellers).where(eq(schema.sellers.userId, bob.id));
  const his = await orderRow(db, { gigId: offer.id, sellerId: bob.id, buyerId: other.id });
  const many = sql`(with recursive k(i) as (select 1 union all select i + 1 from k where i < 600) select i from k)`;
  const copies = async (table: string, row: Record<string, unknown>, changes: Record<string, string>) => {
    const columns = Object.keys(row).filter((name) => name !== "number");
    const values = columns.map((name) => sql.raw(changes[name] ?? `"${name}"`));
    await db.run(
      sql`insert into ${sql.raw(`"${table}" (${columns.map((name) => `"${name}"`).join(", ")})`)}
        select ${sql.join(values, sql`, `)} from ${many} join ${sql.raw(`"${table}"`)} on ${sql.raw(`"${table}"`)}.rowid = (select max(rowid) from ${sql.raw(`"${table}"`)})`,
    );
  };
  const [order] = await db.all<Record<string, unknown>>(sql`select * from orders where id = ${his.id}`);
  await copies("orders", order ?? {}, { id: "'sold-' || i", form_token: "'t-' || i" });
  const bought = await orderRow(db, { buyerId: bob.id });
  const [own] = await db.all<Record<string, unknown>>(sql`select * from orders where id = ${bought.id}`);
  await copies("orders", own ?? {}, { id: "'bought-' || i", form_token: "'u-' || i" });
  const [row] = await db.all<Record<string, unknown>>(
    sql`select * from gigs where id = ${(await gig(db, { sellerId: bob.id })).id}`,
  );
  await copies("gigs", row ?? {}, { id: "'gig-' || i", slug: "'slug-' || i" });
  await db.run(
    sql`insert into seller_events (seller_id, seq, kind, at) select ${registration?.id}, 1000 + i, 'paid', i from ${many}`,
  );
  await db.run(sql`insert into tickets (id, user_id, topic, state, version, created_at, updated_at, closed_at)
    select 'ticket-' || i, ${bob.id}, 'other', 'closed', 1, i, i, i from ${many}`);
  await db.run(sql`insert into reports (kind, subject_id, reporter_id, reason, note, at)
    select 'gig', 'gig-' || i, ${other.id}, 'spam', '', i from ${many}`);
  await db.run(sql`insert into reports (kind, subject_id, reporter_id, reason, note, at)
    select 'gig', 'else-' || i, ${bob.id}, 'spam', '', i from ${many}`);
  await db.run(sql`insert into outbox (id, kind, user_id, created_at, due_at, attempts)
    select 'mail-' || i, 'verify', ${bob.id}, i, i, 1 from ${many}`);
  await db.run(sql`insert into sessions (id, user_id, aal, owes_factor, device, created_at, seen_at, expires_at)
    select 'session-' || i, ${bob.id}, 'aal1', 0, '', i / 100, i, i from ${many}`);
  await db.run(sql`insert into audit_log (operator_id, action, subject_id, reason, at)
    select ${ann.id}, 'warn', ${bob.id}, 'A reason of some length', i from ${many}`);
  await db.run(
    sql`insert into account_events (user_id, kind, at) select ${bob.id}, 'verified', i from ${many}`,
  );
  const hash = await sha256(bob.id);
  await db.run(sql`insert into limits (key, count, resets_at)
    select 'factor:pair:10.0.' || i || ':' || ${hash}, 10, ${Date.now() + 3_600_000} from ${many}`);

  const page = async (view: string, after: number | null) => {
    const { database, read } = measuredDatabase(env.DB);
    const db = databaseOf(database.withSession("first-primary"));
    const parsed = { ...parseUserView(new URLSearchParams(`tab=${view}`)), after };
    const deps = { db, clock: { now: () => Date.now() }, origin: "https://shop.test", secret: "x" };
    const content = await readTab(deps, bob, parsed);
    return { content, read: read() };
  };
  for (const view of views) {
    const first = await page(view, null);
    expect([view, first.read]).toSatisfy(([, read]: [string, number]) => read > 0 && read <= 400);
    if (first.content.tab === "facts") continue;
    const all: number[] = [];
    let after: number | null = null;
    do {
      const { content, read } = await page(view, after);
      if (content.tab === "facts") throw new Error("Another tab");
      expect([view, read]).toSatisfy(([, rows]: [string, number]) => rows <= 400);
      expect([view, content.shown.length]).toSatisfy(([, length]: [string, number]) => length <= 50);
      all.push(...content.shown.map(({ number }) => number));
      after = content.next;
    } while (after !== null);
    expect([view, new Set(all).size, all.length]).toSatisfy(
      ([, once, count]: [string, number, number]) => once === count && count >= 600 && count <= 602,
    );
  }
}, 60_000);
