import { and, asc, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { countIn, type TicketEntryKind, type Topic, ticketCode } from "#app/contact/ticket.ts";
import * as ticketFiles from "#app/contact/ticket-files.server.ts";
import * as visitorMails from "#app/contact/visitor-mails.server.ts";
import type { Db } from "#app/context.ts";
import { hmac, isEqualConstantTime } from "#app/lib/bytes.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import type { NewFile } from "#app/uploads/private-files.server.ts";
import { ticketEntries, tickets } from "#drizzle/schema.ts";

// The store of tickets (docs/specification.md#tickets). Times are UTC ms.

export type Ticket = typeof tickets.$inferSelect;

/** The person who asks. `holder`: `sessions.activeUserId`. */
export type Asker = { userId: string; holder: SQL<string> } | { name: string; email: string };

type NewTicket = {
  id: string;
  topic: Topic;
  /** An order of the user; null: none. */
  orderId: string | null;
  text: string;
  /** The result of a check of the user's payments, as text; null if there was none. */
  checked: string | null;
  /** Stored as uploads of the user. */
  files: NewFile[];
};

/**
 * Opens a ticket, and writes the email that confirms it.
 * @param at UTC ms
 * @returns "repeated" if a ticket with this id exists
 */
export async function open(
  db: Db,
  { id, topic, orderId, text, checked, files }: NewTicket,
  asker: Asker,
  at: number,
): Promise<"done" | "repeated"> {
  const person =
    "userId" in asker
      ? { userId: asker.userId, name: null, email: null }
      : { userId: null, name: asker.name, email: asker.email };
  const entries: { kind: TicketEntryKind; text: string }[] = [
    { kind: "question", text },
    ...(checked === null ? [] : [{ kind: "checked" as const, text: checked }]),
  ];
  try {
    const ticket = db.insert(tickets).values({
      id,
      ...person,
      topic,
      orderId,
      state: "open",
      version: entries.length,
      createdAt: at,
      updatedAt: at,
      waitingSince: at,
    });
    await db.batch([
      ...("userId" in asker
        ? ([guards.that(db, "session", sql`${asker.holder} is not null`), ticket] as const)
        : ([ticket] as const)),
      db
        .insert(ticketEntries)
        .values(entries.map((entry, index) => ({ ticketId: id, seq: index + 1, ...entry, at }))),
      ...ticketFiles.added(db, id, files),
      "userId" in asker
        ? outbox.mail(db, "ticket_received", asker.userId, id, at)
        : visitorMails.mail(db, "ticket_received", id, at),
    ]);
    return "done";
  } catch (error) {
    if (brokeUnique(error, "tickets.id")) return "repeated";
    throw error;
  }
}

/** One ticket; null if there is none. */
export async function findById(db: Db, id: string): Promise<Ticket | null> {
  const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id));
  return ticket ?? null;
}

/** The ticket with a number such as `HW-2026-004217`; null if there is none, or its year is different. */
export async function findByCode(db: Db, code: string): Promise<Ticket | null> {
  const number = countIn(code);
  if (number === null) return null;
  const [ticket] = await db.select().from(tickets).where(eq(tickets.number, number));
  return ticket && ticketCode(ticket) === code.trim().toUpperCase() ? ticket : null;
}

/** True if the ticket belongs to the asker: the same user, or the same address. */
export function isOf({ userId, email }: Pick<Ticket, "userId" | "email">, asker: Asker): boolean {
  return "userId" in asker ? userId === asker.userId : email === asker.email;
}

/**
 * The token of the link that opens a visitor's ticket. Like account tokens, it is derived and never stored.
 * @param secret APP_SECRET
 */
export function tokenOf(secret: string, { id }: Pick<Ticket, "id">): Promise<string> {
  return hmac(secret, `ticket:${id}`);
}

/** True if a token opens the ticket. No token opens the ticket of a user: they sign in. */
export async function isOpenedBy(secret: string, ticket: Ticket, token: string): Promise<boolean> {
  return ticket.userId === null && isEqualConstantTime(token, await tokenOf(secret, ticket));
}

/** The entries of a ticket, in order. `operatorId` is null for those of the person who asked. */
export function listEntries(db: Db, ticketId: string) {
  return db
    .select({
      seq: ticketEntries.seq,
      kind: sql<TicketEntryKind>`${ticketEntries.kind}`,
      operatorId: ticketEntries.operatorId,
      text: ticketEntries.text,
      at: ticketEntries.at,
    })
    .from(ticketEntries)
    .where(eq(ticketEntries.ticketId, ticketId))
    .orderBy(asc(ticketEntries.seq));
}

/** How many tickets a page of a user's list shows. */
const shownAtOnce = 30;

/**
 * The tickets of a user, newest first. `older` is the next page's `before`; null on the last page.
 * @param before the number of the previous page's last ticket; null: the first page
 */
export async function listOfUser(db: Db, userId: string, before: number | null) {
  const rows = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.userId, userId), before === null ? undefined : lt(tickets.number, before)))
    .orderBy(desc(tickets.number))
    .limit(shownAtOnce + 1);
  const shown = rows.slice(0, shownAtOnce);
  return { tickets: shown, older: rows.length > shownAtOnce ? (shown.at(-1)?.number ?? null) : null };
}

/** What the person who asked can do with a ticket. */
export type Transition = "reply" | "close" | "reopen";

/** What each transition writes, and the ticket's state after it. */
export const transitions = {
  reply: { kind: "reply", to: (at: number) => opened(at) },
  close: {
    kind: "closed",
    to: (at: number) => ({ state: "closed" as const, waitingSince: null, closedAt: at }),
  },
  reopen: { kind: "reopened", to: (at: number) => opened(at) },
} satisfies Record<Transition, { kind: TicketEntryKind; to: (at: number) => object }>;

/** The columns of an open ticket. If it was waiting already, `waitingSince` stays. */
function opened(at: number) {
  return {
    state: "open" as const,
    waitingSince: sql<number>`ifnull(${tickets.waitingSince}, ${at})`,
    closedAt: null,
  };
}

/**
 * The person who asked replies, closes the ticket or reopens it. Check the rule first.
 * @param ticket as it was read for this decision
 * @param text of a reply; else null
 * @param holder `sessions.activeUserId` of its user; null: a visitor with the signed link
 * @param at UTC ms
 * @returns "changed" if something else was written first
 */
export async function apply(
  db: Db,
  ticket: Ticket,
  name: Transition,
  text: string | null,
  holder: SQL<string> | null,
  at: number,
): Promise<"done" | "changed"> {
  const { kind, to } = transitions[name];
  const { id, version } = ticket;
  const seq = version + 1;
  const entry = db.insert(ticketEntries).values({ ticketId: id, seq, kind, text, at });
  const isHolder = sql`exists (select 1 from tickets where id = ${id} and user_id = ${holder})`;
  try {
    await db.batch([
      ...(holder ? ([guards.that(db, "session", isHolder), entry] as const) : ([entry] as const)),
      db
        .update(tickets)
        .set({ ...to(at), version: seq, updatedAt: at })
        .where(eq(tickets.id, id)),
    ]);
    return "done";
  } catch (error) {
    if (brokeUnique(error, "ticket_entries")) return "changed";
    throw error;
  }
}

/**
 * Statement: closes a deleted user's tickets. They are deleted two years later.
 * @param at UTC ms
 */
export function ofUserClosed(db: Db, userId: string, at: number) {
  return db
    .update(tickets)
    .set({ state: "closed", waitingSince: null, closedAt: at, updatedAt: at })
    .where(and(eq(tickets.userId, userId), sql`${tickets.state} <> 'closed'`));
}
