import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { servicesPath } from "#app/dashboard/dashboard-gig.ts";
import * as lists from "#app/dashboard/dashboard-orders.server.ts";
import * as dashboardSeller from "#app/dashboard/dashboard-seller.server.ts";
import { orderCard } from "#app/dashboard/order-card-view.server.ts";
import { orderSearchOf } from "#app/dashboard/order-search.ts";
import { mainRead } from "#app/lib/reads.ts";
import { redirect } from "#app/lib/replies.ts";
import * as profiles from "#app/profiles/profiles.server.ts";

/** Why a visitor of the dashboard is sent to /sign-in. */
export const signInForOrders = "You must be logged in to view your orders";

/**
 * Loads the orders that the viewer has bought, or that they sell, for /orders and /dashboard
 * (docs/specification.md#orders-dashboard). A seller's services used to be part of this page, so an address
 * with `gigs` redirects to the page of services.
 * @throws Response 303 to /sign-in for a visitor; 503 with its own sentence if the orders cannot be read
 */
export async function loadOrders({ request, context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const { pathname, search: query, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, signInForOrders, pathname + query);
  const search = orderSearchOf(searchParams);
  const { party } = search;
  const gigs = searchParams.get("gigs");
  if (gigs && party === "seller") throw redirect(servicesPath(gigs));
  const read = () =>
    Promise.all([
      lists.list(db, viewer.id, search),
      profiles.timeZoneOf(db, viewer.id),
      dashboardSeller.find(db, viewer.id),
    ]);
  const failure =
    party === "buyer" ? "Failed to load your purchase orders" : "Failed to load your selling orders";
  const [{ rows, next }, timeZone, seller] = await mainRead(read, failure, log);
  return { search, orders: rows.map((row) => orderCard(row, party, timeZone, clock.now())), next, seller };
}
