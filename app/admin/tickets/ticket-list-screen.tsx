import { Chips } from "#app/admin/chips.tsx";
import { EmailText } from "#app/admin/email-text.tsx";
import { ExportLink } from "#app/admin/exports/export-link.tsx";
import { Filters } from "#app/admin/filters.tsx";
import { age } from "#app/admin/health/health.ts";
import type { ListPage } from "#app/admin/list-page.server.ts";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { NoMatches, pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import type { ListedTicket } from "#app/admin/tickets/ticket-list.server.ts";
import { type TicketSearch, ticketLists, ticketsPath } from "#app/admin/tickets/ticket-search.ts";
import { accountName } from "#app/admin/users/account-name.ts";
import { ticketCode, topicLabel } from "#app/contact/ticket.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

type Props = ListPage<ListedTicket> & {
  search: TicketSearch;
  /** UTC ms. */
  at: number;
};

type TicketFacts = Pick<ListedTicket, "number" | "topic" | "orderId" | "assignee" | "createdAt">;

/** The columns that every list of tickets has, before and after the state. */
export const ticketColumn: Column<TicketFacts> = {
  label: "Ticket",
  cell: (ticket) => (
    <>
      <a className="num" href={href("/admin/tickets/:number", { number: ticketCode(ticket) })}>
        {ticketCode(ticket)}
      </a>
      <p className="tiny muted">{topicLabel(ticket.topic)}</p>
    </>
  ),
};

export const ticketFacts: Column<TicketFacts>[] = [
  { label: "Order", cell: ({ orderId }) => (orderId === null ? "–" : <OrderLink id={orderId} />) },
  { label: "Taken by", cell: ({ assignee }) => (assignee === null ? "–" : accountName(assignee)) },
  { label: "Written", kind: "num", cell: ({ createdAt }) => dateTime(createdAt) },
];

/** The console's list of tickets. */
export function TicketListScreen({ search, shown, next, at }: Props) {
  const columns: Column<ListedTicket>[] = [
    ticketColumn,
    {
      label: "From",
      cell: ({ username, email }) =>
        username === null ? <EmailText address={email ?? ""} /> : accountName(username),
    },
    {
      label: "State",
      cell: ({ state, waitingSince }) => (
        <>
          <StateTag state={state} />
          {waitingSince === null ? null : (
            <p className="tiny muted">{`waiting for ${age(waitingSince, at)}`}</p>
          )}
        </>
      ),
    },
    ...ticketFacts,
  ];
  return (
    <QueuePage
      current="tickets"
      title="Tickets"
      aside={<ExportLink kind="tickets" search={{ q: search.q, show: search.q ? null : search.show }} />}
      filters={
        <>
          <Chips
            label="Lists"
            choices={ticketLists}
            current={search.q === "" ? search.show : null}
            to={(key) => ticketsPath({ show: key })}
          />
          <Filters
            path="/admin/tickets"
            text={{
              label: "Number, person or order",
              value: search.q,
              placeholder: "HW-2026-004217, a username, an email or 91d0c4ee",
            }}
          />
        </>
      }
      empty={
        shown.length > 0 ? null : (
          <NoMatches
            q={search.q}
            hint="A ticket's number, a username, an email address, or the beginning of an order's ID."
            none={
              search.q === ""
                ? { title: "No tickets here", text: "This list is empty." }
                : { title: "No tickets found", text: "Try the whole number, username or email address." }
            }
          />
        )
      }
      pages={pagesOf(ticketsPath, search, next)}
    >
      <Table label="Tickets" columns={columns} rows={shown} keyOf={({ number }) => number} />
    </QueuePage>
  );
}

const tags = {
  open: { label: "Open", kind: "wait" },
  answered: { label: "Waiting for them", kind: "ok" },
  closed: { label: "Closed", kind: "" },
} as const;

/** The state of a ticket, for operators. */
export function StateTag({ state }: { state: keyof typeof tags }) {
  const { label, kind } = tags[state];
  return <span className={`tag ${kind}`.trim()}>{label}</span>;
}
