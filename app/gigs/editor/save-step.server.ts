import type { AppLoadContext } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { tooManyDrafts } from "#app/gigs/drafts/draft-limits.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { fieldNames, type Typed, typedOf, type WrittenStep } from "#app/gigs/drafts/typed.ts";
import { readLongForm, type SentForm } from "#app/lib/forms.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * The fields of a step's form that are not typed. `isNew`: the draft may not exist yet. `writer`: the user
 * who opened the form.
 */
const otherFields = ["intent", "version", "draft", "isNew", "writer", "rights", "picture"];

export type StepForm = {
  sent: SentForm;
  typed: Typed;
  intent: string;
  /** The version of the step that the form was based on; null if it has none. */
  version: number | null;
};

/** Parses the form of a step. */
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

/**
 * Saves a step for the viewer; the caller has checked that they are an active seller. A form from the page of
 * a new draft creates the draft.
 * @returns the new version of the step; or what another window has saved since
 * @throws Refusal
 */
export async function saveStep(
  context: AppLoadContext,
  viewer: Viewer,
  draftId: string,
  step: WrittenStep,
  form: StepForm,
  typed: Typed = form.typed,
): Promise<{ saved: number } | { theirs: Theirs }> {
  const { db, clock } = context;
  await writes.allow(context, "draft");
  const at = clock.now();
  const holder = sessions.activeUserId(viewer, at);
  if (form.sent.fields.has("isNew")) {
    const made = await gigDrafts.create(db, { id: draftId, holder, typed: { [step]: typed } }, at);
    if (made === "created") return { saved: 1 };
    if (made === "too many") refuse("stale", tooManyDrafts);
  }
  const draft = { id: draftId, sellerId: viewer.id, holder };
  const result = await gigDrafts.saveStep(db, draft, step, { version: form.version, typed }, at);
  if (result === "missing") refuse("gone", "This draft was published or deleted in another window");
  if (result === "session ended") refuse("signed out");
  return result;
}

/** A step as another window has saved it. */
export type Theirs = { version: number; typed: Typed };
