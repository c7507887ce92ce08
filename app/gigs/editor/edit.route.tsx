import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyDrafts } from "#app/gigs/drafts/draft-limits.ts";
import * as gigDrafts from "#app/gigs/drafts/gig-drafts.server.ts";
import { findPublished, refusalToChange } from "#app/gigs/drafts/publications.server.ts";
import { createPath, stepPath } from "#app/gigs/drafts/typed.ts";
import { typedOfPublished } from "#app/gigs/drafts/typed-of-gig.ts";
import { requireSeller } from "#app/gigs/editor/require-draft.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { requireForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

const deskPath = "/dashboard?tab=selling";

/**
 * POST /services/create/{gig}/edit: makes a draft of changes to a published gig, or goes on with the one that
 * there is (docs/specification.md#gig-editor).
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  await requireForm(request, ["intent"]);
  const { db, clock, log } = context;
  const viewer = await requireSeller(context, deskPath);
  const read = () => findPublished(db, viewer.id, params.draft ?? "");
  const gig = await mainRead(read, "Something went wrong", log);
  if (!gig) throw new Response(null, { status: 404 });
  const refusal = refusalToChange(gig.state);
  if (refusal) {
    toast(context, "info", refusal);
    return seeOther(deskPath);
  }
  const over = await allowances.ask(context, "gig");
  if (over) throw data(over.sentence, { status: 429, headers: { "Retry-After": String(over.wait) } });
  const at = clock.now();
  const { typed, pictures } = typedOfPublished(gig);
  const draft = { id: gig.id, holder: sessions.activeUserId(viewer, at), typed };
  const result = await gigDrafts.beginChanges(db, draft, pictures, at);
  if (result === "session ended") return signInAgain(context, deskPath);
  if (result === "too many") {
    toast(context, "info", tooManyDrafts);
    return seeOther(createPath);
  }
  return seeOther(stepPath(gig.id, "overview"));
}

/** There is no page here: the button is on the desk. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

// The desk's buttons are plain forms: what is refused here is shown as a page.
export const headers = failureHeaders;

export default function NoPage() {
  return null;
}
