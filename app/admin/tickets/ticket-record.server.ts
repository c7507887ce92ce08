import { desc, eq, sql } from "drizzle-orm";
import { listAudit } from "#app/admin/audit.server.ts";
import { listMails } from "#app/admin/users/user-mails.server.ts";
import { appealTopic, ticketCode } from "#app/contact/ticket.ts";
import * as ticketFiles from "#app/contact/ticket-files.server.ts";
import * as tickets from "#app/contact/tickets.server.ts";
import type { Db } from "#app/context.ts";
import * as statements from "#app/statements/statements.server.ts";
import { profiles, tickets as table, ticketNotes, users, visitorMails } from "#drizzle/schema.ts";

/** How many rows of each list the page shows, newest first. */
const shownAtOnce = 10;

/**
 * Everything about a ticket for its page in the console: its entries, and the person's orders, emails and
 * earlier tickets (docs/specification.md#operator-tickets). Times are UTC ms.
 * @returns null if there is no such ticket
 */
export async function findRecord(db: Db, code: string) {
  const ticket = await tickets.findByCode(db, code);
  if (!ticket) return null;
  const person = await findPerson(db, ticket);
  const [entries, files, notes, mails, audit, orders, earlier, operators] = await Promise.all([
    tickets.listEntries(db, ticket.id),
    ticketFiles.list(db, ticket.id),
    listNotes(db, ticket.id),
    listPersonsMails(db, ticket),
    listAudit(db, ticket.id, 20),
    person ? listOrders(db, person.id) : [],
    listEarlier(db, ticket),
    listOperators(db),
  ]);
  const appealed = ticket.topic === appealTopic ? await statements.findByTicket(db, ticket.id) : null;
  return { ticket, person, entries, files, notes, mails, audit, orders, earlier, operators, appealed };
}

export type TicketRecord = NonNullable<Awaited<ReturnType<typeof findRecord>>>;

/**
 * The account of the person who asked. For a visitor, it is the account with the address they gave, which is
 * not verified. `suspendedBy`: the operator who suspended it; null if it is not suspended.
 */
async function findPerson(db: Db, { userId, email }: tickets.Ticket) {
  const suspendedBy = sql<string | null>`iif(${users.suspendedAt} is null, null,
    (select operator_id from audit_log indexed by audit_log_subject where subject_id = ${users.id} and action = 'suspend' order by number desc limit 1))`;
  const [person] = await db
    .select({
      id: users.id,
      email: users.email,
      username: profiles.username,
      fullName: profiles.fullName,
      deletedAt: users.deletedAt,
      suspendedAt: users.suspendedAt,
      suspendedBy,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(userId === null ? eq(users.email, email ?? "") : eq(users.id, userId));
  return person ?? null;
}

function listNotes(db: Db, ticketId: string) {
  return db
    .select({
      number: ticketNotes.number,
      text: ticketNotes.text,
      at: ticketNotes.at,
      operator: sql<string | null>`(select username from profiles where id = ${ticketNotes.operatorId})`,
    })
    .from(ticketNotes)
    .where(eq(ticketNotes.ticketId, ticketId))
    .orderBy(ticketNotes.number);
}

async function listPersonsMails(db: Db, { id, userId }: tickets.Ticket) {
  if (userId !== null) return (await listMails(db, userId, null, shownAtOnce)).shown;
  return await db
    .select({
      number: visitorMails.number,
      kind: visitorMails.kind,
      createdAt: visitorMails.createdAt,
      dueAt: visitorMails.dueAt,
      sentAt: visitorMails.sentAt,
      attempts: visitorMails.attempts,
      error: visitorMails.error,
    })
    .from(visitorMails)
    .where(eq(visitorMails.ticketId, id))
    .orderBy(desc(visitorMails.number))
    .limit(shownAtOnce);
}

function listOrders(db: Db, userId: string) {
  const of = (column: string) =>
    sql`select * from (select number, id, title, status, payment_status as paymentStatus from orders where ${sql.identifier(column)} = ${userId} order by number desc limit ${shownAtOnce})`;
  return db.all<{ id: string; title: string; status: string; paymentStatus: string }>(
    sql`select id, title, status, paymentStatus from (${of("buyer_id")} union ${of("seller_id")}) order by number desc limit ${shownAtOnce}`,
  );
}

async function listEarlier(db: Db, ticket: tickets.Ticket) {
  const { userId, email, number } = ticket;
  const rows = await db
    .select({ number: table.number, createdAt: table.createdAt, topic: table.topic, state: table.state })
    .from(table)
    .where(
      userId === null
        ? sql`${table.email} = ${email} and ${table.email} is not null`
        : eq(table.userId, userId),
    )
    .orderBy(desc(table.number))
    .limit(shownAtOnce + 1);
  return rows
    .filter((row) => row.number !== number)
    .slice(0, shownAtOnce)
    .map((row) => ({ ...row, code: ticketCode(row) }));
}

function listOperators(db: Db) {
  return db
    .select({ id: users.id, username: profiles.username })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(sql`${users.role} = 'operator'`)
    .orderBy(profiles.username)
    .limit(50);
}
