import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { list } from "#app/admin/tickets/ticket-list.server.ts";
import { TicketListScreen } from "#app/admin/tickets/ticket-list-screen.tsx";
import { parseTicketSearch } from "#app/admin/tickets/ticket-search.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Tickets");

/** /admin/tickets?q=&show=&after={number}: the list of tickets (docs/specification.md#operator-tickets). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context);
  const search = parseTicketSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => list(context.db, search, operator.id));
  return { search, ...page, at: context.clock.now(), waits };
}

export const action = notFound;

export default function Tickets() {
  return <TicketListScreen {...useLoaderData<typeof loader>()} />;
}
