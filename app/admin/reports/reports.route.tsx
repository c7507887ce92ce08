import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as health from "#app/admin/health/health.server.ts";
import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { reportForm } from "#app/admin/reports/report.form.ts";
import * as reports from "#app/admin/reports/reports.server.ts";
import { type ReportReply, ReportsScreen } from "#app/admin/reports/reports-screen.tsx";
import { consoleHeaders, requireOperator } from "#app/admin/require-operator.server.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { partyOf } from "#app/orders/order.ts";
import { pageMeta } from "#app/seo/meta.ts";
import desk from "#app/styles/signed-in.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: desk }];
export const meta: MetaFunction = () => pageMeta({ title: "Reported reviews", noindex: true });
export const headers: HeadersFunction = () => consoleHeaders;

/** /admin/reports: reviews that somebody has reported, waiting for an operator (docs/specification.md#operator-reports). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const [found, stuck] = await Promise.all([
    mainRead(() => reports.list(context.db), "Something went wrong", context.log),
    health.countStuck(context),
  ]);
  return data({ ...found, stuck }, { headers: consoleHeaders });
}

/** Takes a reported review down or leaves it: with a reason. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: reportForm });
  const typed = { id: String(form.get("id") ?? ""), reason: String(form.get("reason") ?? "") };
  if (submission.status !== "success") {
    const { reason, id, intent } = submission.error ?? {};
    const formError = id?.[0] ?? intent?.[0] ?? null;
    return refused({ ...typed, fieldError: reason?.[0] ?? null, formError }, 400);
  }
  const { intent, id, reason } = submission.value;
  const parties = await reports.findParties(context.db, id);
  if (parties && partyOf(parties, operator.id))
    return refused({ ...typed, fieldError: null, formError: partyRefusal }, 403);
  const done = await reports.decide(context, id, intent, { operator, reason });
  if (done === "no operator") return context.asUnknown();
  if (done === "changed")
    return refused({ ...typed, fieldError: null, formError: "Somebody has decided this already" }, 409);
  toast(context, "success", intent === "leave-review" ? "The review stays" : "The review is taken down");
  return seeOther("/admin/reports");
}

function refused(reply: ReportReply, status: number) {
  return data(reply, { status, headers: consoleHeaders });
}

export default function Reports() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ReportsScreen {...loaded} reply={reply ?? null} />;
}
