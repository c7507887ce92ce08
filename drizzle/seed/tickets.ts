import { eq, sql } from "drizzle-orm";
import type { TicketState } from "#app/contact/ticket.ts";
import * as visitorMails from "#app/contact/visitor-mails.server.ts";
import type { Db } from "#app/context.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { tickets as table, ticketEntries } from "#drizzle/schema.ts";
import type { PastStep } from "./history.ts";
import { moment } from "./moment.ts";
import { userId } from "./people.ts";
import { gigId, idOf, type SourceTicket, type SourceTicketEntry, tickets } from "./source.ts";

/** The state of a ticket after each kind of entry. */
const stateAfter: Record<SourceTicketEntry["kind"], TicketState> = {
  question: "open",
  checked: "open",
  answer: "answered",
  closed: "closed",
};

/** The email that an entry causes. */
const mailOf = {
  question: "ticket_received",
  answer: "ticket_answered",
  checked: null,
  closed: null,
} as const;

/** The tickets of the market, entry by entry. They fill the console's Tickets page and "My requests". */
export function ticketSteps(db: Db): PastStep[] {
  return tickets.flatMap((ticket) =>
    ticket.entries.map((entry, index) => stepOf(db, ticket, entry, index + 1)),
  );
}

function stepOf(
  db: Db,
  ticket: SourceTicket,
  { at: relative, kind, text }: SourceTicketEntry,
  seq: number,
): PastStep {
  const at = moment(relative);
  const id = idOf(`ticket:${ticket.ref}`);
  const user = ticket.user === undefined ? null : userId(ticket.user);
  const operatorId = kind === "answer" ? userId("admin") : null;
  const state = stateAfter[kind];
  const ticketState = {
    state,
    version: seq,
    updatedAt: at,
    waitingSince: state === "open" ? at : null,
    closedAt: state === "closed" ? at : null,
  };
  // A buyer has ordered this gig once.
  const orderId = ticket.gig
    ? sql<string>`(select id from orders where buyer_id = ${user} and gig_id = ${gigId(ticket.gig)})`
    : null;
  const { name = null, email = null, topic } = ticket;
  const mail = mailOf[kind];
  return {
    at,
    statements: [
      seq === 1
        ? db
            .insert(table)
            .values({ id, userId: user, name, email, topic, orderId, createdAt: at, ...ticketState })
        : db
            .update(table)
            .set(operatorId ? { ...ticketState, assigneeId: operatorId } : ticketState)
            .where(eq(table.id, id)),
      db.insert(ticketEntries).values({ ticketId: id, seq, kind, operatorId, text, at }),
      ...(mail === null
        ? []
        : [user === null ? visitorMails.mail(db, mail, id, at) : outbox.mail(db, mail, user, id, at)]),
    ],
  };
}
