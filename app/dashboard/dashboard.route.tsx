import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { useFreshPage } from "#app/conversations/live/live.tsx";
import { changeGig } from "#app/dashboard/change-gig.server.ts";
import { loadOrders, signInForOrders } from "#app/dashboard/load-orders.server.ts";
import { loadOverview } from "#app/dashboard/load-overview.server.ts";
import { isStart } from "#app/dashboard/order-search.ts";
import { OrdersScreen } from "#app/dashboard/orders-screen.tsx";
import { OverviewScreen } from "#app/dashboard/overview-screen.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import stylesheet from "#app/orders/orders.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { useReply } from "#app/ui/use-reply.ts";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const headers = failureHeaders;
export const links = linksOf(handle);
/** The canonical address of this screen is /orders (docs/specification.md#orders-dashboard). */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({ title: data?.overview ? "Dashboard" : "Orders", noindex: true, path: "/orders" }, matches);

/** /dashboard: a seller's Overview. With a query, and for everyone else, it is the list of orders. */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(args.request.url);
  const viewer = requireViewer(args.context, signInForOrders, pathname + search);
  const overview = isStart(searchParams) ? await loadOverview(args.context, viewer.id) : null;
  return overview ? { overview, orders: null } : { overview, orders: await loadOrders(args) };
}

/** For the forms of pages that were loaded before /dashboard/services had its own address. */
export const action = (args: ActionFunctionArgs) => changeGig(args);

/** Revalidates also after a refused form, so that the page shows the current state. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

export default function DashboardPage() {
  const { overview, orders } = useLoaderData<typeof loader>();
  const refusal = useReply<typeof action>()?.refusal ?? null;
  useFreshPage(
    (event) =>
      event.type === "order" ||
      event.type === "request" ||
      (event.type === "message" && event.message.request !== null),
  );
  return (
    <>
      {overview ? <OverviewScreen {...overview} refusal={refusal} /> : null}
      {orders ? <OrdersScreen {...orders} refusal={refusal} /> : null}
    </>
  );
}
