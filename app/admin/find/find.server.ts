import { type SQL, sql } from "drizzle-orm";
import { applicationsPath } from "#app/admin/applications/application-search.ts";
import type { Group, GroupKey, Hit } from "#app/admin/find/find.ts";
import { groups, refusalToFind } from "#app/admin/find/find.ts";
import * as gigList from "#app/admin/gigs/gig-list.server.ts";
import { adminGigsPath } from "#app/admin/gigs/gig-list.ts";
import { isId } from "#app/admin/list-page.server.ts";
import { adminOrdersPath } from "#app/admin/orders/order-filters.ts";
import * as orderList from "#app/admin/orders/order-list.server.ts";
import { paymentsPath } from "#app/admin/payments/payment-search.ts";
import { paidForAtStripe } from "#app/admin/stripe-ids.server.ts";
import * as ticketList from "#app/admin/tickets/ticket-list.server.ts";
import { ticketsPath } from "#app/admin/tickets/ticket-search.ts";
import { accountName } from "#app/admin/users/account-name.ts";
import { usersPath } from "#app/admin/users/user-search.ts";
import * as users from "#app/admin/users/users.server.ts";
import { countIn, ticketCode, topicLabel, wholeCode } from "#app/contact/ticket.ts";
import type { Db } from "#app/context.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { dollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { isStripeId } from "#app/payments/stripe-dashboard.ts";

/** How many hits of a group the page shows. One more is read, to know whether there are more. */
const shownAtOnce = 5;
const most = shownAtOnce + 1;

/** `isExact`: each hit matches the text exactly. */
export type Found = { groups: Group[]; isExact: boolean };

type Hits = Partial<Record<GroupKey, Hit[]>>;

/**
 * Finds what a text names (docs/specification.md#operator-find): exact matches, or else everything that
 * contains it. At most 500 rows are read, however large the market is: each part reads a few rows of its own
 * index.
 */
export async function find(db: Db, q: string): Promise<Found> {
  if (q === "" || refusalToFind(q, true)) return { groups: [], isExact: false };
  const exact = grouped(await listExact(db, q), q);
  if (exact.length > 0) return { groups: exact, isExact: true };
  if (refusalToFind(q, false)) return { groups: [], isExact: false };
  return { groups: grouped(await listContaining(db, q), q), isExact: false };
}

/** The address of the list of everything that matches, for the groups that have a list with a search. */
const lists: Partial<Record<GroupKey, (q: string) => string>> = {
  people: (q) => usersPath({ q }),
  orders: (q) => adminOrdersPath({ q }),
  payments: (q) => adminOrdersPath({ q }),
  gigs: (q) => adminGigsPath({ q }),
  drafts: (q) => adminGigsPath({ q, show: "drafts" }),
  tickets: (q) => ticketsPath({ q }),
};

function grouped(found: Hits, q: string): Group[] {
  return groups.flatMap(({ key }) => {
    // One thing may have several rows: the session and the intent of an order's payment.
    const hits = [...new Map((found[key] ?? []).map((hit) => [hit.to, hit])).values()];
    if (hits.length === 0) return [];
    const all = hits.length > shownAtOnce ? (lists[key]?.(q) ?? null) : null;
    return [{ key, hits: hits.slice(0, shownAtOnce), all }];
  });
}

/** Exact matches of an email address, a username, a slug, a number or an id. */
async function listExact(db: Db, q: string): Promise<Hits> {
  const text = q.toLowerCase();
  const count = countIn(q) ?? (/^\d{1,12}$/.test(q) ? Number(q) : null);
  const [people, orders, gigs, drafts, tickets, applications, atStripe] = await Promise.all([
    listPeople(
      db,
      sql`select number from users where email = ${text}
        union select number from users where id = (select id from profiles where username = ${text})
        union select * from (select number from users where ${isId(text)} limit ${most})`,
    ),
    listOrders(db, sql`select number from orders where ${isId(text)} limit ${most}`),
    listGigs(
      db,
      sql`select number from gigs where slug = ${text}
        union select number from gigs where id = (select gig_id from gig_slugs where slug = ${text})
        union select * from (select number from gigs where ${isId(text)} limit ${most})`,
    ),
    listDrafts(db, sql`select number from gig_drafts where ${isId(text)} limit ${most}`),
    count === null ? [] : listTickets(db, q, sql`select number from tickets where number = ${count}`),
    listApplications(db, sql`select id from sellers where ${isId(text)} limit ${most}`),
    isStripeId(q) ? listAtStripe(db, q) : {},
  ]);
  return {
    people,
    orders,
    gigs,
    drafts: drafts.filter(({ to }) => !gigs.some((gig) => gig.to === to)),
    tickets,
    applications,
    ...atStripe,
  };
}

/** What contains the text, newest first. */
async function listContaining(db: Db, q: string): Promise<Hits> {
  const search = { q, order: null, after: null };
  const gigSearch = { q, show: "all", after: null } as const;
  const [people, orders, gigs, drafts, tickets] = await Promise.all([
    listPeople(
      db,
      sql`select number from (${users.containing(search, most)})
        union select * from (select number from users where ${users.idBeginsWith(search)} limit ${most})`,
    ),
    listOrders(db, orderList.matches(search, most)),
    listGigs(db, gigList.matching(gigSearch, most)),
    listDrafts(db, gigList.matchingDrafts(search, most)),
    listTickets(
      db,
      q,
      ticketList.matches(
        q,
        (where) => sql`select number from tickets where ${where} order by number desc limit ${most}`,
      ),
    ),
  ]);
  return { people, orders, gigs, drafts, tickets };
}

/** What an object at Stripe belongs to. An event belongs to what its object belongs to. */
async function listAtStripe(db: Db, id: string): Promise<Hits> {
  const [event] = await db.all<{ type: string; about: string | null; receivedAt: number; isOpen: 0 | 1 }>(sql`
    select type, about, received_at as receivedAt, processed_at is null as isOpen from webhook_events where id = ${id}`);
  const object = event ? event.about : id;
  const [payments, payouts] =
    object === null ? [[], []] : await Promise.all([listPayments(db, object), listPayouts(db, object)]);
  if (!event || payments.length + payouts.length > 0) return { payments, payouts };
  const detail = `received ${dateTime(event.receivedAt)}, ${event.isOpen ? "not processed yet" : "processed"}`;
  return { events: [{ to: href("/admin/health"), label: event.type, detail }] };
}

async function listPayments(db: Db, id: string): Promise<Hit[]> {
  const paidFor = sql`select order_id, registration_id from (${paidForAtStripe(id)})`;
  const [orders, applications, mismatches] = await Promise.all([
    listOrders(db, sql`select number from orders where id in (select order_id from (${paidFor}))`),
    listApplications(db, sql`select registration_id from (${paidFor})`),
    db.all<{ note: string; at: number }>(
      sql`select note, at from mismatches where id = ${id} and order_id is null and registration_id is null`,
    ),
  ]);
  const unexplained = mismatches.map(({ note, at }) => ({
    to: paymentsPath({ q: id }),
    label: note,
    detail: dateTime(at),
  }));
  return [...orders, ...applications, ...unexplained];
}

async function listPayouts(db: Db, id: string): Promise<Hit[]> {
  const rows = await db.all<{ userId: string; username: string }>(sql`
    select id as userId, username from profiles where id in (
      select user_id from bank_payouts where id = ${id} union select user_id from payout_accounts where stripe_id = ${id})`);
  return rows.map(({ userId, username }) => ({
    to: href("/admin/payouts/:id", { id: userId }),
    label: `Payouts of ${accountName(username)}`,
    detail: id,
  }));
}

async function listPeople(db: Db, numbers: SQL): Promise<Hit[]> {
  const rows = await db.all<{ id: string; email: string; username: string; fullName: string }>(sql`
    select u.id, u.email, p.username, p.full_name as fullName from users u join profiles p on p.id = u.id
    where u.number in (${numbers}) order by u.number desc limit ${most}`);
  return rows.map(({ id, email, username, fullName }) => ({
    to: href("/admin/users/:id", { id }),
    label: fullName || "Deleted account",
    detail: `${accountName(username)} · ${email}`,
  }));
}

async function listOrders(db: Db, numbers: SQL): Promise<Hit[]> {
  const rows = await db.all<{ id: string; title: string; status: string; priceCents: number }>(sql`
    select id, title, status, price_cents as priceCents from orders where number in (${numbers}) order by number desc limit ${most}`);
  return rows.map(({ id, title, status, priceCents }) => ({
    to: href("/admin/orders/:id", { id }),
    label: `#${shortId(id)}`,
    detail: `${title} · ${dollars(priceCents)} · ${status}`,
  }));
}

async function listGigs(db: Db, numbers: SQL): Promise<Hit[]> {
  const rows = await db.all<GigRow>(sql`
    select g.id, g.title, g.state, p.username from gigs g join profiles p on p.id = g.seller_id
    where g.number in (${numbers}) order by g.number desc limit ${most}`);
  return rows.map((row) => gigHit(row, adminGigsPath({ q: row.id })));
}

async function listDrafts(db: Db, numbers: SQL): Promise<Hit[]> {
  const rows = await db.all<GigRow>(sql`
    select d.id, json_extract(d.steps, '$.overview.typed.title') as title, null as state, p.username
    from gig_drafts d join profiles p on p.id = d.seller_id
    where d.number in (${numbers}) order by d.number desc limit ${most}`);
  return rows.map((row) => gigHit(row, adminGigsPath({ q: row.id, show: "drafts" })));
}

/** A gig, or a draft, which has no state. */
type GigRow = { id: string; title: string | null; state: string | null; username: string };

function gigHit({ title, state, username }: GigRow, to: string): Hit {
  const owner = accountName(username);
  return { to, label: title?.trim() || "Untitled", detail: state === null ? owner : `${state} · ${owner}` };
}

async function listTickets(db: Db, q: string, numbers: SQL): Promise<Hit[]> {
  const rows = await db.all<{ number: number; createdAt: number; topic: string; state: string }>(sql`
    select number, created_at as createdAt, topic, state from tickets where number in (${numbers}) order by number desc limit ${most}`);
  // The number of a ticket contains its year, which must be right too.
  const isNamed = (code: string) => countIn(q) === null || code === wholeCode(q);
  const hits = rows.map(({ topic, state, ...ticket }) => ({
    to: href("/admin/tickets/:number", { number: ticketCode(ticket) }),
    label: ticketCode(ticket),
    detail: `${topicLabel(topic)} · ${state}`,
  }));
  return hits.filter(({ label }) => isNamed(label));
}

async function listApplications(db: Db, ids: SQL): Promise<Hit[]> {
  const rows = await db.all<{ id: string; username: string; status: string }>(sql`
    select s.id, p.username, s.status from sellers s join profiles p on p.id = s.user_id where s.id in (${ids})`);
  return rows.map(({ id, username, status }) => ({
    to: applicationsPath({ id }),
    label: `Application #${shortId(id)}`,
    detail: `${accountName(username)} · ${status}`,
  }));
}
