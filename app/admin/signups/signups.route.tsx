import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { cursorOf } from "#app/admin/list-search.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { list } from "#app/admin/signups/signups.server.ts";
import { SignupsScreen } from "#app/admin/signups/signups-screen.tsx";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("New signups");

/** /admin/signups?after={number}: the new signups (docs/specification.md#operator-signups). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const after = cursorOf(new URL(request.url).searchParams.get("after"));
  const { page, waits } = await loadPage(context, () => list(context.db, after));
  return { ...page, after, waits };
}

export const action = notFound;

export default function Signups() {
  return <SignupsScreen {...useLoaderData<typeof loader>()} />;
}
