import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { decideOnEach, picksField, runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { reportDecisions, reportIntents } from "#app/admin/reports/report-decision.ts";
import * as decisions from "#app/admin/reports/report-decisions.server.ts";
import * as queue from "#app/admin/reports/report-queue.server.ts";
import { parseReportSearch, reportsPath } from "#app/admin/reports/report-search.ts";
import { ReportsScreen } from "#app/admin/reports/reports-screen.tsx";
import { requireOperator } from "#app/admin/require-operator.server.ts";
import { ruleField, rulePicked } from "#app/admin/rule.form.ts";
import type { Outcome } from "#app/reports/report.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Reports");

/**
 * /admin/reports?after={number}: the reported things that are waiting
 * (docs/specification.md#operator-reports). ?id={thing}: one of them, with its reports.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseReportSearch(new URL(request.url).searchParams);
  const { page, waits } = await loadPage(context, () => queue.list(context.db, search));
  return { ...page, search, waits, now: context.clock.now() };
}

const toasts: Record<Outcome, string> = {
  left: "Left as it is",
  removed: "Taken down",
  warned: "Warned by email",
  suspended: "Suspended and told by email",
};

/** The form: the chosen things, what to do, and why. A decision against the owner names its rule. */
const reportForm = z
  .object({
    intent: z.enum(reportIntents, { error: "Please choose what to do" }),
    pick: picksField("Please choose a report"),
    rule: ruleField,
    reason: reasonField,
  })
  .refine(({ intent, rule }) => intent === "leave" || rule !== undefined, rulePicked);

/** Decides on the chosen things, for everyone who reported them. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, reportForm, async ({ intent, pick, ...why }) => {
    const find = (id: string) => queue.findNamed(context.db, id);
    await decideOnEach(context, pick, find, (entry, number) =>
      decisions.run(context, intent, entry, number, { operator, ...why }),
    );
    const { after } = parseReportSearch(new URL(request.url).searchParams);
    return writes.done(context, toasts[reportDecisions[intent].outcome], reportsPath({ after }));
  });
}

export default function Reports() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ReportsScreen {...loaded} reply={reply ?? null} />;
}
