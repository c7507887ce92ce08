import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import type { ThingState } from "#app/admin/reports/report-decision.ts";
import type { Db } from "#app/context.ts";
import { gigs, messages, profiles, reports, reviews, users } from "#drizzle/schema.ts";

/** How many reported things the page shows, oldest first. With their reports it reads at most 200 rows. */
const shownAtOnce = 10;
/** How many reports of one thing are shown. For the rest, the page says only that there are more. */
const shownReports = 3;
/** How many of the latest decisions are shown. */
const shownDecided = 10;

/** One person's report. `reporter`: null if the account was deleted. `at`: UTC ms. */
export type OneReport = { reporter: string | null; reason: string; note: string; at: number };

const owner = alias(profiles, "owner");

/**
 * The reported things that are waiting, and the last decisions (docs/specification.md#operator-reports).
 * Reports of one thing by many people are one entry. Times are UTC ms.
 * @param after the number of the previous page's last entry; 0: the first page
 * @returns `next`: the `after` of the next page; null on the last page
 */
export async function list(db: Db, after: number) {
  const [rows, decided] = await Promise.all([
    selectEntries(
      db,
      and(sql`${reports.opens} = 1 and ${reports.resolvedAt} is null`, gt(reports.number, after)),
    )
      .orderBy(reports.number)
      .limit(shownAtOnce + 1),
    selectDecided(db),
  ]);
  const waiting = rows.slice(0, shownAtOnce).map(entryOf);
  return { waiting, decided, next: rows.length > shownAtOnce ? (waiting.at(-1)?.number ?? null) : null };
}

export type Entry = Awaited<ReturnType<typeof list>>["waiting"][number];
export type Decided = Awaited<ReturnType<typeof list>>["decided"][number];

/** Finds the waiting entry about a thing; null if there is none. @param id the thing's */
export async function find(db: Db, id: string) {
  const number = sql`(select number from reports indexed by reports_open
    where kind in ('gig', 'user', 'review', 'message') and subject_id = ${id} and resolved_at is null and opens = 1)`;
  const [row] = await selectEntries(db, eq(reports.number, number));
  return row ? entryOf(row) : null;
}

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

/** Assembles an entry from the parts of a row. */
function entryOf({ reportsOfIt, ownerId, username, suspendedAt, deletedAt, ...row }: Row) {
  const all: OneReport[] = JSON.parse(reportsOfIt);
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
  return { ...row, ...state, reports: all.slice(0, shownReports), hasMoreReports: all.length > shownReports };
}

/** The first report of each thing, with its subject: a gig, a review with its gig, a message, or a user. */
function selectEntries(db: Db, where: SQL | undefined) {
  const others = sql<string>`(select json_group_array(json_object('reporter', reporter, 'reason', reason, 'note', note, 'at', at))
    from (select (select iif(p.deleted_at is null, p.username, null) from profiles p where p.id = o.reporter_id) as reporter,
      o.reason, o.note, o.at from reports o where o.kind = ${reports.kind} and o.subject_id = ${reports.subjectId}
      and o.resolved_at is null order by o.number limit ${shownReports + 1}))`;
  return db
    .select({
      number: reports.number,
      kind: reports.kind,
      subjectId: reports.subjectId,
      conversationId: reports.conversationId,
      at: reports.at,
      reportsOfIt: others,
      gig: {
        id: gigs.id,
        title: gigs.title,
        slug: gigs.slug,
        state: gigs.state,
        listed: gigs.listed,
      },
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
      message: {
        content: messages.content,
        sentAt: messages.createdAt,
        removedAt: messages.removedAt,
      },
      ownerId: users.id,
      username: owner.username,
      suspendedAt: users.suspendedAt,
      deletedAt: users.deletedAt,
    })
    .from(reports)
    .leftJoin(reviews, and(eq(reports.kind, "review"), eq(reviews.id, reports.subjectId)))
    .leftJoin(messages, and(eq(reports.kind, "message"), eq(messages.id, reports.subjectId)))
    .leftJoin(
      gigs,
      eq(
        gigs.id,
        sql`case ${reports.kind} when 'gig' then ${reports.subjectId} when 'review' then ${reviews.gigId} end`,
      ),
    )
    .leftJoin(
      users,
      eq(
        users.id,
        sql`case ${reports.kind} when 'gig' then ${gigs.sellerId} when 'review' then ${reviews.buyerId}
          when 'message' then ${messages.senderId} else ${reports.subjectId} end`,
      ),
    )
    .leftJoin(owner, eq(owner.id, users.id))
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
    .leftJoin(
      gigs,
      eq(
        gigs.id,
        sql`case ${reports.kind} when 'gig' then ${reports.subjectId} when 'review' then ${reviews.gigId} end`,
      ),
    )
    .leftJoin(
      owner,
      eq(
        owner.id,
        sql`case ${reports.kind} when 'gig' then ${gigs.sellerId} when 'review' then ${reviews.buyerId}
          when 'message' then ${messages.senderId} else ${reports.subjectId} end`,
      ),
    )
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
