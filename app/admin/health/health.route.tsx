import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import * as clientErrors from "#app/admin/health/client-errors.server.ts";
import * as health from "#app/admin/health/health.server.ts";
import { countCap } from "#app/admin/health/health.ts";
import { HealthScreen } from "#app/admin/health/health-screen.tsx";
import { listDeadLetters } from "#app/admin/health/overdue.server.ts";
import * as retries from "#app/admin/health/retries.server.ts";
import { retryForm } from "#app/admin/health/retry.form.ts";
import * as stuckJobs from "#app/admin/health/stuck-jobs.server.ts";
import * as sweepRecord from "#app/admin/health/sweep-record.server.ts";
import { pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { cursorOf } from "#app/admin/list-search.ts";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Health");

/**
 * /admin/health?addresses={number}: everything that is stuck (docs/specification.md#operator-health).
 * `addresses`: the number of the last address on the previous page of those that bounce.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const after = cursorOf(new URL(request.url).searchParams.get("addresses"));
  const { db, clock, log } = context;
  const at = clock.now();
  const read = () =>
    Promise.all([
      health.runChecks(db, at),
      stuckJobs.list(db, at),
      listDeadLetters(db, at),
      clientErrors.listDays(db, at),
      sweepRecord.find(db),
      badAddresses.list(db, after, rowsPerPage + 1),
    ]);
  const [checks, jobs, deadLetters, browserErrors, sweep, addresses] = await mainRead(
    read,
    "Something went wrong",
    log,
  );
  const waits = health.waitsOf(checks, countCap);
  const page = pageOf(addresses);
  return { at, checks, ...jobs, deadLetters, browserErrors, sweep, addresses: { after, ...page }, waits };
}

const kinds = {
  mail: { retry: retries.retryMail, doneText: "The email was sent" },
  webhook: { retry: retries.retryWebhook, doneText: "The webhook was processed" },
  money: { retry: retries.retryMoneyCall, doneText: "Stripe confirmed the call" },
  address: { retry: retries.clearAddress, doneText: "Emails to this address are turned on again" },
};

/** Retries an email, a webhook or a money call, clears an address, or runs the scheduled work. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, retryForm, async ({ again: { kind, id }, reason }) => {
    if (kind === "sweep") {
      const result = await retries.runSweep(context, { operator, reason });
      if (result === "changed") refuse("stale", "A run is not finished yet. Wait a moment and look again.");
      const [notice, as] = repaired[result];
      return writes.done(context, notice, `${href("/admin/health")}#last-sweep`, as);
    }
    const { retry, doneText } = kinds[kind];
    const result = await retry(context, id, { operator, reason });
    const [notice, as] = result === "done" ? ([doneText, "success"] as const) : notDone[result];
    return writes.done(context, notice, "/admin/health", as);
  });
}

const repaired = {
  done: ["The scheduled work has run", "success"],
  pending: ["The run takes longer than 30 seconds and continues", "info"],
} as const;

const notDone = {
  changed: ["This has already been done, or is being done now", "info"],
  pending: ["Stripe has not confirmed it yet", "info"],
  failed: ["The retry failed too", "error"],
} as const;

export default function Health() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <HealthScreen {...loaded} reply={reply ?? null} />;
}
