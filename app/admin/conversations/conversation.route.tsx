import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { type ConversationReply, ConversationScreen } from "#app/admin/conversations/conversation-screen.tsx";
import * as readable from "#app/admin/conversations/readable-conversations.server.ts";
import { readingForm } from "#app/admin/conversations/reading.form.ts";
import { refuse } from "#app/admin/decision.server.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { consoleHeaders, notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { readForm } from "#app/lib/forms.ts";

export const links = consoleLinks;
export const meta = () => consoleMeta("Conversation");
export const headers = () => consoleHeaders;

/**
 * /admin/conversations/{id}: a reported conversation, or one with an open refund request or dispute
 * (docs/specification.md#operator-conversations). It shows no message. Any other conversation is the ordinary
 * 404.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { db, clock } = context;
  const { page, stuck } = await loadPage(context, () => readable.find(db, params.id ?? "", clock.now()));
  if (!page) return notFound();
  const { users, grounds } = page;
  return data({ users, grounds, stuck }, { headers: consoleHeaders });
}

/** Shows 50 messages, and writes down who reads them and why. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context);
  const { db, clock } = context;
  const at = clock.now();
  const conversation = await readable.find(db, params.id ?? "", at);
  if (!conversation) return notFound();
  const sent = await readForm(request, readingForm);
  const submission = sent.parse(readingForm);
  const reply: ConversationReply = {
    before: Number(sent.fields.get("before")) || null,
    reason: String(sent.fields.get("reason") ?? ""),
    errors: {},
    formError: sent.refusal,
    read: null,
  };
  if (submission.status !== "success")
    return refuse<ConversationReply>({ ...reply, errors: { reason: submission.error?.reason } }, 400);
  if (conversation.users.some(({ id }) => id === operator.id))
    return refuse<ConversationReply>({ ...reply, formError: "You are part of this conversation" }, 403);
  const { reason, before } = submission.value;
  const result = await readable.noteReading(db, conversation.id, { operator, reason }, at);
  if (result !== "done") return notFound();
  const read = await readable.listMessages(db, conversation.id, before);
  return data<ConversationReply>({ ...reply, reason: "", read }, { headers: consoleHeaders });
}

export default function Conversation() {
  const loaded = useLoaderData<typeof loader>();
  return <ConversationScreen {...loaded} reply={useActionData<typeof action>() ?? null} />;
}
