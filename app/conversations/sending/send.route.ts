import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { conversationPath } from "#app/conversations/conversation.ts";
import { messageFields, notSent, postMessage } from "#app/conversations/sending/post-message.server.ts";
import { type SendAnswer, signInFirst } from "#app/conversations/sending/send-answer.ts";
import { readForm } from "#app/lib/forms.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * POST /messages/send: a page's script sends a message from the browser's outbox
 * (docs/specification.md#browser-outbox). `sender`: the account for which the browser stored it; it is never
 * sent as anyone else.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(request, ...messageFields, ["sender"]);
  const path = conversationPath(form.text("conversation"));
  return await writes.call(context, form, { path, body: answerTo, failed: notSent }, async () => {
    const viewer = writes.viewer(context, signInFirst);
    if (form.fields.get("sender") !== viewer.id) refuse("refused", writes.otherAccount);
    return await postMessage(context, viewer, form);
  });
}

function answerTo({ kind, first }: Refusal): SendAnswer {
  return {
    refusal: first,
    isFinal: kind !== "failed" && kind !== "signed out" && first !== writes.otherAccount,
  };
}

/** Answers GET: without a loader, the address would be a page. */
export function loader() {
  throw new Response(null, { status: 404 });
}
