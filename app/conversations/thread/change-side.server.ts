import type { AppLoadContext } from "@remix-run/cloudflare";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import * as sides from "#app/conversations/list/list.server.ts";
import { type SideIntent, sideIntents } from "#app/conversations/thread/side-intents.ts";
import { errorStack } from "#app/lib/errors.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

/** Archives, mutes or blocks for the viewer, or undoes it (docs/specification.md#blocking). */
export async function changeSide(context: AppLoadContext, id: string, intent: SideIntent) {
  const { db, clock, log, later, inboxes } = context;
  const back = conversationPath(id);
  const viewer = requireViewer(context, "Please sign in to continue", back);
  const over = await allowances.ask(context, "draft");
  if (over) throw tooManyTries(over.sentence, over.wait);
  const { changes, notice } = sideIntents[intent];
  try {
    const at = clock.now();
    const otherId = await sides.change(db, id, sessions.activeUserId(viewer, at), changes);
    if (otherId === null) {
      if (!(await sessions.isAlive(db, viewer.sessionId, at))) return signInAgain(context, back);
      throw new Response("Could not create conversation", { status: 404 });
    }
    if ("isBlocked" in changes) later(inboxes.forgetWatching([viewer.id, otherId]));
  } catch (error) {
    if (error instanceof Response) throw error;
    log("error", "conversation not changed", { error: errorStack(error) });
    toast(context, "error", "That was not saved. Please try again");
    return seeOther(back);
  }
  toast(context, "success", notice);
  return seeOther(intent === "archive" ? "/messages" : back);
}
