import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { changeSaved, notSaved } from "#app/gigs/saved/change-saved.server.ts";
import { maxMarked, requestedIntent, savedPath } from "#app/gigs/saved/saved-gig.ts";
import * as savedGigs from "#app/gigs/saved/saved-gigs.server.ts";
import { readForm, unreadableForm } from "#app/lib/forms.ts";
import { mainRead } from "#app/lib/reads.ts";
import { refuse } from "#app/lib/refusal.ts";
import { jsonFor } from "#app/lib/replies.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * GET /saved/marks?gigs=: JSON for an open page (docs/specification.md#saved-services): which of these gigs,
 * ids or slugs joined by dots, the viewer has saved. At most 60 are looked up.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { viewer, db, log } = context;
  if (!viewer) return jsonFor({ error: "Please sign in to continue" }, 401);
  await requireRead(context);
  const names = (new URL(request.url).searchParams.get("gigs") ?? "").split(".", maxMarked);
  const saved = await mainRead(() => savedGigs.listMarked(db, viewer.id, names), "Something went wrong", log);
  return jsonFor({ saved }, 200);
}

/**
 * POST /saved/marks: like POST /saved, for an open page. If it is refused, the page sends the form itself.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(request, ["gig", "intent", "redirectTo"]);
  const body = writes.stateOf;
  return await writes.call(context, form, { path: savedPath(), body, failed: notSaved }, async () => {
    const intent = requestedIntent(form.fields.get("intent")) ?? refuse("invalid", unreadableForm);
    return { notice: await changeSaved(context, intent, form.fields.get("gig")) };
  });
}
