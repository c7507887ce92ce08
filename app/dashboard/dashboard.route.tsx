import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { useFreshPage } from "#app/conversations/live/live.tsx";
import { changeGig } from "#app/dashboard/change-gig.server.ts";
import { DashboardScreen } from "#app/dashboard/dashboard-screen.tsx";
import { loadDashboard } from "#app/dashboard/load-dashboard.server.ts";
import { Offline } from "#app/layout/offline.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import stylesheet from "#app/orders/orders.css?url";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { useReply } from "#app/ui/use-reply.ts";

export const handle: PageHandle = { stylesheet, scripts: "now" };
export const headers = failureHeaders;
export const links = linksOf(handle);
/** The canonical address of this screen is /orders (docs/specification.md#orders-dashboard). */
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Orders", noindex: true, path: "/orders" }, matches);

export const loader = (args: LoaderFunctionArgs) => loadDashboard(args);

export const action = (args: ActionFunctionArgs) => changeGig(args);

/** Also after a refused form, so that the seller dashboard shows the current state. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

export default function DashboardPage() {
  const refused = useReply<typeof action>();
  useFreshPage((event) => event.type === "order");
  return (
    <>
      <DashboardScreen {...useLoaderData<typeof loader>()} refusal={refused?.refusal ?? null} />
      <Offline />
    </>
  );
}
