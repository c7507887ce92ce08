import type { AppLoadContext } from "@remix-run/cloudflare";
import { topics } from "#app/catalog/topics.server.ts";
import { checkDraft, type Lack } from "#app/gigs/drafts/check-draft.ts";
import { type GigDraft, typedOfDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import { type Step, steps, type Typed } from "#app/gigs/drafts/typed.ts";
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
  const { lacks, sofar } = checkDraft({ typed, pictures: draft.pictures }, all);
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
    marks: marksOf(lacks),
    errors: url.searchParams.has("check") ? errorsOf(lacks, step) : {},
    ...fieldsOf(draft, step, parked),
    topics: step === "overview" ? all : [],
    pictures: step === "gallery" ? draft.pictures : [],
    lacks: step === "publish" ? lacks : [],
    hasPreview: sofar.priceCents !== null && sofar.deliveryDays !== null && sofar.revisions !== null,
  };
}

/** The values of the fields. Text that was parked during sign-in replaces what is saved. */
function fieldsOf({ steps: saved }: GigDraft, step: Step, parked: Record<string, string> | null) {
  if (step === "publish") return { typed: {}, version: 0, isUnsaved: false };
  const { version, typed } = saved[step];
  // One of the two is always chosen, so the page shows and sends it from the start.
  const usual: Typed = step === "gallery" ? { cut: "fill" } : {};
  return { typed: { ...usual, ...(parked ?? typed) }, version, isUnsaved: parked !== null };
}

/** The step "publish" is never marked as done while there is a draft. */
function marksOf(lacks: Lack[]): Marks {
  const isLacking = (step: Step) => step === "publish" || lacks.some((lack) => lack.step === step);
  return Object.fromEntries(steps.map((step) => [step, isLacking(step) ? "lacking" : "done"])) as Marks;
}

function errorsOf(lacks: Lack[], step: Step): Record<string, string> {
  const own = lacks.filter((lack) => lack.step === step).toReversed();
  return Object.fromEntries(own.map(({ field, sentence }) => [field, sentence]));
}
