import { gigAgainPath } from "#app/gigs/gig.ts";
import { type GigAvailability, unavailableReason } from "#app/gigs/gig-state.ts";
import { href } from "#app/lib/href.ts";
import type { OrderState } from "#app/orders/order.ts";

type Again = { path: string; refusal: null } | { path: null; refusal: string };

/**
 * Where the buyer of an order that has ended can order the same again, at today's terms and prices
 * (docs/specification.md#order-again), or a sentence that says why they can't. For an offer, the buyer asks
 * for a new one.
 * @returns null if the order has not ended
 */
export function orderAgain(
  order: Pick<OrderState, "status"> & {
    id: string;
    gigId: string;
    packageId: string;
    offerId: string | null;
  },
  gig: { slug: string } & Pick<GigAvailability, "state" | "listed">,
): Again | null {
  if (order.status !== "completed" && order.status !== "cancelled") return null;
  const refusal = unavailableReason(gig);
  if (refusal !== null) return { path: null, refusal };
  const askPath = `${href("/offers/new")}?${new URLSearchParams({ gig: order.gigId })}`;
  return { path: order.offerId === null ? gigAgainPath(gig, order) : askPath, refusal };
}
