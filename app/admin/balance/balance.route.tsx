import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { BalanceScreen } from "#app/admin/balance/balance-screen.tsx";
import * as balanceView from "#app/admin/balance/balance-view.server.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Balance");

/** /admin/balance: the books and the balance at Stripe (docs/specification.md#operator-balance). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, () => balanceView.find(context));
  return { ...page, waits, dashboard: context.stripeDashboard };
}

export const action = notFound;

export default function Balance() {
  return <BalanceScreen {...useLoaderData<typeof loader>()} />;
}
