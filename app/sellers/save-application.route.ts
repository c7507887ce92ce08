import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { jsonFor } from "#app/lib/replies.ts";
import { draftOf } from "#app/sellers/application.form.ts";
import { applicationFields } from "#app/sellers/application-fields.ts";
import * as applications from "#app/sellers/applications.server.ts";
import type { AutosaveAnswer } from "#app/ui/forms/autosave-answer.ts";

/**
 * POST /services/sell/save: the page's script saves the application while it is written
 * (docs/specification.md#autosave). JSON. The last save stands: an application has no versions.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { viewer, db, clock, log } = context;
  if (!viewer) return answer({ state: "signed out" }, 401);
  const { fields, refusal } = await readForm(request, applicationFields, ["writer"]);
  if (refusal) return answer({ state: "refused", sentence: refusal }, 400);
  try {
    // Its text is written over, as that of a draft.
    const over = await allowances.ask(context, "draft");
    if (over) return answer({ state: "refused", sentence: over.sentence }, 429, over.wait);
    const at = clock.now();
    const holder = sessions.activeUserId(viewer, at);
    const result = await applications.saveDraft(db, holder, draftOf(fields), at);
    if (result === "session ended") return answer({ state: "signed out" }, 401);
    if (result === "not open") return answer({ state: "gone" }, 409);
    return answer({ state: "saved", version: 0 }, 200);
  } catch (error) {
    log("error", "application not saved", { error: errorStack(error) });
    return answer({ state: "failed" }, 503);
  }
}

/** Without an answer to GET the address would be a page of its own. */
export function loader() {
  throw new Response(null, { status: 404 });
}

const answer = jsonFor<AutosaveAnswer>;
