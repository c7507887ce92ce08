import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Dashboard } from "#app/dashboard/dashboard.tsx";
import { loadDashboard } from "#app/dashboard/load-dashboard.server.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const handle: PageHandle = { scripts: "now" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
/** The same screen as /orders, whose address is the canonical one (docs/specification.md#orders-dashboard). */
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Orders", noindex: true, path: "/orders" }, matches);

export const loader = (args: LoaderFunctionArgs) => loadDashboard(args);

export default function DashboardPage() {
  return <Dashboard {...useLoaderData<typeof loader>()} />;
}
