import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { consoleHeaders, noAction, requireOperator } from "#app/admin/require-operator.server.ts";
import { SignupsScreen } from "#app/admin/signups/signups-screen.tsx";
import * as signups from "#app/auth/signup-notices.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("New signups");
export const headers = () => consoleHeaders;

/** /admin/signups: the signups that operators were notified of (docs/specification.md#operator-signups). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, async () => await signups.listLatest(context.db));
  return data({ signups: page, waits }, { headers: consoleHeaders });
}

export const action = noAction;

export default function Signups() {
  return <SignupsScreen {...useLoaderData<typeof loader>()} />;
}
