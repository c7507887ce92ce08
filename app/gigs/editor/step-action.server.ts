import type { AppLoadContext } from "@remix-run/cloudflare";
import { changeStep } from "#app/gigs/drafts/change-step.ts";
import {
  besideStep,
  fieldLimits,
  type Step,
  stepOf,
  type Typed,
  type WrittenStep,
} from "#app/gigs/drafts/typed.ts";
import { changeGallery } from "#app/gigs/editor/gallery/draft-gallery.server.ts";
import { parsePictureIntent } from "#app/gigs/editor/gallery/picture-answer.ts";
import { requireSeller } from "#app/gigs/editor/require-draft.server.ts";
import { isActiveSeller, readStepForm, saveStep, type Theirs } from "#app/gigs/editor/save-step.server.ts";
import { href } from "#app/lib/href.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { unsavedForm } from "#app/parked/unsaved-form.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * The reply of a step to a refused form: the typed fields and the reasons, or the versions of two windows.
 */
export type StepReply = { typed: Typed; refusals: string[]; theirs: Theirs | null };

const failed = {
  event: "draft not saved",
  sentence: "We couldn't save your draft. What you typed is still here. Please try again",
};

/**
 * Handles the form of a step: saves the typed fields, valid or not, and redirects to the step that its button
 * names (docs/specification.md#gig-editor).
 * @param path the form's page, to which a signed-out user returns
 */
export async function stepAction(
  request: Request,
  context: AppLoadContext,
  { draftId, step, path }: { draftId: string | null; step: WrittenStep; path: string },
) {
  const form = await readStepForm(request, step);
  const { intent, typed } = form;
  const { fields } = form.sent;
  const id = draftId ?? String(fields.get("draft") ?? "");
  let theirs: Theirs | null = null;
  const again = ({ kind, sentence, errors }: Refusal): StepReply => {
    // The step's page no longer exists.
    if (kind === "gone") throw unsavedForm(fields, typed, "gone", 404);
    return {
      typed: theirs ? (changedStep(step, typed, intent)?.typed ?? typed) : typed,
      refusals: [...(sentence === null ? [] : [sentence]), ...Object.values(errors).flat()],
      theirs,
    };
  };
  const park = { typed, longest: fieldLimits };
  return await writes.run(context, form.sent, { path, park, again, failed }, async () => {
    const viewer = writes.viewer(context);
    if (!/^[0-9a-f-]{36}$/.test(id)) refuse("invalid", "Open the page again");
    const here = href("/services/create/:draft/:step", { draft: id, step });
    if (intent === "keep-theirs") return seeOther(here);
    const changed = changedStep(step, typed, intent);
    const move = step === "gallery" ? parsePictureIntent(intent) : null;
    const to = changed ? `${here}#${changed.focus}` : targetOf(intent, id, step, move);
    if (!to) refuse("invalid", "Choose what to do with this step");
    // Unlike `requireSeller`, this read keeps the typed fields if the database fails. `requireSeller` then
    // redirects to the page that says how to become a seller.
    if (!(await isActiveSeller(context.db, viewer.id))) await requireSeller(context, path);
    const saved = await saveStep(context, viewer, id, step, form, changed?.typed);
    if ("theirs" in saved) {
      theirs = saved.theirs;
      refuse("stale");
    }
    if (step === "gallery") await changeGallery(context, viewer, id, fields, move);
    if (intent !== "save" && intent !== "save-mine") return seeOther(to);
    return writes.done(context, "Draft saved", to);
  });
}

/** The step after its button's change; null if the button changes nothing. @throws Refusal */
function changedStep(step: WrittenStep, typed: Typed, intent: string) {
  const changed = changeStep(step, typed, intent);
  return changed && "refusal" in changed ? refuse("invalid", changed.refusal) : changed;
}

/** Where a button redirects; null if there is no such button. */
function targetOf(
  intent: string,
  id: string,
  step: WrittenStep,
  move: ReturnType<typeof parsePictureIntent>,
): string | null {
  const pathOf = (to: Step) => href("/services/create/:draft/:step", { draft: id, step: to });
  // The next page says what is missing in this step. The last step lists it for all of them.
  const onTo = (to: Step) =>
    to === step || to === "publish" ? pathOf(to) : `${pathOf(to)}?${new URLSearchParams({ left: step })}`;
  if (move) return `${pathOf(step)}#pictures`;
  if (intent === "upload" && step === "gallery") return `${pathOf(step)}#pictures`;
  if (intent === "save" || intent === "save-mine") return pathOf(step);
  if (intent === "next") return onTo(besideStep(step, 1) ?? step);
  const to = intent.startsWith("go:") ? stepOf(intent.slice(3)) : null;
  return to && onTo(to);
}
