import { type Ground, groundWords, type ReadMessage } from "#app/admin/conversations/admin-conversation.ts";
import type { FormReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { removedMessage } from "#app/conversations/conversation.ts";
import { dateTime } from "#app/lib/dates.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

/**
 * The result of a form: a refusal, or the messages. `before`: where the requested page ends; null: the
 * newest.
 */
export type ConversationReply = FormReply & {
  before: number | null;
  read: { messages: ReadMessage[]; older: number | null } | null;
};

type Props = {
  users: { id: string; username: string | null }[];
  /** Why it may be read. */
  grounds: Ground[];
  reply: ConversationReply | null;
};

/** /admin/conversations/{id}: the form that asks for a reason, and its result. */
export function ConversationScreen({ users, grounds, reply }: Props) {
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
