import { eq, type SQL, sql } from "drizzle-orm";
import { audited, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Ticket } from "#app/contact/tickets.server.ts";
import * as visitorMails from "#app/contact/visitor-mails.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { ticketEntries, ticketNotes, tickets } from "#drizzle/schema.ts";

// What operators do with a ticket. Each write is one batch with its audit row, which refuses the write if
// what it depends on has changed since the ticket was read.

type Deps = Pick<Capabilities, "db" | "clock">;

/**
 * Answers a ticket, and mails the answer. The ticket then waits for the person who asked. If no one had taken
 * it, it is assigned to this operator.
 * @param ticket as it was read
 */
export async function answer(
  { db, clock }: Deps,
  ticket: Ticket,
  text: string,
  operator: Viewer,
): Promise<WriteResult> {
  const at = clock.now();
  const seq = ticket.version + 1;
  const { id } = ticket;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "answer-ticket", unchanged(ticket), { operator, reason: "Answered on its page" }, at),
      db
        .insert(ticketEntries)
        .values({ ticketId: id, seq, kind: "answer", operatorId: operator.id, text, at }),
      db
        .update(tickets)
        .set({
          state: "answered",
          waitingSince: null,
          version: seq,
          updatedAt: at,
          assigneeId: sql`ifnull(${tickets.assigneeId}, ${operator.id})`,
        })
        .where(eq(tickets.id, id)),
      mailed(db, "ticket_answered", ticket, at),
    ]),
  );
}

/** Writes a note that only operators read. */
export async function note(
  { db, clock }: Deps,
  { id }: Ticket,
  text: string,
  operator: Viewer,
): Promise<WriteResult> {
  const at = clock.now();
  const ticketId = sql<string>`(select id from tickets where id = ${id})`;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "note-ticket", ticketId, { operator, reason: "Noted on its page" }, at),
      db.insert(ticketNotes).values({ ticketId: id, operatorId: operator.id, text, at }),
    ]),
  );
}

/**
 * Assigns a ticket to an operator, or to no one (null). "changed" if that user is no longer an operator, or
 * if someone else has reassigned it.
 * @param from the assignee at the time of the decision; null: no one
 */
export async function assign(
  { db, clock }: Deps,
  { id }: Ticket,
  from: string | null,
  assigneeId: string | null,
  operator: Viewer,
): Promise<WriteResult> {
  const at = clock.now();
  const isOperator =
    assigneeId === null
      ? sql`true`
      : sql`exists (select 1 from users where id = ${assigneeId} and role = 'operator' and suspended_at is null)`;
  const ticketId = sql<string>`(select id from tickets where id = ${id} and assignee_id is ${from} and state <> 'closed' and ${isOperator})`;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "assign-ticket", ticketId, { operator, reason: "Assigned on its page" }, at),
      db.update(tickets).set({ assigneeId, updatedAt: at }).where(eq(tickets.id, id)),
    ]),
  );
}

/**
 * Closes a ticket, and emails the person who asked. Also "changed" if this operator has suspended that
 * person's account since.
 */
export async function close(
  { db, clock }: Deps,
  ticket: Ticket,
  reason: string,
  operator: Viewer,
): Promise<WriteResult> {
  const at = clock.now();
  const seq = ticket.version + 1;
  const { id } = ticket;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "close-ticket", closable(ticket, operator.id), { operator, reason }, at),
      db.insert(ticketEntries).values({
        ticketId: id,
        seq,
        kind: "closed_by_us",
        operatorId: operator.id,
        at,
      }),
      db
        .update(tickets)
        .set({ state: "closed", waitingSince: null, closedAt: at, version: seq, updatedAt: at })
        .where(eq(tickets.id, id)),
      mailed(db, "ticket_closed", ticket, at),
    ]),
  );
}

/** The ticket's id if it is as it was read and not closed, else null: `audited` refuses null. */
function unchanged({ id, version }: Ticket): SQL<string> {
  return sql`(select id from tickets where id = ${id} and version = ${version} and state <> 'closed')`;
}

/** Like `unchanged`, but also requires that this operator has not suspended the account. */
function closable({ id, version }: Ticket, operatorId: string): SQL<string> {
  const decider = sql`(select operator_id from audit_log indexed by audit_log_subject where subject_id = u.id and action = 'suspend' order by number desc limit 1)`;
  return sql`(select t.id from tickets t left join users u on u.id = t.user_id or u.email = t.email
    where t.id = ${id} and t.version = ${version} and t.state <> 'closed'
      and not (u.suspended_at is not null and ifnull(${decider}, '') = ${operatorId}))`;
}

/** Statement: the email to the person who asked. */
function mailed(db: Db, kind: "ticket_answered" | "ticket_closed", { id, userId }: Ticket, at: number) {
  return userId === null ? visitorMails.mail(db, kind, id, at) : outbox.mail(db, kind, userId, id, at);
}
