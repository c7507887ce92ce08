import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { UsersScreen } from "#app/admin/users/user-list-screen.tsx";
import { parseUserSearch } from "#app/admin/users/user-search.ts";
import * as users from "#app/admin/users/users.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Users");

/**
 * /admin/users?q=&show=suspended|operators&order=oldest&after={number}: the list of users
 * (docs/specification.md#operator-users).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseUserSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => users.list(context.db, search));
  return { search, ...page, waits };
}

export const action = notFound;

export default function Users() {
  return <UsersScreen {...useLoaderData<typeof loader>()} />;
}
