import type {
  ActionFunctionArgs,
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DashboardScreen } from "#app/dashboard/dashboard-screen.tsx";
import { loadDashboard } from "#app/dashboard/load-dashboard.server.ts";
import { GigMissing } from "#app/gigs/page/gig-missing.tsx";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { OrderRetry } from "#app/orders/placing/order-retry.tsx";
import { orderFormAction } from "#app/orders/placing/place-order.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import signedInStyles from "#app/styles/signed-in.css?url";
import { useRevalidateOnReturn } from "#app/ui/use-revalidate-on-return.ts";

export const handle = { scripts: "now" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: signedInStyles }];
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Orders", noindex: true, path: "/orders" }, matches);

export const loader = (args: LoaderFunctionArgs) => loadDashboard(args);
export const action = (args: ActionFunctionArgs) => orderFormAction(args);

export default function OrdersPage() {
  const dashboard = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  useRevalidateOnReturn();
  if (!failed) return <DashboardScreen {...dashboard} />;
  if (!("missing" in failed)) return <OrderRetry {...failed} />;
  return (
    <div data-clear-redirect>
      <GigMissing {...failed.missing} />
    </div>
  );
}
