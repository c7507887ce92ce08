import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { cursorOf } from "#app/admin/list-search.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import {
  type ReportIntent,
  refusalToReportDecision,
  reportDecisions,
  reportIntents,
} from "#app/admin/reports/report-decision.ts";
import * as decisions from "#app/admin/reports/report-decisions.server.ts";
import * as queue from "#app/admin/reports/report-queue.server.ts";
import { ReportsScreen } from "#app/admin/reports/reports-screen.tsx";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import type { Outcome } from "#app/reports/report.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Reports");
export const headers = () => consoleHeaders;

/**
 * /admin/reports?after={number}: the reported things that are waiting
 * (docs/specification.md#operator-reports).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const after = cursorOf(new URL(request.url).searchParams.get("after")) ?? 0;
  const { page, waits } = await loadPage(context, () => queue.list(context.db, after));
  return data({ ...page, after, waits }, { headers: consoleHeaders });
}

const decidedAlready = "Someone has already decided this";

const toasts: Record<Outcome, string> = {
  left: "It was left as it is",
  removed: "It was taken down",
  warned: "The user was warned",
  suspended: "The user was suspended",
};

/** Decides on a reported thing. `id` is the thing's. The owner reads the reason of a warning. */
const reportForm = z.object({
  intent: z.enum(reportIntents, { error: "Please choose what to do" }),
  id: z.string({ error: "Please choose a report" }).min(1, "Please choose a report").max(100),
  reason: reasonField,
});

/** Decides on a reported thing, for everyone who reported it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, reportForm, async ({ intent, id, reason }) => {
    const entry = (await queue.find(context.db, id)) ?? refuse("stale", decidedAlready);
    refuseIf("refused", await queue.refusalToOperator(context.db, entry, operator.id));
    refuseIf("stale", refusalToReportDecision(intent, entry));
    const { state, sessions } = await decisions.decide(context, intent, entry, { operator, reason });
    if (state === "changed") refuse("stale", decidedAlready);
    context.later(followUp(context, intent, entry, sessions));
    return writes.done(context, toasts[reportDecisions[intent].outcome], "/admin/reports");
  });
}

/** Closes the tabs of ended sessions, notifies open conversations, and sends the emails. */
async function followUp(
  context: AppLoadContext,
  intent: ReportIntent,
  entry: queue.Entry,
  ended: string[],
): Promise<void> {
  const userId = entry.owner?.id ?? "";
  await Promise.all(ended.map((sessionId) => context.inboxes.endSession(userId, sessionId)));
  if (reportDecisions[intent].removes) await decisions.tellRemoved(context, entry);
  context.sendMails();
}

export default function Reports() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ReportsScreen {...loaded} reply={reply ?? null} />;
}
