import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import * as health from "#app/admin/health/health.server.ts";
import { countCap, waitingOf } from "#app/admin/health/health.ts";
import { consoleHeaders, noAction, requireOperator } from "#app/admin/require-operator.server.ts";
import { StartScreen } from "#app/admin/start-screen.tsx";
import { mainRead } from "#app/lib/reads.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Console");
export const headers = () => consoleHeaders;

/** /admin: what waits for an operator (docs/specification.md#operator-start). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { db, clock, log } = context;
  const at = clock.now();
  const checks = await mainRead(() => health.runChecks(db, at), "Something went wrong", log);
  const waits = health.waitsOf(checks, countCap);
  return data({ at, waiting: waitingOf(checks), waits }, { headers: consoleHeaders });
}

export const action = noAction;

export default function Admin() {
  return <StartScreen {...useLoaderData<typeof loader>()} />;
}
