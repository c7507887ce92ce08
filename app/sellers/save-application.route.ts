import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";
import { readLongForm } from "#app/lib/forms.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import { jsonFor } from "#app/lib/replies.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { applicationDraft } from "#app/sellers/application.form.ts";
import * as applications from "#app/sellers/applications.server.ts";
import type { AutosaveAnswer } from "#app/ui/forms/autosave-answer.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { longTexts: true };

const page = {
  path: href("/services/sell"),
  body: writes.stateOf,
  failed: { event: "application not saved", sentence: "" },
};

/**
 * POST /services/sell/save: the page's script saves the application as it is typed
 * (docs/specification.md#autosave). It answers JSON. The last save wins: an application has no versions.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, clock } = context;
  // Refuse a visitor before reading the body.
  if (!context.viewer) return jsonFor({ state: "signed out" }, 401);
  const form = await readLongForm(request, applicationDraft, ["writer"]);
  return await writes.call(context, form, page, async () => {
    const viewer = writes.viewer(context);
    // Counts like the save of a draft, because each save overwrites the last one.
    await writes.allow(context, "draft");
    const typed = writes.parse(form, applicationDraft);
    const at = clock.now();
    const result = await applications.saveDraft(db, sessions.activeUserId(viewer, at), typed, at);
    if (result === "not open") refuse("stale");
    return { state: "saved", version: 0 } satisfies AutosaveAnswer;
  });
}

/** GET is a 404. Without a loader, the address would be a page. */
export function loader() {
  throw new Response(null, { status: 404 });
}
