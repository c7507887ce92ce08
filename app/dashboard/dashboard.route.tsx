import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { DashboardScreen } from "#app/dashboard/dashboard-screen.tsx";
import { loadDashboard } from "#app/dashboard/load-dashboard.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import signedInStyles from "#app/styles/signed-in.css?url";
import { useRevalidateOnReturn } from "#app/ui/use-revalidate-on-return.ts";

export const handle = { scripts: "now" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: signedInStyles }];
/** The canonical address of this screen is /orders (docs/specification.md#orders-dashboard). */
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Orders", noindex: true, path: "/orders" }, matches);

export const loader = (args: LoaderFunctionArgs) => loadDashboard(args);

export default function DashboardPage() {
  useRevalidateOnReturn();
  return <DashboardScreen {...useLoaderData<typeof loader>()} />;
}
