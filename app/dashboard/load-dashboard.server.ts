import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import * as lists from "#app/dashboard/dashboard-orders.server.ts";
import type { OrderCardView } from "#app/dashboard/order-card.tsx";
import { isSellingOverview, orderSearchOf } from "#app/dashboard/order-search.ts";
import { date } from "#app/lib/dates.ts";
import { mainRead, sectionRead } from "#app/lib/reads.ts";
import { deadlineOf, isAtWork, timeLimits } from "#app/orders/clocks.ts";
import type { Party } from "#app/orders/order.ts";
import { overviewOf } from "#app/orders/order-overview.ts";
import * as earnings from "#app/payments/earnings.server.ts";
import { displayName } from "#app/profiles/profile.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import * as orderReviews from "#app/reviews/order-reviews.server.ts";

/** At most this many orders are listed under 'Needs you' (docs/specification.md#selling). */
const dueLimit = 5;

/**
 * Loads the orders dashboard, which /orders and /dashboard share (docs/specification.md#orders-dashboard). A
 * seller's overview also has the orders that are due, the earnings and the reviews to answer
 * (docs/specification.md#selling); if earnings or reviews cannot be read, the orders are shown without
 * them.
 * @throws Response 303 to /sign-in for a visitor; 503 with the specification's sentence if the orders cannot
 * be read
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
  const readPanels = () =>
    Promise.all([
      sectionRead(() => earnings.find(db, viewer.id, clock.now()), "earnings", log),
      sectionRead(() => orderReviews.listUnanswered(db, viewer.id), "reviews to answer", log),
    ]);
  const failure =
    party === "buyer" ? "Failed to load your purchase orders" : "Failed to load your selling orders";
  const [[{ rows, next }, due, timeZone], panels] = await Promise.all([
    mainRead(readOrders, failure, log),
    isOverview ? readPanels() : null,
  ]);
  const cardOf = (row: lists.DashboardOrder) => orderCard(row, party, timeZone, clock.now());
  return {
    search,
    orders: rows.map(cardOf),
    next,
    due: due.slice(0, dueLimit).map(cardOf),
    hasMoreDue: due.length > dueLimit,
    selling: panels && { earnings: panels[0], unansweredReviews: panels[1] ?? [] },
  };
}

/** @param timeZone the viewer's; null: UTC @param at UTC ms */
function orderCard(
  { order, imageUrl, otherParty, hasMismatch, isReviewed }: lists.DashboardOrder,
  party: Party,
  timeZone: string | null,
  at: number,
): OrderCardView {
  const { id, buyerId, status, paymentStatus, title, priceCents, completedAt } = order;
  const name = displayName(otherParty);
  const mayReview = !isReviewed && completedAt !== null && at <= completedAt + timeLimits.review;
  return {
    ...{ id, buyerId, status, paymentStatus, title, priceCents, imageUrl },
    // The viewer is told of the other party only, so one name is enough.
    ...overviewOf(order, party, { buyer: name, seller: name }, at, { hasMismatch, mayReview }),
    otherParty: name,
    date: relevantDate(order, (time) => date(time, timeZone)),
  };
}

/**
 * The date that matters now: when the work is due, when the order is completed automatically, or when it was
 * placed.
 */
function relevantDate(order: lists.DashboardOrder["order"], day: (at: number) => string): string {
  const { deliveryDate, createdAt, completedAt } = order;
  const deadline = deadlineOf(order);
  if (deadline?.transition === "auto-complete") return `reply by ${day(deadline.at)}`;
  if (isAtWork(order) && deliveryDate) return `due ${day(deliveryDate)}`;
  return completedAt ? `completed ${day(completedAt)}` : `placed ${day(createdAt)}`;
}
