import type { DashboardOrder } from "#app/dashboard/dashboard-orders.server.ts";
import type { OrderCardView } from "#app/dashboard/order-card.tsx";
import { date } from "#app/lib/dates.ts";
import { deadlineOf, isAtWork, timeLimits } from "#app/orders/clocks.ts";
import { refusalToAdd } from "#app/orders/extras/extra.ts";
import type { Party } from "#app/orders/order.ts";
import { orderAgain } from "#app/orders/order-again.ts";
import { shortText } from "#app/orders/order-lines.ts";
import { overviewOf } from "#app/orders/order-overview.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { displayName } from "#app/profiles/profile.ts";

/**
 * An order as its card shows it to a party.
 * @param timeZone the viewer's; null: UTC @param at UTC ms
 */
export function orderCard(
  { order, imageUrl, gig, otherParty, isReviewed, offeredExtra, ...facts }: DashboardOrder,
  party: Party,
  timeZone: string | null,
  at: number,
): OrderCardView {
  const { id, buyerId, status, stage, paymentStatus, title, priceCents, completedAt } = order;
  const told = nameInSentence(otherParty);
  const mayReview = !isReviewed && completedAt !== null && at <= completedAt + timeLimits.review;
  return {
    ...{ id, buyerId, status, stage, paymentStatus, title, priceCents, imageUrl },
    bought: { gigId: order.gigId, packageId: order.packageId },
    again: party === "buyer" ? (orderAgain(order, gig)?.path ?? null) : null,
    // The viewer sees only the other party, so one name is enough.
    ...overviewOf(order, party, { buyer: told, seller: told }, at, { ...facts, mayReview }),
    ordered: shortText(order),
    offeredExtra: refusalToAdd(order) === null ? offeredExtra : null,
    otherParty: displayName(otherParty),
    date: relevantDate(order, party, (time) => date(time, timeZone)),
  };
}

/**
 * The date that matters now: when the work is due, when the order is cancelled or completed automatically, or
 * when it was placed.
 */
function relevantDate(order: DashboardOrder["order"], party: Party, day: (at: number) => string): string {
  const { deliveryDate, createdAt, completedAt } = order;
  const deadline = deadlineOf(order);
  if (deadline?.transition === "payment-expired" && party === "buyer") return `pay by ${day(deadline.at)}`;
  if (deadline?.transition === "auto-cancel" && party === "seller") return `start by ${day(deadline.at)}`;
  if (deadline?.transition === "auto-complete") return `reply by ${day(deadline.at)}`;
  if (isAtWork(order) && deliveryDate) return `due ${day(deliveryDate)}`;
  return completedAt ? `completed ${day(completedAt)}` : `placed ${day(createdAt)}`;
}
