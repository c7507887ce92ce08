import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { tooManyDrafts } from "#app/gigs/drafts/draft-limits.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { refusalToCopy } from "#app/gigs/drafts/publications.server.ts";
import { copyGig } from "#app/gigs/editor/copy-gig.server.ts";
import { requirePublished } from "#app/gigs/editor/require-draft.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import * as writes from "#app/writes/writes.server.ts";

const servicesPath = href("/dashboard/services");

const failed = {
  event: "gig not duplicated",
  sentence: "We couldn't duplicate this service. Please try again.",
};

/**
 * POST /services/create/{gig}/duplicate: makes a new draft with the texts and pictures of a published gig,
 * and opens it in the editor (docs/specification.md#duplicating). A form that is sent twice makes one draft.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await readForm(request, ["intent", "token"]);
  const again = (refusal: Refusal) => writes.toastAt(context, servicesPath, refusal);
  return await writes.run(context, form, { path: servicesPath, again, failed }, async () => {
    const { viewer, gig } = await requirePublished(context, servicesPath, params.draft ?? "");
    const refusal = refusalToCopy(gig.state);
    if (refusal) return writes.done(context, refusal, servicesPath, "info");
    const token = form.text("token") || crypto.randomUUID();
    const id = await uploads.derivedId(`copy ${viewer.id} ${gig.id} ${token}`);
    const copyPath = href("/services/create/:draft/:step", { draft: id, step: "overview" });
    if (await gigDrafts.find(context.db, viewer.id, id)) return seeOther(copyPath);
    await writes.allow(context, "gig");
    const { result, lost } = await copyGig(context, viewer, gig, id);
    if (result === "too many") return writes.done(context, tooManyDrafts, href("/services/create"), "info");
    if (result === "exists") return seeOther(copyPath);
    const notice = lost > 0 ? "Copied, except for pictures that no longer exist" : "Copied as a new draft";
    return writes.done(context, notice, copyPath);
  });
}

/** Only POST is allowed: the button is on the page of services. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

// The buttons that post here are plain forms, so a refusal is a page.
export const headers = failureHeaders;

export default function NoPage() {
  return null;
}
