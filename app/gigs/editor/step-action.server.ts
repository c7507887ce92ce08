import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { ownerIn, pathWithDraft } from "#app/drafts/drafts.server.ts";
import { changeStep } from "#app/gigs/drafts/change-step.ts";
import { tooManyDrafts } from "#app/gigs/drafts/draft-limits.ts";
import {
  besideStep,
  fieldLimits,
  stepOf,
  stepPath,
  type Typed,
  type WrittenStep,
} from "#app/gigs/drafts/typed.ts";
import { changeGallery } from "#app/gigs/editor/gallery/gallery-action.server.ts";
import { parsePictureIntent } from "#app/gigs/editor/gallery/picture-answer.ts";
import { requireSeller, signInFirst } from "#app/gigs/editor/require-draft.server.ts";
import { readStepForm, type StepForm, saveStep } from "#app/gigs/editor/save-step.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

/** What a step shows after a refused form: what was typed, and why; or both texts of two windows. */
export type StepReply = {
  typed: Typed;
  refusals: string[];
  theirs: { version: number; typed: Typed } | null;
};

const refuse = (typed: Typed, refusal: string, status: number) =>
  data({ typed, refusals: [refusal], theirs: null } satisfies StepReply, { status });

/**
 * Answers the form of a step: saves what was typed, valid or not, and leads to where its button says
 * (docs/specification.md#gig-editor).
 * @param page the page of the form, to which a signed-out user returns
 */
export async function stepAction(
  request: Request,
  context: AppLoadContext,
  { draftId, step, page }: { draftId: string | null; step: WrittenStep; page: string },
) {
  const form = await readStepForm(request, step);
  const { intent, typed } = form;
  const sent = form.sent.fields;
  const wayBack = () => pathWithDraft(context, page, { sent, typed, longest: fieldLimits }, ownerIn(sent));
  const viewer = context.viewer ?? requireViewer(context, signInFirst, await wayBack());
  const id = draftId ?? String(sent.get("draft") ?? "");
  if (!/^[0-9a-f-]{36}$/.test(id)) return refuse(typed, form.sent.refusal ?? "Open the page again", 400);
  if (intent === "keep-theirs") return seeOther(stepPath(id, step));
  const changed = changeStep(step, typed, intent);
  if (changed && "refusal" in changed) return refuse(typed, changed.refusal, 400);
  const move = step === "gallery" ? parsePictureIntent(intent) : null;
  const target = changed ? `${stepPath(id, step)}#${changed.focus}` : targetOf(intent, id, step, move);
  if (!target && !form.sent.refusal) return refuse(typed, "Choose what to do with this step", 400);
  try {
    const kept = changed?.typed ?? typed;
    const result = await saveStep(context, viewer, id, step, form, kept);
    if (result === "session ended") return signInAgain(context, await wayBack());
    if (result === "missing") throw new Response(null, { status: 404 });
    if (result === "too many") return refuse(typed, tooManyDrafts, 409);
    if ("refused" in result) return await refusedSave(context, page, form, result);
    if ("theirs" in result)
      return data({ typed: kept, refusals: [], theirs: result.theirs } satisfies StepReply, { status: 409 });
    if (step === "gallery") {
      const changedGallery = await changeGallery(context, viewer, id, sent, move);
      if (changedGallery === "session ended") return signInAgain(context, await wayBack());
      if (changedGallery) {
        const { refusals, status, wait } = changedGallery;
        const reply: StepReply = { typed, refusals, theirs: null };
        return wait ? tooManyTries(reply, wait) : data(reply, { status });
      }
    }
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("error", "draft not saved", { error: errorStack(error) });
    return refuse(typed, "We couldn't save your draft. What you typed is still here. Please try again", 503);
  }
  if (intent === "save" || intent === "save-mine") toast(context, "success", "Draft saved");
  return seeOther(target ?? stepPath(id, step));
}

type Refused = Extract<Awaited<ReturnType<typeof saveStep>>, { refused: string }>;

async function refusedSave(context: AppLoadContext, page: string, { typed }: StepForm, refused: Refused) {
  // Who does not sell reads there what to do about it.
  if (refused.status === 403) await requireSeller(context, page);
  const reply: StepReply = { typed, refusals: [refused.refused], theirs: null };
  return refused.wait ? tooManyTries(reply, refused.wait) : data(reply, { status: refused.status });
}

/** Where a button leads; null if there is no such button. */
function targetOf(
  intent: string,
  id: string,
  step: WrittenStep,
  move: ReturnType<typeof parsePictureIntent>,
): string | null {
  if (move) return `${stepPath(id, step)}#pictures`;
  if (intent === "upload" && step === "gallery") return `${stepPath(id, step)}#pictures`;
  if (intent === "save" || intent === "save-mine") return stepPath(id, step);
  if (intent === "next") return stepPath(id, besideStep(step, 1) ?? step);
  const to = intent.startsWith("go:") ? stepOf(intent.slice(3)) : null;
  return to && stepPath(id, to);
}
