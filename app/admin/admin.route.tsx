import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import * as figures from "#app/admin/figures/figures.server.ts";
import * as health from "#app/admin/health/health.server.ts";
import { countCap, waitingOf } from "#app/admin/health/health.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { StartScreen } from "#app/admin/start-screen.tsx";
import { mainRead, sectionRead } from "#app/lib/reads.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Console");

/** /admin: what waits for an operator, and the figures of 7 days (docs/specification.md#operator-start). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { db, clock, log } = context;
  const at = clock.now();
  const [checks, weeks] = await Promise.all([
    mainRead(() => health.runChecks(db, at), "Something went wrong", log),
    sectionRead(() => figures.listWeeks(db, at), "figures", log),
  ]);
  const waits = health.waitsOf(checks, countCap);
  return { at, waiting: waitingOf(checks), waits, weeks };
}

export const action = notFound;

export default function Admin() {
  return <StartScreen {...useLoaderData<typeof loader>()} />;
}
