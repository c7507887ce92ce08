import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { parseOrderSearch } from "#app/admin/orders/order-filters.ts";
import { list } from "#app/admin/orders/order-list.server.ts";
import { OrdersScreen } from "#app/admin/orders/order-list-screen.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("All orders");

/**
 * /admin/orders?q=&show=&status=&payment=&stage=&order=oldest&after={number}: the list of orders
 * (docs/specification.md#operator-orders).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseOrderSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => list(context.db, search, context.clock.now()));
  return { search, ...page, waits };
}

export const action = notFound;

export default function Orders() {
  return <OrdersScreen {...useLoaderData<typeof loader>()} />;
}
