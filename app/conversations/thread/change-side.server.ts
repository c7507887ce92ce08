import type { AppLoadContext } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import * as sides from "#app/conversations/list/list.server.ts";
import { type SideIntent, sideIntents } from "#app/conversations/thread/side-intents.ts";
import type { SentForm } from "#app/lib/forms.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

const failed = { event: "conversation not changed", sentence: "That was not saved. Please try again" };

/**
 * Archives, mutes or blocks a conversation for the viewer, or reverses it (docs/specification.md#blocking).
 */
export async function changeSide(context: AppLoadContext, form: SentForm, intent: SideIntent) {
  const { db, clock, later, inboxes } = context;
  const id = form.text("conversation");
  const path = conversationPath(id);
  const again = (refusal: Refusal) => writes.toastAt(context, path, refusal);
  return await writes.run(context, form, { path, again, failed }, async () => {
    const viewer = writes.viewer(context);
    await writes.allow(context, "draft");
    const { changes, notice } = sideIntents[intent];
    const otherId = await sides.change(db, id, sessions.activeUserId(viewer, clock.now()), changes);
    if (otherId === null) {
      await writes.requireSession(context, viewer);
      refuse("gone");
    }
    if ("isBlocked" in changes) later(inboxes.forgetWatching([viewer.id, otherId]));
    return writes.done(context, notice, intent === "archive" ? "/messages" : path);
  });
}
