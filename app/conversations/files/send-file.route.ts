import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { cannotWrite, conversationPath } from "#app/conversations/conversation.ts";
import { placeOf } from "#app/conversations/files/message-files.server.ts";
import { findRefusal } from "#app/conversations/sending/sending.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import type { PageHandle } from "#app/page-handle.ts";
import { answerFile } from "#app/uploads/sending/answer-file.server.ts";

export const handle: PageHandle = { uploads: 10 };

/**
 * POST /messages/{conversation}/files: the page's script sends one file of a message
 * (docs/specification.md#message-files).
 */
export async function action({ request, params, context }: ActionFunctionArgs): Promise<Response> {
  const { conversation = "" } = params;
  return await answerFile(context, request, conversationPath(conversation), async (viewerId) => {
    const refused = await findRefusal(context.db, conversation, viewerId);
    if (refused === "blocked") refuse("refused", cannotWrite);
    return refused ? refuse("gone") : placeOf(conversation);
  });
}

/** Answers GET: without a loader, the address would be a page. */
export function loader() {
  throw new Response(null, { status: 404 });
}
