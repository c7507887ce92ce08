import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import type { OrderSide, ReportSide } from "#app/admin/users/user-tabs.ts";
import type { Db } from "#app/context.ts";
import * as deniedChanges from "#app/gigs/drafts/denied-changes.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { auditLog, gigs, orders, profiles, reports, sellerEvents, tickets } from "#drizzle/schema.ts";

// The lists of a user's page, newest first, 50 rows a page. Each has its own index, so the rows read do not
// grow with the history. `after`: the number of the previous page's last row; null for the first page.
// `next`: the `after` of the next page; null on the last page. Amounts are cents, times UTC ms.

const limit = rowsPerPage + 1;

/** Lists the orders that a user bought or sold. `other`: the other party's username. */
export async function listOrders(db: Db, userId: string, side: OrderSide, after: number | null) {
  const [own, other] =
    side === "bought" ? [orders.buyerId, orders.sellerId] : [orders.sellerId, orders.buyerId];
  const rows = await db
    .select({
      number: orders.number,
      id: orders.id,
      title: orders.title,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      priceCents: orders.priceCents,
      createdAt: orders.createdAt,
      otherId: profiles.id,
      other: profiles.username,
    })
    .from(orders)
    .innerJoin(profiles, eq(profiles.id, other))
    .where(and(eq(own, userId), beyond({ after }, sql`${orders.number}`)))
    .orderBy(desc(orders.number))
    .limit(limit);
  return pageOf(rows);
}

/** Lists a seller's gigs, in every state. */
export async function listGigs(db: Db, userId: string, after: number | null) {
  const rows = await db
    .select({
      number: gigs.number,
      id: gigs.id,
      slug: gigs.slug,
      title: gigs.title,
      priceCents: gigs.priceCents,
      state: gigs.state,
      listed: gigs.listed,
      denial: gigs.denial,
      isWaiting: deniedChanges.isWaiting(sql`gigs.id`).mapWith(Boolean),
      createdAt: gigs.createdAt,
    })
    .from(gigs)
    .where(and(eq(gigs.sellerId, userId), beyond({ after }, sql`${gigs.number}`)))
    .orderBy(desc(gigs.number))
    .limit(limit);
  return pageOf(rows);
}

/**
 * Finds a user's registration as a seller, with its events. `seller` null: they never started one.
 * `actor`: a username; null: the product itself, for example a payment.
 */
export async function findRegistration(db: Db, userId: string, after: number | null) {
  const seller = await sellers.findByUser(db, userId);
  if (!seller) return { seller: null, shown: [], next: null };
  const rows = await db
    .select({
      number: sellerEvents.seq,
      kind: sellerEvents.kind,
      at: sellerEvents.at,
      note: sellerEvents.note,
      cents: sellerEvents.cents,
      actor: sql<string | null>`(select username from profiles where id = seller_events.actor_id)`,
    })
    .from(sellerEvents)
    .where(and(eq(sellerEvents.sellerId, seller.id), beyond({ after }, sql`${sellerEvents.seq}`)))
    .orderBy(desc(sellerEvents.seq))
    .limit(limit);
  return { seller, ...pageOf(rows) };
}

/** Lists a user's tickets. `assignee`: a username; null: no one yet. */
export async function listTickets(db: Db, userId: string, after: number | null) {
  const rows = await db
    .select({
      number: tickets.number,
      topic: tickets.topic,
      state: tickets.state,
      orderId: tickets.orderId,
      createdAt: tickets.createdAt,
      assignee: sql<string | null>`(select username from profiles where id = tickets.assignee_id)`,
    })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), beyond({ after }, sql`${tickets.number}`)))
    .orderBy(desc(tickets.number))
    .limit(limit);
  return pageOf(rows);
}

const owner = alias(profiles, "owner");
const reporter = alias(profiles, "reporter");

/** How many of a user's audit rows are examined for warnings, newest first. */
const auditExamined = 100;

/**
 * Lists the reports about a user and their things, or by a user. `title`: of a reported gig. `warnings`: how
 * often operators have warned the user, without warnings that an appeal reversed.
 */
export async function listReports(db: Db, userId: string, side: ReportSide, after: number | null) {
  const newest = db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.subjectId, userId))
    .orderBy(desc(auditLog.number))
    .limit(auditExamined);
  const rows = db
    .select({
      number: reports.number,
      kind: reports.kind,
      subjectId: reports.subjectId,
      title: gigs.title,
      conversationId: reports.conversationId,
      reason: reports.reason,
      note: reports.note,
      at: reports.at,
      resolvedAt: reports.resolvedAt,
      outcome: reports.outcome,
      ownerId: owner.id,
      owner: owner.username,
      reporterId: reporter.id,
      reporter: reporter.username,
    })
    .from(reports)
    .leftJoin(gigs, and(eq(reports.kind, "gig"), eq(gigs.id, reports.subjectId)))
    .leftJoin(owner, eq(owner.id, reports.ownerId))
    .leftJoin(reporter, eq(reporter.id, reports.reporterId))
    .where(
      and(
        eq(side === "about" ? reports.ownerId : reports.reporterId, userId),
        beyond({ after }, sql`${reports.number}`),
      ),
    )
    .orderBy(desc(reports.number))
    .limit(limit);
  const [actions, found] = await Promise.all([newest, rows]);
  const count = (name: string) => actions.filter(({ action }) => action === name).length;
  return { warnings: Math.max(0, count("warn") - count("reverse-warning")), ...pageOf(found) };
}
