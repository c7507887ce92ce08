import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { tooManyDrafts } from "#app/gigs/drafts/draft-limits.ts";
import { stepOf } from "#app/gigs/drafts/typed.ts";
import { readStepForm, saveStep } from "#app/gigs/editor/save-step.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { jsonFor } from "#app/lib/replies.ts";
import type { PageHandle } from "#app/page-handle.ts";
import type { AutosaveAnswer } from "#app/ui/forms/autosave-answer.ts";

export const handle: PageHandle = { longTexts: true };

/**
 * POST /services/create/{draft}/{step}/save: the page's script saves a step while it is written
 * (docs/specification.md#autosave). JSON; nothing is redirected, so that what was typed stays on the screen.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const step = stepOf(params.step);
  if (!step || step === "publish") return answer({ state: "gone" }, 404);
  if (!context.viewer) return answer({ state: "signed out" }, 401);
  const form = await readStepForm(request, step);
  try {
    const result = await saveStep(context, context.viewer, params.draft ?? "", step, form);
    if (result === "session ended") return answer({ state: "signed out" }, 401);
    if (result === "missing") return answer({ state: "gone" }, 404);
    if (result === "too many") return answer({ state: "refused", sentence: tooManyDrafts }, 409);
    if ("refused" in result) {
      return answer({ state: "refused", sentence: result.refused }, result.status, result.wait);
    }
    if ("theirs" in result) return answer({ state: "changed", ...result.theirs }, 409);
    return answer({ state: "saved", version: result.saved }, 200);
  } catch (error) {
    context.log("error", "draft not saved", { error: errorStack(error) });
    return answer({ state: "failed" }, 503);
  }
}

/** Without an answer to GET the address would be a page of its own. */
export function loader() {
  throw new Response(null, { status: 404 });
}

const answer = jsonFor<AutosaveAnswer>;
