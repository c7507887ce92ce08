import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { groundWords, type ReadMessage } from "#app/admin/conversations/admin-conversation.ts";
import * as readable from "#app/admin/conversations/readable-conversations.server.ts";
import { decisionFailed } from "#app/admin/decision.server.ts";
import type { FormReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { reasonField } from "#app/admin/reason.form.ts";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { removedMessage } from "#app/conversations/conversation.ts";
import { dateTime } from "#app/lib/dates.ts";
import { readForm, type SentForm } from "#app/lib/forms.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";
import * as writes from "#app/writes/writes.server.ts";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Conversation");

/**
 * /admin/conversations/{id}: a reported conversation, or one with an open refund request or dispute
 * (docs/specification.md#operator-conversations). Any other conversation is the ordinary 404. It shows no
 * messages, only the form that asks for a reason; the form's reply has the messages.
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

/**
 * The result of a form: a refusal, or the messages. `before`: where the requested page ends; null: the
 * newest.
 */
type ConversationReply = FormReply & {
  before: number | null;
  read: { messages: ReadMessage[]; older: number | null } | null;
};

export default function Conversation() {
  const { users, grounds } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? null;
  const read = reply?.read ?? null;
  const asksOlder = read ? read.older : (reply?.before ?? null);
  return (
    <DetailPage
      current="reports"
      list={{ label: "All reports", to: "/admin/reports" }}
      heading={<h1>Conversation</h1>}
      alert={reply?.formError ? <RefusalNote title={reply.formError} /> : null}
      forms={
        read && read.older === null ? null : (
          <DecisionForm
            reply={reply && { ...reply, formError: null }}
            heading={read ? "Read older messages" : "Read the messages"}
            isOpen={!read}
            hint="Each page you read is recorded in the audit log, with your reason."
            hidden={asksOlder === null ? undefined : { before: asksOlder }}
            reasonId="reason"
            buttons={[{ intent: "read", label: read ? "Show older messages" : "Show the messages" }]}
          />
        )
      }
    >
      <p>
        {users.map(({ id, username }, index) => (
          <span key={id}>
            {index > 0 ? <span>{" and "}</span> : null}
            <UserLink id={id} username={username} />
          </span>
        ))}
      </p>
      <ul>
        {grounds.map((ground) => (
          <li key={ground}>{groundWords[ground]}</li>
        ))}
      </ul>
      {read ? <Messages messages={read.messages} /> : null}
    </DetailPage>
  );
}

function Messages({ messages }: { messages: ReadMessage[] }) {
  if (messages.length === 0) return <p className="muted">There are no messages.</p>;
  return (
    <ol className="log-list">
      {messages.map(({ number, sender, content, card, createdAt, removedAt }) => (
        <li key={number}>
          <p>
            <b>{sender === null ? "A deleted account" : `@${sender}`}</b>{" "}
            <span className="tiny muted num">{dateTime(createdAt)}</span>{" "}
            {removedAt === null ? null : <span className="tag bad">{removedMessage}</span>}
          </p>
          <p className="whitespace-pre-wrap" dir="auto">
            {content}
          </p>
          {card === null ? null : <p className="small">{card}</p>}
        </li>
      ))}
    </ol>
  );
}
