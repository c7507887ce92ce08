import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { TaxesScreen } from "#app/admin/taxes/taxes-screen.tsx";
import * as taxes from "#app/payouts/taxes/taxes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Taxes");

/** /admin/payouts/taxes: the years whose sales can be downloaded (docs/specification.md#taxes). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, () => taxes.listYears(context.db, context.clock.now()));
  return { years: page, waits };
}

export const action = notFound;

export default function Taxes() {
  return <TaxesScreen {...useLoaderData<typeof loader>()} />;
}
