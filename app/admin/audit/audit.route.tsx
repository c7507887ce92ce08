import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as auditList from "#app/admin/audit/audit-list.server.ts";
import { AuditScreen } from "#app/admin/audit/audit-screen.tsx";
import { parseAuditSearch } from "#app/admin/audit/audit-search.ts";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Audit");

/** /admin/audit?q=&operator=&action=&day=&after={number}: the log (docs/specification.md#operator-audit). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseAuditSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => auditList.list(context.db, search));
  return { ...page, waits };
}

export const action = notFound;

export default function Audit() {
  return <AuditScreen {...useLoaderData<typeof loader>()} />;
}
