import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { conversationPath } from "#app/conversations/conversation.ts";
import * as messageFiles from "#app/conversations/files/message-files.server.ts";
import { mainRead } from "#app/lib/reads.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import { fileResponse } from "#app/uploads/file-response.server.ts";
import { keyOf } from "#app/uploads/private-files.server.ts";

/**
 * Sends a file of a message to the participants of its conversation (docs/specification.md#message-files).
 * Others get 404. `?preview=1`: a small version of a picture.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { conversation = "", file: fileId = "" } = params;
  const viewer = requireViewer(context, "Please sign in to continue", conversationPath(conversation));
  await requireRead(context);
  const read = () => messageFiles.find(context.db, conversation, fileId, viewer.id);
  const file = await mainRead(read, "Something went wrong", context.log);
  if (!file) throw new Response(null, { status: 404 });
  return await fileResponse(context, request, keyOf(messageFiles.placeOf(conversation), file.id), file, 320);
}
