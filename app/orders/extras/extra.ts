import { refusalToOrder } from "#app/gigs/gig.ts";
import type { GigAvailability } from "#app/gigs/gig-state.ts";
import { maxOfOrder, packageLineTitle } from "#app/gigs/packages/extras.ts";
import type { PackageKey } from "#app/gigs/packages/package.ts";
import { day } from "#app/lib/dates.ts";
import { dollars } from "#app/lib/money.ts";
import type { Changes } from "#app/orders/clocks.ts";
import type { OrderState } from "#app/orders/order.ts";
import { disputeOpen } from "#app/orders/refusal-to-transition.ts";
import type { GigExtras, OrderLine } from "#drizzle/schema.ts";

/**
 * What is added to a running order (docs/specification.md#added-extras): an extra of the gig, or one that the
 * seller offers for this order. Cents; days.
 */
export type Extra = { title: string; priceCents: number; days: number };

/** An extra as it is stored: one row for each that was offered or chosen. */
export type OrderExtra = Extra & {
  id: string;
  orderId: string;
  /** Null: the seller offers it for this order alone. */
  gigExtraId: string | null;
  state: "offered" | "chosen" | "added" | "closed";
  /** How much of its payment goes back to its card, as decided so far, in cents. */
  refundedCents: number;
};

/**
 * Why nothing can be added to an order now, as a sentence; null: the buyer may add an extra, and the seller
 * may offer one.
 */
export function refusalToAdd(order: OrderState): string | null {
  if (order.hold === "dispute") return disputeOpen;
  if (order.hold !== "none") return `A ${order.hold} request is open on this order`;
  if (order.status === "cancelled") return "This order was cancelled";
  if (order.status === "completed") return "This order is already completed";
  if (order.paymentStatus !== "paid") return "This order has not been paid yet";
  if (order.refundedCashCents + order.refundedCreditCents > 0)
    return "Part of this order was refunded, so nothing can be added to it";
  if (order.firstDeliveredAt !== null)
    return "This order was already delivered, so nothing can be added to it";
  return null;
}

/** True if the buyer can pay an extra now. */
export function isPayable(extra: Pick<OrderExtra, "state">, order: OrderState): boolean {
  return (extra.state === "offered" || extra.state === "chosen") && refusalToAdd(order) === null;
}

/** Why the price of an order cannot rise by this much; null if it can. */
export function refusalToRaise(order: Pick<OrderState, "priceCents">, priceCents: number): string | null {
  return order.priceCents + priceCents > maxOfOrder
    ? `An order can cost at most ${dollars(maxOfOrder)}`
    : null;
}

/**
 * The extras of the gig that the buyer can add to an order: each once, and none while the gig is not for
 * sale.
 */
export function choicesFor(
  order: Pick<OrderState, "buyerId" | "priceCents"> & { lines: OrderLine[] | null },
  gig: GigAvailability & { extras: GigExtras | null },
): (Extra & { id: string })[] {
  if (refusalToOrder(order.buyerId, gig) !== null) return [];
  const ordered = new Set(order.lines?.map(({ id }) => id));
  return (gig.extras?.list ?? []).filter(
    (extra) => !ordered.has(extra.id) && refusalToRaise(order, extra.priceCents) === null,
  );
}

/** What an order agrees on, as far as an extra changes it. */
type Agreed = Pick<OrderState, "priceCents" | "deliveryDays" | "deliveryDate"> & {
  feeCents: number;
  packageId: PackageKey;
  packageTitle: string;
  offerId: string | null;
  lines: OrderLine[] | null;
};

/**
 * The columns of an order that a paid extra raises: price, fee, days, and the date if work has started.
 * @param feeCents the fee of the extra
 */
export function changesByExtra(
  order: Agreed,
  extra: Extra & Pick<OrderExtra, "id" | "gigExtraId">,
  feeCents: number,
): Changes & { feeCents: number; lines: OrderLine[] } {
  const { title, priceCents, days } = extra;
  const { packageId, packageTitle, offerId } = order;
  // An offer has only a title, without the name of a package.
  const offered = offerId === null ? packageLineTitle(packageId, packageTitle) : packageTitle;
  const alone = { id: "package", title: offered, priceCents: order.priceCents, quantity: 1 };
  return {
    priceCents: order.priceCents + priceCents,
    feeCents: order.feeCents + feeCents,
    deliveryDays: order.deliveryDays + days,
    deliveryDate: order.deliveryDate === null ? null : order.deliveryDate + days * day,
    lines: [
      ...(order.lines ?? [alone]),
      { id: extra.gigExtraId ?? extra.id, title, priceCents, quantity: 1 },
    ],
  };
}
