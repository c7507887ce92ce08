import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as dashboardGigs from "#app/dashboard/dashboard-gigs.server.ts";
import * as lists from "#app/dashboard/dashboard-orders.server.ts";
import type { OrderCardView } from "#app/dashboard/order-card.tsx";
import { isSellingOverview, orderSearchOf, ordersPath } from "#app/dashboard/order-search.ts";
import type { EarnedMonth } from "#app/ledger/earned-month.ts";
import * as earnedMonths from "#app/ledger/earned-months.server.ts";
import { date } from "#app/lib/dates.ts";
import { mainRead, sectionRead } from "#app/lib/reads.ts";
import { redirect } from "#app/lib/replies.ts";
import { deadlineOf, isAtWork, timeLimits } from "#app/orders/clocks.ts";
import type { Party } from "#app/orders/order.ts";
import { overviewOf } from "#app/orders/order-overview.ts";
import * as earnings from "#app/payments/earnings.server.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { displayName } from "#app/profiles/profile.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import * as orderReviews from "#app/reviews/order-reviews.server.ts";
import type { LevelReport } from "#app/sellers/level-panel.tsx";
import * as levels from "#app/sellers/levels.server.ts";

/** At most this many orders are listed under 'Needs you' (docs/specification.md#selling). */
const dueLimit = 5;

/**
 * Loads the orders dashboard, which /orders and /dashboard share (docs/specification.md#orders-dashboard). A
 * seller's overview also has the orders that are due, the gigs, the earnings and the reviews to answer
 * (docs/specification.md#selling); if one of these panels cannot be read, the orders are shown without it. A
 * user who has only sales is redirected from /dashboard to them.
 * @throws Response 303 to /sign-in for a visitor; 503 with its own sentence if the orders cannot be read
 */
export async function loadDashboard({ request, context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const url = new URL(request.url);
  const back = url.pathname + url.search;
  const viewer = requireViewer(context, "You must be logged in to view your orders", back);
  const search = orderSearchOf(url.searchParams);
  const { party } = search;
  const isOverview = isSellingOverview(search);
  const readOrders = () =>
    Promise.all([
      lists.list(db, viewer.id, search),
      isOverview ? lists.listDue(db, viewer.id, dueLimit + 1) : [],
      profiles.timeZoneOf(db, viewer.id),
    ]);
  const gigsAfter = url.searchParams.get("gigs") || null;
  const readPanels = () =>
    Promise.all([
      sectionRead(
        () => dashboardGigs.list(db, viewer.id, gigsAfter, clock.now()),
        "gigs of the seller dashboard",
        log,
      ),
      sectionRead(() => earnings.find(db, viewer.id, clock.now()), "earnings", log),
      sectionRead(() => earnedMonths.list(db, viewer.id, clock.now()), "earnings by month", log),
      sectionRead(() => levels.findReport(db, viewer.id), "level", log),
      sectionRead(() => orderReviews.listUnanswered(db, viewer.id), "reviews to answer", log),
    ]);
  const failure =
    party === "buyer" ? "Failed to load your purchase orders" : "Failed to load your selling orders";
  const [[{ rows, next }, due, timeZone], panels] = await Promise.all([
    mainRead(readOrders, failure, log),
    isOverview ? readPanels() : null,
  ]);
  const isStart = url.pathname === "/dashboard" && url.search === "";
  if (isStart && rows.length === 0 && (await mainRead(() => lists.hasSales(db, viewer.id), failure, log)))
    throw redirect(ordersPath({ party: "seller" }));
  const cardOf = (row: lists.DashboardOrder) => orderCard(row, party, timeZone, clock.now());
  return {
    search,
    orders: rows.map(cardOf),
    next,
    due: due.slice(0, dueLimit).map(cardOf),
    hasMoreDue: due.length > dueLimit,
    selling: panels && sellingOf(panels, gigsAfter),
  };
}

/** @param gigsAfter the page of gigs starts after this one; null: the first page */
function sellingOf(
  [gigs, earned, months, level, unansweredReviews]: [
    dashboardGigs.DashboardGigs | null,
    earnings.Earnings | null,
    EarnedMonth[] | null,
    LevelReport | null,
    orderReviews.UnansweredReview[] | null,
  ],
  gigsAfter: string | null,
) {
  return { gigs, gigsAfter, earnings: earned, months, level, unansweredReviews: unansweredReviews ?? [] };
}

/** @param timeZone the viewer's; null: UTC @param at UTC ms */
function orderCard(
  { order, imageUrl, otherParty, hasMismatch, isReviewed }: lists.DashboardOrder,
  party: Party,
  timeZone: string | null,
  at: number,
): OrderCardView {
  const { id, buyerId, status, stage, paymentStatus, title, priceCents, completedAt } = order;
  const told = nameInSentence(otherParty);
  const mayReview = !isReviewed && completedAt !== null && at <= completedAt + timeLimits.review;
  return {
    ...{ id, buyerId, status, stage, paymentStatus, title, priceCents, imageUrl },
    // The viewer sees only the other party, so one name is enough.
    ...overviewOf(order, party, { buyer: told, seller: told }, at, { hasMismatch, mayReview }),
    otherParty: displayName(otherParty),
    date: relevantDate(order, party, (time) => date(time, timeZone)),
  };
}

/**
 * The date that matters now: when the work is due, when the order is cancelled unpaid or completed
 * automatically, or when it was placed.
 */
function relevantDate(
  order: lists.DashboardOrder["order"],
  party: Party,
  day: (at: number) => string,
): string {
  const { deliveryDate, createdAt, completedAt } = order;
  const deadline = deadlineOf(order);
  if (deadline?.transition === "payment-expired" && party === "buyer") return `pay by ${day(deadline.at)}`;
  if (deadline?.transition === "auto-complete") return `reply by ${day(deadline.at)}`;
  if (isAtWork(order) && deliveryDate) return `due ${day(deliveryDate)}`;
  return completedAt ? `completed ${day(completedAt)}` : `placed ${day(createdAt)}`;
}
