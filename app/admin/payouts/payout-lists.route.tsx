import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { list } from "#app/admin/payouts/payout-lists.server.ts";
import { PayoutListsScreen } from "#app/admin/payouts/payout-lists-screen.tsx";
import { parsePayoutSearch } from "#app/admin/payouts/payout-search.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Payouts");

/** /admin/payouts?show=&after=: one list of payouts (docs/specification.md#operator-payouts). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parsePayoutSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => list(context.db, search, context.clock.now()));
  return { search, ...page, waits };
}

export const action = notFound;

export default function Payouts() {
  return <PayoutListsScreen {...useLoaderData<typeof loader>()} />;
}
