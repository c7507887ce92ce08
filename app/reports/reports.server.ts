import { and, eq, isNull, sql } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { conversationPath, pairOf } from "#app/conversations/conversation.ts";
import { isParticipant } from "#app/conversations/conversations.server.ts";
import { isVisibleTo } from "#app/gigs/gig-state.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { hasSellerPage } from "#app/profiles/public-profile.server.ts";
import { kindNames, type Outcome, type Reported, type ReportReason } from "#app/reports/report.ts";
import { reviewPath } from "#app/reviews/review.ts";
import type { ReportKind } from "#app/ui/report-path.ts";
import { conversations, gigs, messages, orders, profiles, reports, reviews } from "#drizzle/schema.ts";

/**
 * A thing that a viewer may report. `ownerId`: who is responsible for it. `label`: what it is, in words.
 * `excerpt`: its own text; null if it has none. `back`: the page that shows it. `conversationId`: of a
 * message.
 */
export type Thing = Reported & {
  ownerId: string;
  label: string;
  excerpt: string | null;
  back: string;
  conversationId: string | null;
};

/**
 * Finds a thing that the viewer may see, and whether they have already reported it
 * (docs/specification.md#reports).
 * @returns null if it does not exist, or they may not see it
 */
export async function find(
  db: Db,
  viewer: Viewer,
  reported: Reported,
): Promise<(Thing & { isReported: boolean }) | null> {
  const [thing, [before]] = await Promise.all([
    finders[reported.kind](db, viewer, reported.id),
    db
      .select({ number: reports.number })
      .from(reports)
      .where(
        and(
          eq(reports.kind, reported.kind),
          eq(reports.subjectId, reported.id),
          eq(reports.reporterId, viewer.id),
        ),
      ),
  ]);
  return thing && { ...thing, ...reported, isReported: before !== undefined };
}

type Found = Omit<Thing, keyof Reported> | null;
type Finder = (db: Db, viewer: Viewer, id: string) => Promise<Found>;

const finders: Record<ReportKind, Finder> = {
  gig: findGig,
  user: findUser,
  review: findReview,
  message: findMessage,
};

async function findGig(db: Db, viewer: Viewer, id: string): Promise<Found> {
  const { sellerId, state, listed, title, slug } = gigs;
  const [gig] = await db.select({ sellerId, state, listed, title, slug }).from(gigs).where(eq(gigs.id, id));
  if (!gig || !isVisibleTo(viewer, gig)) return null;
  return {
    ownerId: gig.sellerId,
    label: `Service “${gig.title}”`,
    excerpt: null,
    back: href("/services/s/:slug", { slug: gig.slug }),
    conversationId: null,
  };
}

/** A user with a public page, or with whom the viewer has a conversation. */
async function findUser(db: Db, viewer: Viewer, id: string): Promise<Found> {
  const { firstId, secondId } = pairOf(id, viewer.id);
  const conversation = sql<string | null>`(select conversations.id from conversations
    where first_id = ${firstId} and second_id = ${secondId})`;
  const [user] = await db
    .select({ username: profiles.username, hasPage: hasSellerPage(sql`profiles.id`), conversation })
    .from(profiles)
    .where(and(eq(profiles.id, id), isNull(profiles.deletedAt)));
  const isSeen = user && (user.hasPage || user.conversation !== null || id === viewer.id);
  if (!isSeen) return null;
  const { username, hasPage } = user;
  const back = hasPage
    ? href("/:handle", { handle: `@${username}` })
    : user.conversation === null
      ? "/profile"
      : conversationPath(user.conversation);
  return { ownerId: id, label: `User @${username}`, excerpt: null, back, conversationId: null };
}

/** A review that its gig's page or, for the two parties, the order's page shows. */
async function findReview(db: Db, viewer: Viewer, id: string): Promise<Found> {
  const [review] = await db
    .select({
      buyerId: reviews.buyerId,
      sellerId: gigs.sellerId,
      state: gigs.state,
      listed: gigs.listed,
      title: gigs.title,
      slug: gigs.slug,
      comment: reviews.comment,
      rating: reviews.rating,
      isParty: sql<boolean>`${viewer.id} in (${orders.buyerId}, ${orders.sellerId})`.mapWith(Boolean),
      orderId: orders.id,
      hasPage: hasSellerPage(gigs.sellerId),
    })
    .from(reviews)
    .innerJoin(gigs, eq(gigs.id, reviews.gigId))
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .where(and(eq(reviews.id, id), isNull(reviews.hiddenAt)));
  // The seller's page shows the reviews of all their gigs.
  if (!review || !(isVisibleTo(viewer, review) || review.hasPage || review.isParty)) return null;
  const { buyerId, title, comment, rating } = review;
  return {
    ownerId: buyerId,
    label: `Review of “${title}”`,
    excerpt: comment ?? `${rating} of 5 stars, without a comment`,
    back: review.isParty
      ? reviewPath(review.orderId)
      : `${href("/services/s/:slug", { slug: review.slug })}#reviews`,
    conversationId: null,
  };
}

async function findMessage(db: Db, viewer: Viewer, id: string): Promise<Found> {
  const [message] = await db
    .select({
      senderId: messages.senderId,
      content: messages.content,
      conversationId: messages.conversationId,
      number: messages.number,
      sender: shownUsername(profiles),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(profiles, eq(profiles.id, messages.senderId))
    .where(and(eq(messages.id, id), isNull(messages.removedAt), isParticipant(viewer.id)));
  if (!message) return null;
  const { senderId, content, conversationId, number, sender } = message;
  return {
    ownerId: senderId,
    label: sender === null ? "Message" : `Message from @${sender}`,
    excerpt: content,
    back: `${conversationPath(conversationId)}&before=${number + 1}#m${number}`,
    conversationId,
  };
}

/** A report to write. */
type NewReport = { reason: ReportReason; note: string };

/**
 * Writes a report of a thing. A trigger puts the first one about a thing into the operator's queue.
 * @throws Refusal if this user has already reported it; the guard `session` if the viewer's has ended
 */
export async function add(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  { kind, id, conversationId }: Thing,
  viewer: Viewer,
  { reason, note }: NewReport,
): Promise<void> {
  const at = clock.now();
  const reporter = sessions.activeUserId(viewer, at);
  try {
    await db.batch([
      guards.that(db, "session", sql`${reporter} is not null`),
      db
        .insert(reports)
        .values({ kind, subjectId: id, conversationId, reporterId: reporter, reason, note, at }),
    ]);
  } catch (error) {
    if (!brokeUnique(error, "reports.kind")) throw error;
    refuse("refused", `You have already reported this ${kindNames[kind]}`);
  }
}

/** The subject id of emails about a report. */
export function mailSubject(number: number): string {
  return `report-${number}`;
}

/**
 * What an email about a report contains: the kind, the title of a reported gig, and the decision.
 * @param subject the email's subject id
 * @returns null if there is no such report
 */
export async function findForMail(
  db: Db,
  subject: string,
): Promise<{ kind: ReportKind; title: string | null; outcome: Outcome | null } | null> {
  const number = Number(/^report-(\d+)$/.exec(subject)?.[1] ?? 0);
  const [report] = await db
    .select({ kind: reports.kind, title: gigs.title, outcome: reports.outcome })
    .from(reports)
    .leftJoin(gigs, and(eq(reports.kind, "gig"), eq(gigs.id, reports.subjectId)))
    .where(eq(reports.number, number));
  return report ?? null;
}
