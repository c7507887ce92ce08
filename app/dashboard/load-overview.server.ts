import type { AppLoadContext } from "@remix-run/cloudflare";
import * as lists from "#app/dashboard/dashboard-orders.server.ts";
import * as dashboardSeller from "#app/dashboard/dashboard-seller.server.ts";
import { dueByDay } from "#app/dashboard/due-days.ts";
import * as openRequests from "#app/dashboard/open-requests.server.ts";
import { orderCard } from "#app/dashboard/order-card-view.server.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { mainRead, sectionRead } from "#app/lib/reads.ts";
import * as earnings from "#app/payouts/earnings.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import * as orderReviews from "#app/reviews/order-reviews.server.ts";
import * as levels from "#app/sellers/levels.server.ts";

/** At most this many orders are listed under 'Needs you' (docs/specification.md#selling). */
const dueLimit = 5;

const failure = "Failed to load your selling orders";

/**
 * Loads a seller's Overview (docs/specification.md#selling). Except for the orders, anything that cannot be
 * read is left out.
 * @returns null for a user who does not sell
 * @throws Response 503 with its own sentence if the orders cannot be read
 */
export async function loadOverview({ db, clock, log }: AppLoadContext, viewerId: string) {
  const seller = await mainRead(() => dashboardSeller.find(db, viewerId), failure, log);
  if (!seller.isSelling) return null;
  const at = clock.now();
  const readOrders = () =>
    Promise.all([
      lists.listDue(db, viewerId, dueLimit + 1),
      lists.listDueTimes(db, viewerId),
      profiles.timeZoneOf(db, viewerId),
    ]);
  const [[due, times, timeZone], requests, drafts, sums, level, unanswered, payoutNeed] = await Promise.all([
    mainRead(readOrders, failure, log),
    sectionRead(() => openRequests.list(db, viewerId, at), "requests for offers", log),
    sectionRead(() => gigDrafts.list(db, viewerId), "drafts", log),
    sectionRead(() => earnings.find(db, viewerId, at), "earnings", log),
    sectionRead(() => levels.findReport(db, viewerId), "level", log),
    sectionRead(() => orderReviews.countUnanswered(db, viewerId), "reviews to answer", log),
    sectionRead(() => dashboardSeller.findPayoutNeed(db, viewerId), "payouts", log),
  ]);
  // A refused seller cannot change services.
  const editable = seller.isRefused ? [] : (drafts ?? []);
  return {
    seller,
    due: due.slice(0, dueLimit).map((row) => orderCard(row, "seller", timeZone, at)),
    hasMoreDue: due.length > dueLimit,
    /** The requests for an offer that wait for the seller. */
    requests: requests ?? openRequests.none,
    dueDays: dueByDay(times.slice(0, lists.dueTimesLimit), at, timeZone),
    hasMoreDays: times.length > lists.dueTimesLimit,
    drafts: editable.filter(({ isPublished }) => !isPublished).length,
    changed: editable.filter(({ isPublished }) => isPublished).length,
    unanswered: unanswered ?? 0,
    /** There are more reviews to answer than were counted. */
    isUnansweredCapped: unanswered === orderReviews.maxUnanswered,
    /** What keeps the seller from being paid; null: nothing. */
    payoutNeed,
    earnings: sums,
    timeZone,
    level,
  };
}

export type Overview = NonNullable<Awaited<ReturnType<typeof loadOverview>>>;
