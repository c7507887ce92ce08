import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import type { OrderCardView } from "#app/dashboard/order-card.tsx";
import * as lists from "#app/dashboard/order-lists.server.ts";
import { isSellingOverview, orderSearchOf } from "#app/dashboard/order-search.ts";
import { date } from "#app/lib/dates.ts";
import { mainRead } from "#app/lib/reads.ts";
import { deadlineOf, isAtWork, isLate, waits } from "#app/orders/clocks.ts";
import { nextStep } from "#app/orders/next-step.ts";
import type { Party } from "#app/orders/order.ts";
import { isExamined, nextOfExamined } from "#app/orders/page/order-view.ts";
import { receiptOf } from "#app/orders/receipt.ts";
import { displayName } from "#app/profiles/profile.ts";
import * as profiles from "#app/profiles/profiles.server.ts";

/** What waits for a seller stands above the list, up to so many. */
const mostDue = 5;

/**
 * What /orders and /dashboard show: one screen, two addresses. `due`: what waits for the seller, above the first page of all that they sell;
 * `moreDue`: there is more of it.
 * @throws Response 303 to /sign-in for visitors; 503 with the catalogue's sentence when the list cannot be read
 */
export async function loadOrders({ request, context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const url = new URL(request.url);
  const back = url.pathname + url.search;
  const viewer = requireViewer(context, "You must be logged in to view your orders", back);
  const search = orderSearchOf(url.searchParams);
  const { party } = search;
  const [{ rows, next }, due, timeZone] = await mainRead(
    () =>
      Promise.all([
        lists.list(db, viewer.id, search),
        isSellingOverview(search) ? lists.listDue(db, viewer.id, mostDue + 1) : [],
        profiles.timeZoneOf(db, viewer.id),
      ]),
    party === "buyer" ? "Failed to load your purchase orders" : "Failed to load your selling orders",
    log,
  );
  const cardOf = (row: lists.ListedOrder) => orderCard(row, party, timeZone, clock.now());
  return {
    search,
    orders: rows.map(cardOf),
    next,
    due: due.slice(0, mostDue).map(cardOf),
    moreDue: due.length > mostDue,
  };
}

/** An order as its reader sees it. @param at UTC ms */
function orderCard(
  { order, imageUrl, other, hasMismatch, isReviewed }: lists.ListedOrder,
  party: Party,
  timeZone: string | null,
  at: number,
): OrderCardView {
  const { id, buyerId, status, paymentStatus, title, priceCents } = order;
  const name = displayName(other);
  const examined = isExamined(order, hasMismatch);
  return {
    ...{ id, buyerId, status, paymentStatus, title, priceCents, imageUrl },
    isLate: isLate(order, at),
    other: name,
    when: when(order, (time) => date(time, timeZone)),
    // The reader is told of the other side only.
    next: examined
      ? nextOfExamined(order)
      : nextStep(
          order,
          party,
          { buyer: name, seller: name },
          at,
          !isReviewed && order.completedAt !== null && at <= order.completedAt + waits.review,
        ),
    amounts: receiptOf(order),
    isExamined: examined,
  };
}

/** The date that counts now: when the work is due, when the order is completed by itself; else when it was placed. */
function when(order: lists.ListedOrder["order"], day: (at: number) => string): string {
  const { deliveryDate, createdAt, completedAt } = order;
  const settles = deadlineOf(order);
  if (settles?.transition === "auto-complete") return `reply by ${day(settles.at)}`;
  if (isAtWork(order) && deliveryDate) return `due ${day(deliveryDate)}`;
  return completedAt ? `completed ${day(completedAt)}` : `placed ${day(createdAt)}`;
}
