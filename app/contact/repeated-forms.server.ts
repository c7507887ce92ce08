import { and, eq } from "drizzle-orm";
import type { TicketEntryKind } from "#app/contact/ticket.ts";
import * as ticketFiles from "#app/contact/ticket-files.server.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import type { Db } from "#app/context.ts";
import { ticketEntries } from "#drizzle/schema.ts";

// A form that arrives twice is one ticket, or one entry of it (docs/specification.md#tickets): a button may
// be pressed twice, and a browser may resend a request that timed out.

/** The values of a form. `files`: how many came with it. */
type Question = { topic: string; orderId: string | null; text: string; files: number };

/**
 * What a form is about to open: a ticket with this id, or the one that the same form has already opened. A
 * form that is resubmitted with other values opens its own ticket.
 * @param token of the form; undefined: it has none
 */
export async function ticketOf(
  db: Db,
  token: string | undefined,
  asker: tickets.Asker,
  question: Question,
): Promise<{ id: string; opened: null } | { opened: tickets.Ticket }> {
  const found = token === undefined ? null : await tickets.findById(db, token);
  if (!found) return { id: token ?? crypto.randomUUID(), opened: null };
  return (await isOpenedBy(db, found, asker, question))
    ? { opened: found }
    : { id: crypto.randomUUID(), opened: null };
}

async function isOpenedBy(
  db: Db,
  ticket: tickets.Ticket,
  asker: tickets.Asker,
  { topic, orderId, text, files }: Question,
): Promise<boolean> {
  const { id } = ticket;
  return (
    tickets.isOf(ticket, asker) &&
    ticket.topic === topic &&
    ticket.orderId === orderId &&
    (await isWritten(db, id, 1, { kind: "question", operatorId: null, text })) &&
    (await ticketFiles.list(db, id)).length === files
  );
}

/** What a form writes. `operatorId` null: the person who asked. */
type Written = { kind: TicketEntryKind; operatorId: string | null; text: string | null };

/**
 * True if an entry of a ticket is what this form writes.
 * @param seq the number after the last entry that the form's page showed
 */
export async function isWritten(
  db: Db,
  ticketId: string,
  seq: number,
  { kind, operatorId, text }: Written,
): Promise<boolean> {
  const [entry] = await db
    .select()
    .from(ticketEntries)
    .where(and(eq(ticketEntries.ticketId, ticketId), eq(ticketEntries.seq, seq)));
  return entry?.kind === kind && entry.operatorId === operatorId && entry.text === text;
}
