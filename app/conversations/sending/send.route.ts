import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { aboutIn } from "#app/conversations/conversation.ts";
import { messageFields, postMessage } from "#app/conversations/sending/post-message.server.ts";
import { type SendAnswer, signInFirst } from "#app/conversations/sending/send-answer.ts";
import { sendWaiting } from "#app/emails/send-emails.server.ts";
import { readForm } from "#app/lib/forms.ts";
import { jsonFor } from "#app/lib/replies.ts";

/**
 * POST /messages/send: a page's script sends a message from the browser's outbox
 * (docs/specification.md#outbox). `sender`: for whom the browser has kept it; it is never sent for someone
 * else.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(request, ...messageFields, ["sender"]);
  const { viewer } = context;
  if (!viewer) return answer({ refusal: signInFirst, isFinal: false }, 401);
  if (form.fields.get("sender") !== viewer.id)
    return answer(
      { refusal: "You are signed in with another account. Open this page again.", isFinal: false },
      403,
    );
  const posted = await postMessage(context, viewer, form, aboutIn(form.fields));
  if ("sent" in posted) return answer(posted, 200);
  if (posted.mails) context.later(sendWaiting(context));
  const { refusal, status, wait } = posted;
  return answer({ refusal, isFinal: status !== 503 }, status, wait);
}

/** Without an answer to GET the address would be a page of its own. */
export function loader() {
  throw new Response(null, { status: 404 });
}

const answer = jsonFor<SendAnswer>;
