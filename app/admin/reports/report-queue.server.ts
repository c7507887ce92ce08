import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { nameOf, type ThingState } from "#app/admin/reports/report-decision.ts";
import type { ReportSearch } from "#app/admin/reports/report-search.ts";
import type { Db } from "#app/context.ts";
import { offerColumns, requestColumns } from "#app/conversations/thread/thread-messages.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import { gigs, messages, offerRequests, offers, profiles, reports, reviews, users } from "#drizzle/schema.ts";

/** How many reports of a thing are shown when it is shown alone. */
const shownReports = 20;
/** How many of the latest decisions are shown. */
const shownDecided = 10;

const owner = alias(profiles, "owner");
const reporter = alias(profiles, "reporter");

/**
 * A page of the reported things that are waiting, oldest first, and the last decisions
 * (docs/specification.md#operator-reports). Reports of one thing by many people are one entry, which has the
 * first report. Times are UTC ms.
 * @returns `reports`: the first reports of the thing with the id; null without an id. `next`: the `after` of
 * the next page; null on the last page
 */
export async function list(db: Db, { id, after }: ReportSearch) {
  const isWaiting = sql`${reports.opens} = 1 and ${reports.resolvedAt} is null`;
  const place = beyond({ order: "oldest", after }, sql`${reports.number}`);
  const [rows, reportsOfOne, decided] = await Promise.all([
    selectEntries(db, id === null ? and(isWaiting, place) : isAbout(id))
      .orderBy(reports.number)
      .limit(rowsPerPage + 1),
    id === null ? null : selectReports(db, id),
    selectDecided(db),
  ]);
  const { shown, next } = pageOf(rows);
  return { waiting: shown.map(entryOf), reports: reportsOfOne, decided, next };
}

export type Entry = ReturnType<typeof entryOf>;
export type Decided = Awaited<ReturnType<typeof selectDecided>>[number];
/** One person's report. `reporter`: null if the account was deleted. `at`: UTC ms. */
export type OneReport = Awaited<ReturnType<typeof selectReports>>[number];

/** Finds the waiting entry about a thing; null if there is none. @param id the thing's */
async function find(db: Db, id: string): Promise<Entry | null> {
  const [row] = await selectEntries(db, isAbout(id));
  return row ? entryOf(row) : null;
}

/** Why a thing has no waiting reports. */
export const decidedAlready = "Someone has already decided this";

/** Finds the waiting entry about a chosen thing, and what it is called. @throws Refusal if there is none */
export async function findNamed(db: Db, id: string) {
  const row = (await find(db, id)) ?? refuse("stale", decidedAlready);
  const { kind, gig, owner } = row;
  return { row, name: nameOf({ kind, title: gig?.title ?? null, username: owner?.username ?? null }) };
}

/** A condition: a waiting report of a thing. Names every kind, so that SQLite uses the index. */
const ofThing = (id: string) =>
  sql`reports.kind in ('gig', 'user', 'review', 'message') and reports.subject_id = ${id} and reports.resolved_at is null`;

/** A condition: the entry about a thing. */
const isAbout = (id: string) =>
  eq(
    reports.number,
    sql`(select number from reports indexed by reports_open where ${ofThing(id)} and opens = 1)`,
  );

/** Assembles an entry from the parts of a row. */
function entryOf({
  ownerId,
  username,
  suspendedAt,
  deletedAt,
  ...row
}: Awaited<ReturnType<typeof selectEntries>>[number]) {
  const person =
    ownerId === null || username === null ? null : { id: ownerId, username, suspendedAt, deletedAt };
  const { kind, gig, review, message } = row;
  const exists =
    kind === "user"
      ? person?.deletedAt === null
      : (kind === "gig" ? gig : kind === "review" ? review : message) !== null;
  const isShown =
    kind === "gig"
      ? gig !== null && (gig.listed || gig.state === "paused")
      : kind === "review"
        ? review?.hiddenAt === null
        : kind !== "message" || message?.removedAt === null;
  const state: ThingState = { kind, exists, isShown, owner: person };
  return { ...row, ...state };
}

/** In a query of reports with their things: the gig, or the review's gig, and the owner of the thing. */
const gigId = sql`case ${reports.kind} when 'gig' then ${reports.subjectId} when 'review' then ${reviews.gigId} end`;
const ownerId = sql`case ${reports.kind} when 'gig' then ${gigs.sellerId} when 'review' then ${reviews.buyerId}
  when 'message' then ${messages.senderId} else ${reports.subjectId} end`;

const oneReport = {
  number: reports.number,
  reporter: sql<string | null>`iif(${reporter.deletedAt} is null, ${reporter.username}, null)`,
  reason: reports.reason,
  note: reports.note,
  at: reports.at,
};

/** The waiting reports of a thing, oldest first. */
function selectReports(db: Db, id: string) {
  return db
    .select(oneReport)
    .from(reports)
    .leftJoin(reporter, eq(reporter.id, reports.reporterId))
    .where(ofThing(id))
    .orderBy(reports.number)
    .limit(shownReports);
}

/**
 * The first report of each thing, with its subject: a gig, a review with its gig, a message with its card, or
 * a user.
 */
function selectEntries(db: Db, where: SQL | undefined) {
  return db
    .select({
      ...oneReport,
      kind: reports.kind,
      subjectId: reports.subjectId,
      conversationId: reports.conversationId,
      hasMore: sql`exists (select 1 from reports o where o.kind = ${reports.kind}
        and o.subject_id = ${reports.subjectId} and o.resolved_at is null and o.number > ${reports.number})`.mapWith(
        Boolean,
      ),
      gig: { id: gigs.id, title: gigs.title, slug: gigs.slug, state: gigs.state, listed: gigs.listed },
      review: {
        orderId: reviews.orderId,
        rating: reviews.rating,
        comment: reviews.comment,
        reply: reviews.reply,
        writtenAt: reviews.createdAt,
        hiddenAt: reviews.hiddenAt,
        buyerId: reviews.buyerId,
        sellerId: reviews.sellerId,
      },
      message: { content: messages.content, sentAt: messages.createdAt, removedAt: messages.removedAt },
      offer: offerColumns,
      request: requestColumns,
      ownerId: users.id,
      username: owner.username,
      suspendedAt: users.suspendedAt,
      deletedAt: users.deletedAt,
    })
    .from(reports)
    .leftJoin(reviews, and(eq(reports.kind, "review"), eq(reviews.id, reports.subjectId)))
    .leftJoin(messages, and(eq(reports.kind, "message"), eq(messages.id, reports.subjectId)))
    .leftJoin(offers, and(eq(offers.id, messages.offerId), eq(offers.id, messages.id)))
    .leftJoin(offerRequests, eq(offerRequests.id, messages.id))
    .leftJoin(gigs, eq(gigs.id, gigId))
    .leftJoin(users, eq(users.id, ownerId))
    .leftJoin(owner, eq(owner.id, users.id))
    .leftJoin(reporter, eq(reporter.id, reports.reporterId))
    .where(where)
    .$dynamic();
}

/** The last decisions, newest first. `title`: of the gig, or of the review's gig. */
function selectDecided(db: Db) {
  return db
    .select({
      number: reports.number,
      kind: reports.kind,
      outcome: reports.outcome,
      resolvedAt: reports.resolvedAt,
      orderId: reviews.orderId,
      title: gigs.title,
      username: owner.username,
    })
    .from(reports)
    .leftJoin(reviews, and(eq(reports.kind, "review"), eq(reviews.id, reports.subjectId)))
    .leftJoin(messages, and(eq(reports.kind, "message"), eq(messages.id, reports.subjectId)))
    .leftJoin(gigs, eq(gigs.id, gigId))
    .leftJoin(owner, eq(owner.id, ownerId))
    .where(sql`${reports.opens} = 1 and ${reports.resolvedAt} is not null`)
    .orderBy(desc(reports.resolvedAt))
    .limit(shownDecided);
}

/**
 * Why this operator may not decide on an entry, as a sentence: it is theirs, they are a party, or they
 * reported it (docs/specification.md#operator-reports).
 * @returns null if they may
 */
export async function refusalToOperator(db: Db, entry: Entry, operatorId: string): Promise<string | null> {
  if (entry.review && [entry.review.buyerId, entry.review.sellerId].includes(operatorId)) return partyRefusal;
  if (entry.owner?.id === operatorId) return "You can't decide about yourself";
  const [involved] = await db.all<{ isPart: number; hasReported: number }>(sql`select
    exists (select 1 from conversations where id = ${entry.conversationId}
      and ${operatorId} in (first_id, second_id)) as isPart,
    exists (select 1 from reports where kind = ${entry.kind} and subject_id = ${entry.subjectId}
      and reporter_id = ${operatorId}) as hasReported`);
  if (involved?.isPart) return "You are part of this conversation";
  return involved?.hasReported ? "You reported this yourself. Another operator needs to decide" : null;
}
