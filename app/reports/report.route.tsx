import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { brand } from "#app/brand.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuseIf } from "#app/lib/refusal.ts";
import { pickFields, typedFields } from "#app/lib/typed-fields.ts";
import { costOf } from "#app/limits/limits.ts";
import { linksOf } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import { reportForm } from "#app/reports/report.form.ts";
import { kindNames, maxNoteLength, refusalToReport, reportedIn } from "#app/reports/report.ts";
import { type ReportReply, ReportScreen } from "#app/reports/report-screen.tsx";
import * as reports from "#app/reports/reports.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";
import { reportPath } from "#app/ui/report-path.ts";
import * as writes from "#app/writes/writes.server.ts";

const signInFirst = "Please sign in to continue";
const failed = {
  event: "report not saved",
  sentence: "Something went wrong. Your text is still here. Please try again.",
};

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Report", noindex: true });

/**
 * /report?kind={gig|user|review|message}&id={id}: the form that reports something to the operator
 * (docs/specification.md#reports). Anything that the viewer may not see is the ordinary 404.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const viewer = requireViewer(context, signInFirst, pathname + search);
  const thing = await requireThing(context, viewer, searchParams);
  const { kind, id, label, excerpt, back, isReported } = thing;
  const typed = await findParked(context, searchParams);
  return {
    ...{ kind, id, label, excerpt, back, isReported },
    refusal: refusalToReport(thing, viewer.id),
    typed: { reason: typed?.reason ?? "", note: typed?.note ?? "" },
  };
}

/** Writes the report, once per person and reported thing. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const form = await readForm(request, reportForm);
  const reported = reportedIn(searchParams);
  if (!reported) throw new Response(null, { status: 404 });
  const typed = pickFields(typedFields(form.fields, typedNames), typedNames);
  const path = reportPath(reported.kind, reported.id);
  const park = { typed, longest: { note: maxNoteLength } };
  const again = ({ sentence, errors }: Refusal): ReportReply => ({ refusal: sentence, errors, typed });
  return await writes.run(context, form, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    const thing = await requireThing(context, viewer, searchParams);
    refuseIf("refused", refusalToReport(thing, viewer.id));
    const report = writes.parse(form, reportForm);
    await writes.allow(context, "review", costOf(report.note));
    await reports.add(context, thing, viewer, report);
    const notice = `Thank you. ${brand} support will look at this ${kindNames[thing.kind]}`;
    return writes.done(context, notice, path);
  });
}

const typedNames = ["reason", "note"] as const;

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
