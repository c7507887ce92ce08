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
import { SignupsScreen } from "#app/admin/signups/signups-screen.tsx";
import * as signups from "#app/emails/signup-notices.server.ts";
import { mainRead } from "#app/lib/reads.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction = () => pageMeta({ title: "New signups", noindex: true });
export const headers: HeadersFunction = () => consoleHeaders;

/** /admin/signups: what the operators were told (docs/specification.md#operator-signups). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const read = async () => await signups.listLatest(context.db);
  const [latest, stuck] = await Promise.all([
    mainRead(read, "Something went wrong", context.log),
    health.countStuck(context),
  ]);
  return data({ signups: latest, stuck }, { headers: consoleHeaders });
}

/** Nothing is posted here. */
export function action({ context }: LoaderFunctionArgs): never {
  return context.asUnknown();
}

export default function Signups() {
  return <SignupsScreen {...useLoaderData<typeof loader>()} />;
}
