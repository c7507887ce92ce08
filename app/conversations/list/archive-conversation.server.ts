import type { AppLoadContext } from "@remix-run/cloudflare";
import * as allowances from "#app/auth/allowances/allowances.server.ts";
import { requireViewer, signInAgain } from "#app/auth/require-viewer.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import * as lists from "#app/conversations/list/list.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

/** Archives a conversation for the viewer, or brings it back (docs/specification.md#messages-screen). */
export async function archiveConversation(
  context: AppLoadContext,
  id: string,
  intent: "archive" | "bring-back",
) {
  const { db, clock, log } = context;
  const back = conversationPath(id);
  const viewer = requireViewer(context, "Please sign in to continue", back);
  const isArchived = intent === "archive";
  const over = await allowances.ask(context, "draft");
  if (over) throw tooManyTries(over.sentence, over.wait);
  try {
    const at = clock.now();
    if (!(await lists.archive(db, id, sessions.activeUserId(viewer, at), isArchived))) {
      if (!(await sessions.isAlive(db, viewer.sessionId, at))) return signInAgain(context, back);
      throw new Response("Could not create conversation", { status: 404 });
    }
  } catch (error) {
    if (error instanceof Response) throw error;
    log("error", "conversation not archived", { error: errorStack(error) });
    toast(context, "error", "The conversation was not moved. Please try again");
    return seeOther(back);
  }
  toast(
    context,
    "success",
    isArchived ? "Archived. A new message brings it back" : "It is in your list again",
  );
  return seeOther(isArchived ? "/messages" : back);
}
