import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readLongForm } from "#app/lib/forms.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { jsonFor } from "#app/lib/replies.ts";
import { newOfferPath } from "#app/offers/offer.ts";
import { offerFieldNames } from "#app/offers/writing/typed-offer.ts";
import { type Kept, offerFormOf, otherFields, saveDraft } from "#app/offers/writing/write-offer.server.ts";
import type { PageHandle } from "#app/page-handle.ts";
import type { AutosaveAnswer } from "#app/ui/forms/autosave-answer.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { longTexts: true };

const failed = { event: "draft not saved", sentence: "" };

/**
 * POST /offers/save: the page's script saves an offer while its seller is typing
 * (docs/specification.md#writing-an-offer). It answers JSON and never redirects.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  // Refuse a visitor before reading the body.
  if (!context.viewer) return jsonFor({ state: "signed out" }, 401);
  const form = offerFormOf(await readLongForm(request, offerFieldNames, otherFields));
  const kept: Kept = { version: form.version, theirs: null };
  const body = (refusal: Refusal): AutosaveAnswer =>
    kept.theirs ? { state: "changed", ...kept.theirs } : writes.stateOf(refusal);
  const path = newOfferPath({ conversation: form.conversation });
  return await writes.call(context, form.sent, { path, body, failed }, async () => {
    await saveDraft(context, writes.viewer(context), form, kept);
    return { state: "saved", version: kept.version ?? 0 } satisfies AutosaveAnswer;
  });
}

/** Answers GET: without a loader, the address would be a page. */
export function loader() {
  throw new Response(null, { status: 404 });
}
