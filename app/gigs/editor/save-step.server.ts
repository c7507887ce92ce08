import type { AppLoadContext } from "@remix-run/cloudflare";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { fieldNames, type Typed, typedOf, type WrittenStep } from "#app/gigs/drafts/typed.ts";
import { readLongForm, type SentForm } from "#app/lib/forms.ts";
import * as sellers from "#app/sellers/sellers.server.ts";

/**
 * The fields of a step's form besides what is typed. `isNew`: the draft may not exist yet. `writer`: who
 * opened the form.
 */
const otherFields = ["intent", "version", "draft", "isNew", "writer", "rights", "picture", "cut"];

export type StepForm = {
  sent: SentForm;
  typed: Typed;
  intent: string;
  /** The version of the step that the form was made from; null if it says none. */
  version: number | null;
};

/** Reads the form of a step. */
export async function readStepForm(request: Request, step: WrittenStep): Promise<StepForm> {
  const sent = await readLongForm(request, fieldNames[step], otherFields);
  const version = String(sent.fields.get("version") ?? "");
  return {
    sent,
    typed: typedOf(step, sent.fields),
    intent: String(sent.fields.get("intent") ?? "save"),
    version: /^\d{1,9}$/.test(version) ? Number(version) : null,
  };
}

export async function isActiveSeller(db: Db, userId: string): Promise<boolean> {
  return (await sellers.findByUser(db, userId))?.status === "active";
}

/** Why a step was not saved, besides the results of the store. */
export type Refused = { refused: string; status: 400 | 403 | 429; wait?: number };

/**
 * Saves a step for the viewer, who must be an active seller. It makes the draft if the form comes from the
 * page of a new one.
 */
export async function saveStep(
  context: AppLoadContext,
  viewer: Viewer,
  draftId: string,
  step: WrittenStep,
  form: StepForm,
  typed: Typed = form.typed,
): Promise<gigDrafts.SaveResult | Refused | "too many"> {
  const { db, clock } = context;
  if (form.sent.refusal) return { refused: form.sent.refusal, status: 400 };
  const over = await allowances.ask(context, "draft");
  if (over) return { refused: over.sentence, status: 429, wait: over.wait };
  if (!(await isActiveSeller(db, viewer.id)))
    return { refused: "Only active sellers can write services", status: 403 };
  const at = clock.now();
  const holder = sessions.activeUserId(viewer, at);
  const draft = { id: draftId, sellerId: viewer.id, holder };
  if (form.sent.fields.has("isNew")) {
    const made = await gigDrafts.create(db, { id: draftId, holder, typed: { [step]: typed } }, at);
    if (made === "created") return { saved: 1 };
    if (made !== "exists") return made;
  }
  return await gigDrafts.saveStep(db, draft, step, { version: form.version, typed }, at);
}
