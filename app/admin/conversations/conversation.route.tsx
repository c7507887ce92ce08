import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { type ConversationReply, ConversationScreen } from "#app/admin/conversations/conversation-screen.tsx";
import * as readable from "#app/admin/conversations/readable-conversations.server.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Conversation");

/**
 * /admin/conversations/{id}: a reported conversation, or one with an open refund request or dispute
 * (docs/specification.md#operator-conversations). It shows no message. Any other conversation is the ordinary
 * 404.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { db, clock } = context;
  const { page, waits } = await loadPage(context, () => readable.find(db, params.id ?? "", clock.now()));
  if (!page) return notFound();
  const { users, grounds } = page;
  return { users, grounds, waits };
}

/**
 * Requests a page of a conversation. `before`: the number where the page ends; absent: the newest messages.
 */
const readingForm = z.object({
  intent: z.literal("read").optional().catch(undefined),
  before: z.coerce.number().int().positive().optional().catch(undefined),
  reason: reasonField,
});

/** Shows 50 messages, and records who reads them and why. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  const conversation = (await readable.find(db, params.id ?? "", clock.now())) ?? notFound();
  const form = await readForm(request, readingForm);
  const again = againWith(form);
  const { pathname: path } = new URL(request.url);
  return await writes.run(context, form, { path, again, failed: decisionFailed }, async () => {
    const { reason, before = null } = writes.parse(form, readingForm);
    const read = await readable.read(context, conversation, before, { operator, reason });
    const reply: ConversationReply = { before, reason: "", errors: {}, formError: null, read };
    return reply;
  });
}

function againWith(form: SentForm) {
  return ({ sentence, errors: { reason } }: Refusal): ConversationReply => ({
    before: Number(form.text("before")) || null,
    reason: form.text("reason"),
    errors: { reason },
    formError: sentence,
    read: null,
  });
}

export default function Conversation() {
  const loaded = useLoaderData<typeof loader>();
  return <ConversationScreen {...loaded} reply={useActionData<typeof action>() ?? null} />;
}
