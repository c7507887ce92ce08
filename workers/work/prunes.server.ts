import { type SQL, sql } from "drizzle-orm";
import { keptAfterClosing } from "#app/contact/ticket.ts";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { never } from "#app/outbox/tries.ts";

/** How long rows are kept, in ms (docs/operations.md#what-is-kept-how-long). */
const kept = {
  limits: 0,
  drafts: 0,
  usernames: 0,
  sessions: 30 * day,
  links: 30 * day,
  mails: 180 * day,
  otherEvents: 60 * day,
  rejections: 60 * day,
  mailEvents: 60 * day,
  badAddresses: 180 * day,
  deadLetters: 30 * day,
  moneyEvents: 400 * day,
  paymentChecks: 30 * day,
  stuckDays: 180 * day,
  tickets: keptAfterClosing,
};

/** The maximum number of rows that one run deletes from a table. */
const atOnce = 500;

/** How many of the oldest former usernames one run looks at; a few may have been given up again. */
const namesExamined = 100;

/** The maximum number of tickets that one run deletes, with everything that belongs to them. */
const ticketsAtOnce = 50;

/** `due` selects the rowids of the rows to delete; `statements` deletes them. */
export type Prune = { due: SQL; statements: SQL[] };

function deleting(table: string, due: SQL): Prune {
  return { due, statements: [sql`delete from ${sql.raw(table)} where rowid in (${due} limit ${atOnce})`] };
}

/** Everything that is deleted when its retention ends, by name. Each `due` uses an index. @param at UTC ms */
export function prunesAt(at: number): Record<string, Prune> {
  const over = (name: keyof typeof kept): number => at - kept[name];
  const sessions = sql`select rowid from sessions indexed by sessions_over
    where case when ended_at is null then expires_at else ended_at end < ${over("sessions")}`;
  const links = sql`select rowid from account_links indexed by account_links_over where email <> '' and expires_at < ${over("links")}`;
  const tickets = sql`select id from tickets indexed by tickets_over where closed_at is not null and closed_at < ${over("tickets")} order by closed_at`;
  const ofTickets = (table: string) =>
    sql`delete from ${sql.raw(table)} where ticket_id in (${tickets} limit ${ticketsAtOnce})`;
  // All names are reserved for the same time, so expired ones are among the first: no index is needed.
  const names = sql`select place from (select rowid as place, until from former_usernames order by rowid limit ${namesExamined})
    where until <= ${over("usernames")}`;
  const emptied = sql`select number from conversations indexed by conversations_forget where forget_at <= ${at}
    and not exists (select 1 from messages where conversation_id = conversations.id)`;
  const messageFiles = sql`select message_files.rowid from conversations indexed by conversations_forget
    join message_files on message_files.conversation_id = conversations.id where forget_at <= ${at}`;
  return {
    limits: deleting("limits", sql`select rowid from limits where resets_at < ${over("limits")}`),
    drafts: deleting("drafts", sql`select rowid from drafts where expires_at <= ${over("drafts")}`),
    // Until then a name redirects, or belonged to a deleted account. After that nothing needs to know whose
    // it was.
    "former usernames": deleting("former_usernames", names),
    sessions: {
      due: sessions,
      statements: [
        sql`delete from factor_challenges where session_id in (select id from sessions where rowid in (${sessions} limit ${atOnce}))`,
        sql`delete from sessions where rowid in (${sessions} limit ${atOnce})`,
      ],
    },
    // The account's event needs the row of a used link, but not its address.
    links: {
      due: links,
      statements: [
        sql`delete from account_links where rowid in (${links} limit ${atOnce})
          and not exists (select 1 from account_events where link_id = account_links.id)`,
        sql`update account_links set email = '' where rowid in (${links} limit ${atOnce})
          and exists (select 1 from account_events where link_id = account_links.id)`,
      ],
    },
    "message files": {
      due: messageFiles,
      statements: [
        sql`insert into forgotten_files (prefix, due_at, attempts)
          select distinct 'messages/' || conversation_id || '/', ${at}, 0 from message_files
          where rowid in (${messageFiles} limit ${atOnce}) on conflict do nothing`,
        sql`delete from message_files where rowid in (${messageFiles} limit ${atOnce})`,
      ],
    },
    messages: deleting(
      "messages",
      sql`select messages.rowid from conversations indexed by conversations_forget
        join messages on messages.conversation_id = conversations.id
        where forget_at <= ${at} and not exists (select 1 from message_files where message_id = messages.id)`,
    ),
    conversations: {
      due: emptied,
      statements: [
        sql`delete from conversation_sides where conversation in (${emptied} limit ${atOnce})`,
        sql`delete from conversations where number in (${emptied} limit ${atOnce})`,
      ],
    },
    "payment checks": deleting(
      "payment_checks",
      sql`select rowid from payment_checks indexed by payment_checks_over where at < ${over("paymentChecks")}`,
    ),
    // Delete the ticket last: until then every statement finds the same ones, and an interrupted run is
    // repeated.
    tickets: {
      due: tickets,
      statements: [
        sql`insert or ignore into forgotten_files (prefix, due_at, attempts) select distinct 'tickets/' || ticket_id || '/', ${at}, 0
          from ticket_files where ticket_id in (${tickets} limit ${ticketsAtOnce})`,
        ...["ticket_files", "ticket_notes", "ticket_entries", "visitor_mails"].map(ofTickets),
        sql`delete from tickets where id in (${tickets} limit ${ticketsAtOnce})`,
      ],
    },
    mails: deleting("outbox", sql`select rowid from outbox where sent_at < ${over("mails")}`),
    "given-up mails": deleting(
      "outbox",
      sql`select rowid from outbox where sent_at is null and due_at >= ${never} and created_at < ${over("mails")}`,
    ),
    "other events": deleting(
      "webhook_events",
      sql`select rowid from webhook_events indexed by webhook_events_other
        where not (type between 'charge.' and 'charge/' or type between 'checkout.' and 'checkout/' or type between 'refund.' and 'refund/')
          and processed_at < ${over("otherEvents")}`,
    ),
    "money events": deleting(
      "webhook_events",
      sql`select rowid from webhook_events where processed_at < ${over("moneyEvents")}`,
    ),
    rejections: deleting(
      "webhook_rejections",
      sql`select rowid from webhook_rejections where hour < ${over("rejections")}`,
    ),
    "mail events": deleting(
      "mail_events",
      sql`select rowid from mail_events where at < ${over("mailEvents")}`,
    ),
    // Those of accounts stay until they are changed or verified.
    "bad addresses": deleting(
      "bad_addresses",
      sql`select rowid from bad_addresses where at < ${over("badAddresses")}
        and not exists (select 1 from users where email = bad_addresses.address)`,
    ),
    "stuck days": deleting("stuck_days", sql`select rowid from stuck_days where day < ${over("stuckDays")}`),
    "dead letters": deleting(
      "dead_letters",
      sql`select rowid from dead_letters where at < ${over("deadLetters")}`,
    ),
  };
}

/** The names of the prunes that have something to delete, in one statement. @param at UTC ms */
export async function findDue(db: Db, at: number): Promise<string[]> {
  const columns = Object.entries(prunesAt(at)).map(
    ([name, { due }]) => sql`exists (${due}) as ${sql.identifier(name)}`,
  );
  const [row = {}] = await db.all<Record<string, 0 | 1>>(sql`select ${sql.join(columns, sql`, `)}`);
  return Object.keys(row).filter((name) => row[name]);
}

/** Deletes at most 500 rows. @param at UTC ms @returns false if nothing is to be deleted */
export async function run(db: Db, name: string, at: number): Promise<boolean> {
  const prune = prunesAt(at)[name];
  if (!prune) return false;
  let changes = 0;
  for (const statement of prune.statements) changes += (await db.run(statement)).meta.changes;
  return changes > 0;
}
