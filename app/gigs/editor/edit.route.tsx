import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyDrafts } from "#app/gigs/drafts/draft-limits.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { refusalToChange } from "#app/gigs/drafts/publications.server.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";
import { requirePublished } from "#app/gigs/editor/require-draft.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import * as writes from "#app/writes/writes.server.ts";

const servicesPath = href("/dashboard/services");

const failed = { event: "changes not begun", sentence: "Something went wrong. Please try again." };

/**
 * POST /services/create/{gig}/edit: creates a draft of changes to a published gig, or continues the existing
 * one (docs/specification.md#gig-editor).
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db, clock } = context;
  const form = await readForm(request, ["intent"]);
  const again = (refusal: Refusal) => writes.toastAt(context, servicesPath, refusal);
  return await writes.run(context, form, { path: servicesPath, again, failed }, async () => {
    const { viewer, gig } = await requirePublished(context, servicesPath, params.draft ?? "");
    const refusal = refusalToChange(gig.state);
    if (refusal) return writes.done(context, refusal, servicesPath, "info");
    await writes.allow(context, "gig");
    const at = clock.now();
    const { typed, pictures } = typedOfPublished(gig);
    const draft = { id: gig.id, holder: sessions.activeUserId(viewer, at), typed };
    const result = await gigDrafts.beginChanges(db, draft, pictures, at);
    if (result === "too many") return writes.done(context, tooManyDrafts, href("/services/create"), "info");
    return seeOther(href("/services/create/:draft/:step", { draft: gig.id, step: "overview" }));
  });
}

/** Only POST is allowed: the button is on the seller dashboard. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

// The seller dashboard's buttons are plain forms, so a refusal is a page.
export const headers = failureHeaders;

export default function NoPage() {
  return null;
}
