import {
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as health from "#app/admin/health/health.server.ts";
import { list } from "#app/admin/orders/order-list.server.ts";
import { parseOrderSearch } from "#app/admin/orders/order-search.ts";
import { OrdersScreen } from "#app/admin/orders/orders-screen.tsx";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { mainRead } from "#app/lib/reads.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction = () => pageMeta({ title: "All orders", noindex: true });
export const headers: HeadersFunction = () => consoleHeaders;

/** /admin/orders?q=&show=&status=&payment=&stage=&before={number}: the filters live in the URL (docs/specification.md#operator-orders). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseOrderSearch(new URL(request.url).searchParams);
  const read = () => list(context.db, search, context.clock.now());
  const [found, stuck] = await Promise.all([
    mainRead(read, "Something went wrong", context.log),
    health.countStuck(context),
  ]);
  return data({ search, ...found, stuck }, { headers: consoleHeaders });
}

/** Nothing is posted here. */
export function action({ context }: LoaderFunctionArgs): never {
  return context.asUnknown();
}

export default function Orders() {
  return <OrdersScreen {...useLoaderData<typeof loader>()} />;
}
