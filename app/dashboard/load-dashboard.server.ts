import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadOrders } from "#app/dashboard/load-orders.server.ts";
import { isSellingOverview, orderSearchOf } from "#app/dashboard/order-search.ts";
import { sectionRead } from "#app/lib/reads.ts";
import * as earnings from "#app/payments/earnings.server.ts";
import * as orderReviews from "#app/reviews/order-reviews.server.ts";

/**
 * The orders dashboard, and what else a seller has on the desk (docs/specification.md#seller-desk): what was earned, and reviews to answer. They stand on
 * the first page of all that is sold; when they cannot be read, the orders are shown without them.
 * @throws as `loadDashboard`
 */
export async function loadDashboard(args: LoaderFunctionArgs) {
  const { viewer, db, clock, log } = args.context;
  const search = orderSearchOf(new URL(args.request.url).searchParams);
  const [dashboard, selling] = await Promise.all([
    loadOrders(args),
    viewer && isSellingOverview(search)
      ? Promise.all([
          sectionRead(() => earnings.find(db, viewer.id, clock.now()), "earnings", log),
          sectionRead(() => orderReviews.listUnanswered(db, viewer.id), "reviews to answer", log),
        ])
      : null,
  ]);
  return { dashboard, selling: selling && { earnings: selling[0], toAnswer: selling[1] ?? [] } };
}
