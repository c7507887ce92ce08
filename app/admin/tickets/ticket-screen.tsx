import type { ReactNode } from "react";
import type { FormReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import { DescriptionList } from "#app/admin/description-list.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { AuditList, LogList } from "#app/admin/log-list.tsx";
import { MailList } from "#app/admin/mail-list.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { answerTemplates } from "#app/admin/tickets/answer-templates.ts";
import { StateTag } from "#app/admin/tickets/ticket-list-screen.tsx";
import type { TicketRecord } from "#app/admin/tickets/ticket-record.server.ts";
import { adminTicketPath, ticketsPath } from "#app/admin/tickets/ticket-search.ts";
import { userPath } from "#app/admin/users/user-search.ts";
import { TicketFiles } from "#app/contact/page/request-screen.tsx";
import { TicketThread } from "#app/contact/page/ticket-thread.tsx";
import { ticketCode, topicLabel } from "#app/contact/ticket.ts";
import { dateTime } from "#app/lib/dates.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

/** What the page shows again after a refusal. `intent`: the form that was sent. */
export type TicketReply = {
  intent: string;
  typed: string;
  /** About the form's text or reason; null if there is none. */
  textError: string | null;
  /** About the form as a whole; null if there is none. */
  formError: string | null;
};

type Props = TicketRecord & {
  /** The text of the chosen template; null: none is chosen. */
  template: string | null;
  /** Why this operator can't close the ticket; null if they can. */
  closeRefusal: string | null;
  reply: TicketReply | null;
  stuck: number | null;
};

/** One ticket in the console: what was written, the operator's forms, and what is known about the person. */
export function TicketScreen(props: Props) {
  const { ticket, person, entries, files, notes, mails, audit, orders, earlier, operators, stuck } = props;
  const code = ticketCode(ticket);
  const who = person && ticket.userId !== null ? `@${person.username}` : (ticket.name ?? "");
  const nameOf = (id: string | null) => operators.find((each) => each.id === id)?.username ?? "an operator";
  return (
    <DetailPage
      current="tickets"
      stuck={stuck}
      list={{ label: "All tickets", to: ticketsPath({}) }}
      heading={
        <>
          <h1 className="num">{code}</h1>
          <StateTag state={ticket.state} />
        </>
      }
      alert={
        person?.suspendedAt == null ? null : (
          <Note kind="bad" title={`This account is suspended since ${dateTime(person.suspendedAt)}`}>
            <p>
              {`@${nameOf(person.suspendedBy)} decided it. Another operator looks at the objection and closes the ticket.`}
            </p>
          </Note>
        )
      }
      forms={<Forms {...props} code={code} />}
    >
      <DescriptionList
        items={[
          ["Topic", topicLabel(ticket.topic)],
          ["From", <PersonText key="from" ticket={ticket} person={person} />],
          ["Order", ticket.orderId === null ? "none" : <OrderLink key="order" id={ticket.orderId} />],
          ["Written", dateTime(ticket.createdAt)],
          ["Waits since", ticket.waitingSince === null ? "–" : dateTime(ticket.waitingSince)],
          ["Taken by", ticket.assigneeId === null ? "no one" : `@${nameOf(ticket.assigneeId)}`],
        ]}
      />
      <TicketThread
        entries={entries.map(({ seq, kind, operatorId, text, at }) => ({
          seq,
          kind,
          by: operatorId === null ? who : `@${nameOf(operatorId)}`,
          text,
          at: dateTime(at),
        }))}
      />
      <TicketFiles code={code} files={files} />
      <LogList title="Notes for colleagues" empty="No notes yet">
        {notes.map(({ number, text, at, operator }) => (
          <li key={number}>
            <span className="tiny muted num">{`${dateTime(at)} by @${operator}`}</span>
            <p className="whitespace-pre-wrap break-words">{text}</p>
          </li>
        ))}
      </LogList>
      <LogList title="Their orders" empty="No orders">
        {orders.map(({ id, title, status, paymentStatus }) => (
          <li key={id}>
            <OrderLink id={id} />
            {` ${title} `}
            <span className="tiny muted">{`${status}, payment ${paymentStatus}`}</span>
          </li>
        ))}
      </LogList>
      <LogList title="Earlier tickets" empty="No other tickets">
        {earlier.map(({ code: number, topic, state, createdAt }) => (
          <li key={number}>
            <a className="num" href={adminTicketPath(number)}>
              {number}
            </a>
            {` ${topicLabel(topic)} `}
            <span className="tiny muted num">{`${state}, ${dateTime(createdAt)}`}</span>
          </li>
        ))}
      </LogList>
      <MailList mails={mails} about={() => null} />
      <AuditList rows={audit} />
    </DetailPage>
  );
}

function PersonText({ ticket, person }: Pick<Props, "ticket" | "person">) {
  const link = person ? <a href={userPath(person.id)}>{`@${person.username}`}</a> : null;
  if (ticket.userId !== null)
    return (
      <>
        {link}
        {person ? `, ${person.fullName}, ${person.deletedAt === null ? person.email : "deleted"}` : null}
      </>
    );
  return (
    <span className="break-words">
      {`${ticket.name}, ${ticket.email}, not signed in${link ? ". An account has this address, which is no proof: " : ""}`}
      {link}
    </span>
  );
}

function Forms(props: Props & { code: string }) {
  const { ticket, code, operators, template, closeRefusal, reply } = props;
  const replyOf = (intent: string): TicketReply | null => (reply?.intent === intent ? reply : null);
  const isClosed = ticket.state === "closed";
  return (
    <div className="stack">
      {isClosed ? (
        <div className="panel stack">
          {reply?.formError ? (
            <Note kind="bad" title={reply.formError}>
              {reply.typed ? (
                <p className="whitespace-pre-wrap break-words">{`You wrote: ${reply.typed}`}</p>
              ) : null}
            </Note>
          ) : null}
          <p>This ticket is closed. It can be opened again by the person who wrote it, within 14 days.</p>
        </div>
      ) : (
        <>
          <TextForm
            intent="answer"
            heading="Answer"
            label="Your answer"
            button="Send the answer"
            rows={10}
            first={template ?? ""}
            version={ticket.version}
            reply={replyOf("answer")}
            above={
              <p className="small">
                {"Begin with: "}
                {answerTemplates.map(({ key, label }, index) => (
                  <span key={key}>
                    {index > 0 ? ", " : null}
                    <a href={`${adminTicketPath(code)}?template=${key}`}>{label}</a>
                  </span>
                ))}
              </p>
            }
          />
          <AssignForm ticket={ticket} operators={operators} reply={replyOf("assign")} />
        </>
      )}
      <TextForm
        intent="note"
        heading="Note for colleagues"
        label="Your note"
        hint="Only operators read it."
        button="Write the note"
        rows={3}
        first=""
        version={null}
        reply={replyOf("note")}
      />
      {isClosed ? null : closeRefusal ? (
        <div className="panel stack">
          <h2>Close</h2>
          <p>{`${closeRefusal}.`}</p>
        </div>
      ) : (
        <DecisionForm
          heading="Close"
          hint="The person who wrote it gets an email, and can open it again within 14 days."
          reply={decisionReplyOf(replyOf("close"))}
          reasonId="close-reason"
          hidden={{ version: ticket.version }}
          buttons={[{ intent: "close", label: "Close the ticket", kind: "stop" }]}
        />
      )}
    </div>
  );
}

function decisionReplyOf(reply: TicketReply | null): FormReply | null {
  if (!reply) return null;
  const { typed, textError, formError } = reply;
  return { reason: typed, errors: { reason: textError ? [textError] : null }, formError };
}

type TextFormProps = {
  intent: "answer" | "note";
  heading: string;
  label: string;
  hint?: string;
  button: string;
  rows: number;
  /** What the field begins with. */
  first: string;
  /** The last entry that the page shows; null if the form does not depend on it. */
  version: number | null;
  reply: TicketReply | null;
  above?: ReactNode;
};

function TextForm({
  intent,
  heading,
  label,
  hint,
  button,
  rows,
  first,
  version,
  reply,
  above,
}: TextFormProps) {
  const error = reply?.textError ?? undefined;
  return (
    <form method="post" className="panel stack" noValidate>
      <ErrorSummary
        errors={{ [`${intent}-text`]: error ? [error] : null }}
        form={reply?.formError ? [reply.formError] : []}
      />
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      <h2>{heading}</h2>
      {above}
      <Field
        id={`${intent}-text`}
        name="text"
        label={label}
        hint={hint}
        multiline
        rows={rows}
        required
        defaultValue={reply?.typed ?? first}
        error={error}
      />
      <Submit className="btn go" name="intent" value={intent} pendingText="Processing...">
        {button}
      </Submit>
    </form>
  );
}

function AssignForm({ ticket, operators, reply }: Pick<Props, "ticket" | "operators" | "reply">) {
  return (
    <form method="post" className="panel stack" noValidate>
      <h2>Who takes care of it</h2>
      {reply?.formError ? <Note kind="bad" title={reply.formError} /> : null}
      <input type="hidden" name="from" value={ticket.assigneeId ?? ""} />
      <div className="field">
        <label htmlFor="assignee">Operator</label>
        <select className="in" id="assignee" name="assignee" defaultValue={ticket.assigneeId ?? ""}>
          <option value="">No one</option>
          {operators.map(({ id, username }) => (
            <option key={id} value={id}>{`@${username}`}</option>
          ))}
        </select>
      </div>
      <Submit className="btn" name="intent" value="assign" pendingText="Processing...">
        Assign
      </Submit>
    </form>
  );
}
