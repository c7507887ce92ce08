import { and, eq, isNull, lte } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { type MailKind, never, pauseAfter, triedFor } from "#app/outbox/outbox.server.ts";
import { visitorMails } from "#drizzle/schema.ts";

// The outbox of visitors (docs/specification.md#outbox): mails about their tickets. Times are UTC ms. It is a
// table of its own, because `outbox.user_id` is NOT NULL and D1 loses rows when a table is rebuilt.

export type VisitorMail = typeof visitorMails.$inferSelect;

/** Statement: one mail to the visitor of a ticket, for the batch of what it reports. */
export function mail(db: Db, kind: MailKind, ticketId: string, at: number) {
  return db
    .insert(visitorMails)
    .values({ id: crypto.randomUUID(), kind, ticketId, createdAt: at, dueAt: at, attempts: 0 });
}

/** The ids of unsent mails that are due, those that wait longest first. */
export async function findWaiting(db: Db, at: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: visitorMails.id })
    .from(visitorMails)
    .where(and(isNull(visitorMails.sentAt), lte(visitorMails.dueAt, at)))
    .orderBy(visitorMails.dueAt, visitorMails.number)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A mail that is due; null if it was sent, or claimed by another sender. */
export async function findDue(db: Db, id: string, at: number): Promise<VisitorMail | null> {
  const [found] = await db
    .select()
    .from(visitorMails)
    .where(and(eq(visitorMails.id, id), isNull(visitorMails.sentAt), lte(visitorMails.dueAt, at)));
  return found ?? null;
}

/** Claims a mail for sending, as `outbox.take` does. @returns false if another sender has claimed it */
export async function take(db: Db, waiting: VisitorMail, at: number): Promise<boolean> {
  const { id, attempts } = waiting;
  const { meta } = await db
    .update(visitorMails)
    .set({ attempts: attempts + 1, dueAt: at + pauseAfter(attempts) })
    .where(and(eq(visitorMails.id, id), eq(visitorMails.attempts, attempts), isNull(visitorMails.sentAt)));
  return meta.changes === 1;
}

/** The mail was sent. */
export async function markSent(db: Db, id: string, at: number): Promise<void> {
  await db.update(visitorMails).set({ sentAt: at, error: null }).where(eq(visitorMails.id, id));
}

/** Sending failed. The mail is given up 48 hours after it was written. */
export async function markFailed(db: Db, waiting: VisitorMail, error: string, at: number): Promise<void> {
  const isGivenUp = at - waiting.createdAt >= triedFor;
  await db
    .update(visitorMails)
    .set(isGivenUp ? { error: `Given up after 48 hours: ${error}`, dueAt: never } : { error })
    .where(eq(visitorMails.id, waiting.id));
}
