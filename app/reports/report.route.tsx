import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { costOf } from "#app/auth/allowances/allowance.ts";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { brand } from "#app/brand.ts";
import { findDraft, pathWithDraft } from "#app/drafts/drafts.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { typedFields } from "#app/lib/typed-fields.ts";
import { reportForm } from "#app/reports/report.form.ts";
import { kindNames, longestNote, refusalToReport, reportedIn } from "#app/reports/report.ts";
import { type ReportReply, ReportScreen } from "#app/reports/report-screen.tsx";
import * as reports from "#app/reports/reports.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { reportPath } from "#app/ui/report-path.ts";

const signInFirst = "Please sign in to continue";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Report", noindex: true });

/**
 * /report?kind={gig|user|review|message}&id={id}: the form that reports something to the operator
 * (docs/specification.md#reports). What the viewer may not see is the ordinary 404.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, signInFirst, pathname + search);
  const thing = await requireThing(context, viewer, searchParams);
  const { kind, id, label, excerpt, back, isReported } = thing;
  const typed = await findDraft(context, searchParams);
  return {
    ...{ kind, id, label, excerpt, back, isReported },
    refusal: refusalToReport(thing, viewer.id),
    typed: { reason: typed?.reason ?? "", note: typed?.note ?? "" },
  };
}

/** Writes the report, once for each person and thing. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const form = await readForm(request, reportForm);
  const text = (name: string) => String(form.fields.get(name) ?? "");
  const typed = { reason: text("reason"), note: text("note") };
  const reported = reportedIn(searchParams);
  if (!reported) throw new Response(null, { status: 404 });
  const path = reportPath(reported.kind, reported.id);
  const wayBack = () =>
    pathWithDraft(context, path, {
      sent: form.fields,
      typed: typedFields(form.fields, (name) => name in typed),
      longest: { note: longestNote },
    });
  const viewer = context.viewer ?? requireViewer(context, signInFirst, await wayBack());
  const thing = await requireThing(context, viewer, searchParams);
  const refuse = (sentence: string): ReportReply => ({ refusal: sentence, errors: {}, typed });
  const refusal = refusalToReport(thing, viewer.id);
  if (refusal) return data(refuse(refusal), { status: 403 });
  const submission = form.parse(reportForm);
  if (submission.status !== "success") {
    const { "": whole, ...errors } = submission.error ?? {};
    const reply: ReportReply = { refusal: form.refusal ?? whole?.[0] ?? null, errors, typed };
    return data(reply, { status: 400 });
  }
  const { db, clock, log } = context;
  try {
    const over = await allowances.ask(context, "review", costOf(typed.note));
    if (over) return tooManyTries(refuse(over.sentence), over.wait);
    const at = clock.now();
    const reporter = sessions.activeUserId(viewer, at);
    const result = await reports.add(db, thing, { reporter, ...submission.value }, at);
    if (result === "ended") return signInAgain(context, await wayBack());
    if (result === "repeated")
      return data(refuse(`You have already reported this ${kindNames[thing.kind]}`), { status: 403 });
  } catch (error) {
    if (error instanceof Response) throw error;
    log("error", "report not saved", { error: errorStack(error) });
    const sentence = "Something went wrong. Your text is still here. Please try again.";
    return data(refuse(sentence), { status: 503 });
  }
  toast(context, "success", `Thank you. ${brand} support will look at this ${kindNames[thing.kind]}`);
  return seeOther(path);
}

/** @throws Response 404 if there is no such thing, or the viewer may not see it; 503 if it cannot be read */
async function requireThing(context: AppLoadContext, viewer: Viewer, parameters: URLSearchParams) {
  const { db, log } = context;
  const reported = reportedIn(parameters);
  const thing =
    reported && (await mainRead(() => reports.find(db, viewer, reported), "Something went wrong", log));
  if (!thing) throw new Response(null, { status: 404 });
  return thing;
}

export default function Report() {
  const reply = useActionData<typeof action>();
  return <ReportScreen {...useLoaderData<typeof loader>()} reply={reply ?? null} />;
}
