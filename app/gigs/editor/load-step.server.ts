import type { AppLoadContext } from "@remix-run/cloudflare";
import { topics } from "#app/catalog/topics.server.ts";
import { checkDraft, type Problem } from "#app/gigs/drafts/check-draft.ts";
import { type GigDraft, typedOfDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import { type Step, stepOf, type Typed, type WrittenStep, writtenSteps } from "#app/gigs/drafts/typed.ts";
import { requireDraft, requireSeller } from "#app/gigs/editor/require-draft.server.ts";
import type { Marks } from "#app/gigs/editor/step-frame.tsx";
import { findParked } from "#app/parked/parked.server.ts";

/** Loads a step of a draft. It writes nothing. @throws Response like `requireSeller` and `requireDraft` */
export async function loadStep(request: Request, context: AppLoadContext, id: string, step: Step) {
  const url = new URL(request.url);
  const viewer = await requireSeller(context, url.pathname + url.search);
  const [draft, all, parked] = await Promise.all([
    requireDraft(context, viewer, id),
    context.dataCache.read(topics),
    findParked(context, url.searchParams),
  ]);
  const typed = typedOfDraft(draft);
  const { problems, partial } = checkDraft({ typed, pictures: draft.pictures }, all);
  const title = typed.overview.title?.trim();
  return {
    writerId: viewer.id,
    draft: {
      id,
      title: title || "New service",
      createdAt: draft.createdAt,
      updatedAt: draft.updatedAt,
      isChange: draft.gig !== null,
      denial: draft.gig?.denial ?? null,
      isWaiting: draft.isWaiting,
    },
    step,
    marks: marksOf(draft, problems),
    left: leftOf(draft, problems, step, url.searchParams.get("left")),
    errors: mayCheck(draft, step, url.searchParams.has("check")) ? errorsOf(problems, step) : {},
    ...fieldsOf(draft, step, parked),
    topics: step === "overview" ? all : [],
    pictures: step === "gallery" ? draft.pictures : [],
    problems: step === "publish" ? problems : [],
    hasPreview: partial.priceCents !== null && partial.deliveryDays !== null && partial.revisions !== null,
  };
}

/** The values of the fields. Text that was parked during sign-in replaces what is saved. */
function fieldsOf({ steps: saved }: GigDraft, step: Step, parked: Record<string, string> | null) {
  if (step === "publish") return { typed: {}, version: 0, isUnsaved: false };
  const { version, typed } = saved[step];
  // Fill or Fit is always chosen, so the page shows and sends the default from the start.
  const usual: Typed = step === "gallery" ? { cut: "fill" } : {};
  return { typed: { ...usual, ...(parked ?? typed) }, version, isUnsaved: parked !== null };
}

/** Counts what is missing or wrong in each step. */
function marksOf(draft: GigDraft, problems: Problem[]): Marks {
  const markOf = (step: WrittenStep) => {
    const toFix = problems.filter((problem) => problem.step === step).length;
    return { toFix, isSaved: draft.steps[step].version > 0 };
  };
  return Object.fromEntries(writtenSteps.map((step) => [step, markOf(step)])) as Marks;
}

/** The step that the seller has just left, if it is incomplete. @param name of the step, in the address */
function leftOf(draft: GigDraft, problems: Problem[], step: Step, name: string | null) {
  const left = stepOf(name ?? undefined);
  if (!left || left === "publish" || left === step || draft.steps[left].version === 0) return null;
  const own = problems.filter((problem) => problem.step === left);
  return own.length === 0 ? null : { step: left, problems: own };
}

/** A saved step names its problems; others do so only on request, from the list of the last step. */
function mayCheck(draft: GigDraft, step: Step, isAsked: boolean): boolean {
  return step !== "publish" && (isAsked || draft.steps[step].version > 0);
}

/** The problems of a step, by field, in the order of the form. A field shows its first sentence. */
function errorsOf(problems: Problem[], step: Step): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const problem of problems) if (problem.step === step) errors[problem.field] ??= problem.sentence;
  return errors;
}
