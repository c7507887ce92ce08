import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { markRead } from "#app/conversations/thread/reading.server.ts";
import { numberIn } from "#app/conversations/thread/thread-address.ts";
import { errorStack } from "#app/lib/errors.ts";
import { requireForm } from "#app/lib/forms.ts";
import { jsonFor } from "#app/lib/replies.ts";

/**
 * POST /messages/read: a page's script has seen the messages up to a number in a tab in front
 * (docs/specification.md#reading-messages). What is not the viewer's stays as it is.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { viewer, log } = context;
  const fields = await requireForm(request, ["conversation", "upTo"]);
  const upTo = numberIn(String(fields.get("upTo")));
  if (!viewer) return jsonFor({ error: "Please sign in to continue" }, 401);
  if (!(await context.rate("write", viewer.id))) return jsonFor({ error: "Too many requests" }, 429, 60);
  try {
    const read =
      upTo !== null && (await markRead(context, String(fields.get("conversation")), viewer.id, upTo));
    return jsonFor({ read }, 200);
  } catch (error) {
    log("error", "messages not marked as read", { error: errorStack(error) });
    return jsonFor({ error: "Failed to load conversations" }, 503, 5);
  }
}

/** Without an answer to GET the address would be a page of its own. */
export function loader() {
  throw new Response(null, { status: 404 });
}
