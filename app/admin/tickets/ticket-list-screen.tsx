import { FilterChips, FilterForm, QueryField } from "#app/admin/filters.tsx";
import { age } from "#app/admin/health/health.ts";
import { OrderLink } from "#app/admin/orders/order-link.tsx";
import { NoMatches, QueuePage } from "#app/admin/queue-page.tsx";
import { ScrollTable, TableRow } from "#app/admin/scroll-table.tsx";
import type { TicketList } from "#app/admin/tickets/ticket-list.server.ts";
import {
  refusalToTicketSearch,
  type TicketSearch,
  ticketLists,
  ticketsPath,
} from "#app/admin/tickets/ticket-search.ts";
import { ticketCode, topicLabel } from "#app/contact/ticket.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";

type Props = TicketList & {
  search: TicketSearch;
  /** UTC ms. */
  at: number;
  stuck: number | null;
};

const columns = ["Ticket", "From", "State", "Order", "Taken by", "Written"];

/** The console's list of tickets. */
export function TicketListScreen({ search, tickets, next, at, stuck }: Props) {
  return (
    <QueuePage
      current="tickets"
      stuck={stuck}
      title="Tickets"
      filters={
        <>
          <FilterChips
            label="Lists"
            className="chips mt-5"
            chips={ticketLists.map(({ key, label }) => ({
              label,
              to: ticketsPath({ show: key }),
              isCurrent: search.q === "" && key === search.show,
            }))}
          />
          <FilterForm action="/admin/tickets" className="narrowing" show={null}>
            <QueryField
              label="Number, person or order"
              value={search.q}
              placeholder="HW-2026-004217, a username, an email or 91d0c4ee"
            />
            <button type="submit" className="btn">
              Search
            </button>
          </FilterForm>
        </>
      }
      empty={
        tickets.length > 0 ? null : (
          <NoMatches
            refusal={refusalToTicketSearch(search)}
            hint="A ticket's number, a username, an email address, or the beginning of an order's ID."
            none={
              search.q === ""
                ? { title: "No tickets here", text: "This list is empty." }
                : { title: "No tickets found", text: "Try the whole number, username or email address." }
            }
          />
        )
      }
      pages={{
        newest: search.after === null ? null : ticketsPath({ ...search, after: null }),
        older: next === null ? null : ticketsPath({ ...search, after: next }),
      }}
    >
      <ScrollTable label="Tickets" columns={columns}>
        {tickets.map((ticket) => {
          const code = ticketCode(ticket);
          return (
            <TableRow key={code} columns={columns}>
              <td>
                <a className="num" href={href("/admin/tickets/:number", { number: code })}>
                  {code}
                </a>
                <p className="tiny muted">{topicLabel(ticket.topic)}</p>
              </td>
              <td className="break-all">{ticket.username === null ? ticket.email : `@${ticket.username}`}</td>
              <td>
                <StateTag state={ticket.state} />
                {ticket.waitingSince === null ? null : (
                  <p className="tiny muted">{`waits for ${age(ticket.waitingSince, at)}`}</p>
                )}
              </td>
              <td>{ticket.orderId === null ? "–" : <OrderLink id={ticket.orderId} />}</td>
              <td>{ticket.assignee === null ? "–" : `@${ticket.assignee}`}</td>
              <td className="num">{dateTime(ticket.createdAt)}</td>
            </TableRow>
          );
        })}
      </ScrollTable>
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
