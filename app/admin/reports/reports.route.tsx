import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { runDecision } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { reportForm } from "#app/admin/reports/report.form.ts";
import * as reports from "#app/admin/reports/reports.server.ts";
import { ReportsScreen } from "#app/admin/reports/reports-screen.tsx";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { partyOf } from "#app/orders/order.ts";

export const links = consoleLinks;
export const meta = () => consoleMeta("Reported reviews");
export const headers = () => consoleHeaders;

/** /admin/reports: reported reviews that wait for a decision (docs/specification.md#operator-reports). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, stuck } = await loadPage(context, () => reports.list(context.db));
  return data({ ...page, stuck }, { headers: consoleHeaders });
}

/** Takes a reported review down, or leaves it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  return await runDecision(request, context, reportForm, async ({ intent, id, reason }) => {
    const parties = await reports.findParties(context.db, id);
    if (parties && partyOf(parties, operator.id)) return { refusal: partyRefusal, status: 403 };
    const result = await reports.decide(context, id, intent, { operator, reason });
    if (result === "no operator") return result;
    if (result === "changed") return { refusal: "Someone has already decided this", status: 409 };
    const toast = intent === "leave-review" ? "The review was kept" : "The review was taken down";
    return { kind: "success", toast, to: "/admin/reports" };
  });
}

export default function Reports() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ReportsScreen {...loaded} reply={reply ?? null} />;
}
