import { DescriptionList } from "#app/admin/description-list.tsx";
import { DetailPage } from "#app/admin/detail-page.tsx";
import { AuditList, LogList } from "#app/admin/log-list.tsx";
import { MailList } from "#app/admin/mail-list.tsx";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { AppealFacts } from "#app/admin/tickets/appeal-panel.tsx";
import { TicketForms, type TicketFormsProps } from "#app/admin/tickets/ticket-forms.tsx";
import { StateTag } from "#app/admin/tickets/ticket-list-screen.tsx";
import type { TicketRecord } from "#app/admin/tickets/ticket-record.server.ts";
import { ticketsPath } from "#app/admin/tickets/ticket-search.ts";
import { accountName } from "#app/admin/users/account-name.ts";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { TicketFiles } from "#app/contact/page/request-screen.tsx";
import { TicketThread } from "#app/contact/page/ticket-thread.tsx";
import { ticketCode, topicLabel } from "#app/contact/ticket.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Note } from "#app/ui/note.tsx";

type Props = Omit<TicketRecord, "appealed"> & TicketFormsProps;

/** One ticket in the console: its entries, the operator's forms, and what is known about the person. */
export function TicketScreen(props: Props) {
  const { ticket, person, entries, files, notes, mails, audit, orders, earlier, operators } = props;
  const code = ticketCode(ticket);
  const who = person && ticket.userId !== null ? accountName(person.username) : (ticket.name ?? "");
  const nameOf = (id: string | null) => {
    const known = operators.find((each) => each.id === id);
    return known ? accountName(known.username) : "an operator";
  };
  return (
    <DetailPage
      current="tickets"
      list={{ label: "All tickets", to: ticketsPath({}) }}
      heading={
        <>
          <h1 className="num">{code}</h1>
          <StateTag state={ticket.state} />
        </>
      }
      alert={
        person?.suspendedAt == null || props.appeal ? null : (
          <Note kind="bad" title={`This account has been suspended since ${dateTime(person.suspendedAt)}`}>
            <p>
              {`The decision was made by ${nameOf(person.suspendedBy)}. Another operator must review the objection and close the ticket.`}
            </p>
          </Note>
        )
      }
      forms={<TicketForms {...props} />}
    >
      <DescriptionList
        items={[
          ["Topic", topicLabel(ticket.topic)],
          ["From", <PersonText key="from" ticket={ticket} person={person} />],
          ["Order", ticket.orderId === null ? "none" : <OrderLink key="order" id={ticket.orderId} />],
          ["Written", dateTime(ticket.createdAt)],
          ["Waiting since", ticket.waitingSince === null ? "–" : dateTime(ticket.waitingSince)],
          ["Taken by", ticket.assigneeId === null ? "no one" : nameOf(ticket.assigneeId)],
        ]}
      />
      {props.appeal ? <AppealFacts appeal={props.appeal} /> : null}
      <TicketThread
        entries={entries.map(({ seq, kind, operatorId, text, at }) => ({
          seq,
          kind,
          by: operatorId === null ? who : nameOf(operatorId),
          text,
          at: dateTime(at),
        }))}
      />
      <TicketFiles code={code} files={files} />
      <LogList title="Notes for colleagues" empty="No notes yet">
        {notes.map(({ number, text, at, operator }) => (
          <li key={number}>
            <span className="tiny muted num">{`${dateTime(at)} by ${accountName(operator)}`}</span>
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
            <a className="num" href={href("/admin/tickets/:number", { number })}>
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
  const link = person ? <UserLink {...person} /> : null;
  if (ticket.userId !== null)
    return (
      <>
        {link}
        {person ? `, ${person.fullName}, ${person.deletedAt === null ? person.email : "deleted"}` : null}
      </>
    );
  return (
    <span className="break-words">
      {`${ticket.name}, ${ticket.email}, not signed in${link ? ". An account has this address, but it is not proof of identity: " : ""}`}
      {link}
    </span>
  );
}
