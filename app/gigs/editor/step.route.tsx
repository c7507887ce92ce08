import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { type Step, stepNames, stepOf } from "#app/gigs/drafts/typed.ts";
import stylesheet from "#app/gigs/editor/editor.css?url";
import { loadStep } from "#app/gigs/editor/load-step.server.ts";
import { publishAction } from "#app/gigs/editor/publish-action.server.ts";
import { stepAction } from "#app/gigs/editor/step-action.server.ts";
import { StepScreen } from "#app/gigs/editor/step-screen.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { seeOther } from "#app/lib/replies.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";

/** Four pictures of 5 MB, and the form around them. */
export const handle: PageHandle = { stylesheet, scripts: "now", uploads: 22, longTexts: true };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `${stepNames[data.step]}: ${data.draft.title}` : "Service", noindex: true });

/** Revalidates only after the page's own forms and links, so that text being typed stays. */
export const shouldRevalidate = ({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || currentUrl.href !== nextUrl.href;

/** @throws Response 404 for an unknown step */
function requireStep(name: string | undefined): Step {
  const step = stepOf(name);
  if (!step) throw new Response(null, { status: 404 });
  return step;
}

/** /services/create/{draft}/{step}: one step of the gig editor (docs/specification.md#gig-editor). */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadStep(request, context, params.draft ?? "", requireStep(params.step));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const step = requireStep(params.step);
  const draftId = params.draft ?? "";
  if (step !== "publish")
    return await stepAction(request, context, {
      draftId,
      step,
      path: href("/services/create/:draft/:step", { draft: draftId, step }),
    });
  const form = await readForm(request, ["intent", "rights"]);
  const intent = form.text("intent");
  const to = stepOf(intent.replace(/^go:/, ""));
  if (to && intent !== "publish")
    return seeOther(href("/services/create/:draft/:step", { draft: draftId, step: to }));
  return await publishAction(context, form, draftId);
}

export default function StepPage() {
  const loaded = useLoaderData<typeof loader>();
  return <StepScreen {...loaded} reply={useActionData<typeof action>()} />;
}
