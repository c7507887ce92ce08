import type { Capabilities } from "#app/context.ts";
import type { Gig } from "#app/gigs/gig.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as checkout from "#app/payments/checkout/checkout.server.ts";
import type { Checkout } from "#app/payments/payment.ts";

type Deps = Pick<Capabilities, "db" | "stripe" | "clock" | "log" | "requestId" | "origin">;

/**
 * Buys a package (docs/specification.md#placing-an-order): the order comes first, then its card page (product.md section 3). The form and
 * create-payment are this.
 * @param email the buyer's, for the card page
 * @returns the order and what became of its payment; a sentence when nothing was placed; null when there is no such service or package any more
 */
export async function purchase(
  deps: Deps,
  gig: Gig,
  asked: orders.Asked,
  email: string,
): Promise<{ order: orders.Order; payment: Checkout } | { refusal: string } | null> {
  const placed = await orders.place(deps.db, gig, asked, deps.clock.now());
  if (!placed || "refusal" in placed) return placed;
  const { order } = placed;
  const payment = await checkout.open(deps, order, email, deps.origin);
  return { order, payment };
}
