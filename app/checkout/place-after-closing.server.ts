import * as newOrders from "#app/checkout/new-orders.server.ts";
import type { Capabilities } from "#app/context.ts";
import type * as orders from "#app/orders/orders.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as payments from "#app/payments/payments.server.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "secret">;

/**
 * The result of an order form. `bought`: an earlier order of the form that is paid, or whose payment an
 * operator examines. `waitsFor`: an earlier order may still be paid, so nothing was placed. Null: what was
 * wanted no longer exists.
 */
type Placing =
  | newOrders.PlacedOrder
  | newOrders.TermsRefusal
  | { bought: orders.Order }
  | { waitsFor: "bank" | "stripe" }
  | null;

/** How many earlier orders of a form one request closes. Usually there is one. */
const maxClosed = 5;

/**
 * Places an order as `newOrders.placeWanted` does. An unpaid order of the same form that it replaces is first
 * closed at Stripe (docs/specification.md#placing-an-order): if it turns out to be paid, it is the order, and
 * no other is placed.
 * @param until when the buyer stops waiting, in ms of the real clock
 */
export async function placeAfterClosing(
  deps: Deps,
  wanted: newOrders.Wanted,
  asked: newOrders.OrderAsked,
  until: number,
): Promise<Placing> {
  for (let closed = 0; closed <= maxClosed; closed++) {
    const placed = await newOrders.placeWanted(deps.db, wanted, asked, deps.clock.now());
    if (!placed || !("standing" in placed)) return placed;
    const { standing } = placed;
    if (standing.paidAt !== null || (await payments.hasMismatch(deps.db, standing)))
      return { bought: standing };
    const closing = await checkoutSessions.close(deps, standing, until);
    if (closing !== "closed") return { waitsFor: closing === "processing" ? "bank" : "stripe" };
  }
  return { waitsFor: "stripe" };
}
