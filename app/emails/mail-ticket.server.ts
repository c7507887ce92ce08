import { and, desc, eq, lte } from "drizzle-orm";
import { appealTopic, reopenableUntil, requestPath, ticketCode, withoutLinks } from "#app/contact/ticket.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import type { Capabilities } from "#app/context.ts";
import type { MailTicket } from "#app/emails/mail-data.ts";
import { appealPath } from "#app/statements/statement.ts";
import * as statements from "#app/statements/statements.server.ts";
import { ticketEntries } from "#drizzle/schema.ts";

/**
 * The ticket of an email, with the text that the email reports.
 * @param at when the email was written, UTC ms
 * @returns null if the ticket was deleted
 */
export async function findMailTicket(
  { db, origin, secret }: Pick<Capabilities, "db" | "origin" | "secret">,
  id: string,
  kind: string,
  at: number,
): Promise<{ ticket: tickets.Ticket; shown: MailTicket } | null> {
  const ticket = await tickets.findById(db, id);
  if (!ticket) return null;
  const written = kind === "ticket_received" ? "question" : "answer";
  const [entry] = await db
    .select({ text: ticketEntries.text })
    .from(ticketEntries)
    .where(and(eq(ticketEntries.ticketId, id), eq(ticketEntries.kind, written), lte(ticketEntries.at, at)))
    .orderBy(desc(ticketEntries.seq))
    .limit(1);
  const isVisitors = ticket.userId === null;
  const code = ticketCode(ticket);
  const text = entry?.text ?? null;
  const appealed = ticket.topic === appealTopic ? await statements.findByTicket(db, id) : null;
  const token = isVisitors ? await tickets.tokenOf(secret, ticket) : null;
  const shown = {
    code,
    topic: ticket.topic,
    text: isVisitors && written === "question" && text !== null ? withoutLinks(text) : text,
    url: origin + (appealed ? appealPath(appealed.statement.id) : requestPath(code, token)),
    reopenUntil: ticket.closedAt === null ? null : reopenableUntil(ticket.closedAt),
  };
  return { ticket, shown };
}
