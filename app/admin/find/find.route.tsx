import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { find } from "#app/admin/find/find.server.ts";
import { findTextOf } from "#app/admin/find/find.ts";
import { FindScreen } from "#app/admin/find/find-screen.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { redirect } from "#app/lib/replies.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Find");

/** /admin/find?q=: finds anything by what names it (docs/specification.md#operator-find). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const q = findTextOf(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => find(context.db, q));
  const [only, ...others] = page.groups.flatMap(({ hits }) => hits);
  if (only && others.length === 0) throw redirect(only.to);
  return { q, ...page, waits };
}

export const action = notFound;

export default function Find() {
  return <FindScreen {...useLoaderData<typeof loader>()} />;
}
