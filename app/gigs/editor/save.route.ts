import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { stepOf } from "#app/gigs/drafts/typed.ts";
import { isActiveSeller, readStepForm, saveStep, type Theirs } from "#app/gigs/editor/save-step.server.ts";
import { href } from "#app/lib/href.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { jsonFor } from "#app/lib/replies.ts";
import type { PageHandle } from "#app/page-handle.ts";
import type { AutosaveAnswer } from "#app/ui/forms/autosave-answer.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { longTexts: true };

const failed = { event: "draft not saved", sentence: "" };

/**
 * POST /services/create/{draft}/{step}/save: the page's script saves a step while the seller is typing
 * (docs/specification.md#autosave). It answers JSON and never redirects, so that the typed text stays on the
 * screen.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { draft = "", step: name } = params;
  const step = stepOf(name);
  if (!step || step === "publish") return jsonFor({ state: "gone" }, 404);
  // Refuse a visitor before reading the body.
  if (!context.viewer) return jsonFor({ state: "signed out" }, 401);
  const form = await readStepForm(request, step);
  let theirs: Theirs | null = null;
  const body = (refusal: Refusal): AutosaveAnswer =>
    theirs ? { state: "changed", ...theirs } : writes.stateOf(refusal);
  const page = { path: href("/services/create/:draft/:step", { draft, step }), body, failed };
  return await writes.call(context, form.sent, page, async () => {
    const viewer = writes.viewer(context);
    if (!(await isActiveSeller(context.db, viewer.id)))
      refuse("refused", "Only active sellers can write services");
    const result = await saveStep(context, viewer, draft, step, form);
    if ("saved" in result) return { state: "saved", version: result.saved } satisfies AutosaveAnswer;
    theirs = result.theirs;
    refuse("stale");
  });
}

/** GET is a 404. Without a loader, the address would be a page. */
export function loader() {
  throw new Response(null, { status: 404 });
}
