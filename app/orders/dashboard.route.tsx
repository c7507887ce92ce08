import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { loadDesk } from "#app/desk/desk.server.ts";
import { Desk } from "#app/desk/desk.tsx";
import desk from "#app/desk.css?url";
import { pageMeta } from "#app/layout/meta.ts";

export const handle = { scripts: "now" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
/** The same screen as /orders, whose address is the canonical one (product.md section 2). */
export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({ title: "Orders", noindex: true, path: "/orders" }, matches);

export const loader = (args: LoaderFunctionArgs) => loadDesk(args);

export default function Dashboard() {
  return <Desk {...useLoaderData<typeof loader>()} />;
}
