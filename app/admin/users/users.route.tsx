import {
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as health from "#app/admin/health/health.server.ts";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { parseUserSearch } from "#app/admin/users/user-search.ts";
import * as users from "#app/admin/users/users.server.ts";
import { UsersScreen } from "#app/admin/users/users-screen.tsx";
import { mainRead } from "#app/lib/reads.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction = () => pageMeta({ title: "Users", noindex: true });
export const headers: HeadersFunction = () => consoleHeaders;

/** /admin/users?q=&show=suspended|operators&before={number}: the filters live in the URL (docs/specification.md#operator-users). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseUserSearch(new URL(request.url).searchParams);
  const read = () => users.list(context.db, search);
  const [{ users: found, next }, stuck] = await Promise.all([
    mainRead(read, "Something went wrong", context.log),
    health.countStuck(context),
  ]);
  return data({ search, users: found, next, stuck }, { headers: consoleHeaders });
}

/** Nothing is posted here. */
export function action({ context }: LoaderFunctionArgs): never {
  return context.asUnknown();
}

export default function Users() {
  return <UsersScreen {...useLoaderData<typeof loader>()} />;
}
