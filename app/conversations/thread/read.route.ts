import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { conversationPath } from "#app/conversations/conversation.ts";
import { markRead } from "#app/conversations/thread/reading.server.ts";
import { numberIn } from "#app/conversations/thread/thread-address.ts";
import { readForm } from "#app/lib/forms.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ratePeriod, waitSentence } from "#app/limits/limits.ts";
import * as writes from "#app/writes/writes.server.ts";

const failed = { event: "messages not marked as read", sentence: "Failed to load conversations", wait: 5 };

/**
 * POST /messages/read: a page's script reports the messages seen up to a number in a foreground tab
 * (docs/specification.md#reading-messages). It changes only the viewer's own conversations. JSON.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(request, ["conversation", "upTo"]);
  const conversation = form.text("conversation");
  const body = ({ first }: Refusal) => ({ error: first });
  const page = { path: conversationPath(conversation), body, failed };
  return await writes.call(context, form, page, async () => {
    const { id } = writes.viewer(context);
    if (!(await context.rate("write", id))) refuse("over", waitSentence(ratePeriod), { wait: ratePeriod });
    const upTo = numberIn(form.text("upTo"));
    return { read: upTo !== null && (await markRead(context, conversation, id, upTo)) };
  });
}

/** Answers GET: without a loader, the address would be a page. */
export function loader() {
  throw new Response(null, { status: 404 });
}
