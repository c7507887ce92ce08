import { and, eq, isNull, lte } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { type MailKind, never, pauseAfter, triedFor } from "#app/outbox/outbox.server.ts";
import { visitorMails } from "#drizzle/schema.ts";

// The outbox for visitors (docs/specification.md#outbox): emails about their tickets. Times are UTC ms. It is
// a separate table, because `outbox.user_id` is NOT NULL and D1 loses rows when a table is rebuilt.

export type VisitorMail = typeof visitorMails.$inferSelect;

/** Statement: one email to a ticket's visitor, for the batch of the change that it reports. */
export function mail(db: Db, kind: MailKind, ticketId: string, at: number) {
  return db
    .insert(visitorMails)
    .values({ id: crypto.randomUUID(), kind, ticketId, createdAt: at, dueAt: at, attempts: 0 });
}

/** The ids of unsent emails that are due, longest wait first. */
export async function findWaiting(db: Db, at: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: visitorMails.id })
    .from(visitorMails)
    .where(and(isNull(visitorMails.sentAt), lte(visitorMails.dueAt, at)))
    .orderBy(visitorMails.dueAt, visitorMails.number)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** An email that is due; null if it was sent, or claimed by another sender. */
export async function findDue(db: Db, id: string, at: number): Promise<VisitorMail | null> {
  const [found] = await db
    .select()
    .from(visitorMails)
    .where(and(eq(visitorMails.id, id), isNull(visitorMails.sentAt), lte(visitorMails.dueAt, at)));
  return found ?? null;
}

/** Claims an email for sending, as `outbox.take` does. @returns false if another sender has claimed it */
export async function take(db: Db, waiting: VisitorMail, at: number): Promise<boolean> {
  const { id, attempts } = waiting;
  const { meta } = await db
    .update(visitorMails)
    .set({ attempts: attempts + 1, dueAt: at + pauseAfter(attempts) })
    .where(and(eq(visitorMails.id, id), eq(visitorMails.attempts, attempts), isNull(visitorMails.sentAt)));
  return meta.changes === 1;
}

/** Marks an email as sent. */
export async function markSent(db: Db, id: string, at: number): Promise<void> {
  await db.update(visitorMails).set({ sentAt: at, error: null }).where(eq(visitorMails.id, id));
}

/** Records a failed attempt. An email is given up 48 hours after it was written. */
export async function markFailed(db: Db, waiting: VisitorMail, error: string, at: number): Promise<void> {
  const isGivenUp = at - waiting.createdAt >= triedFor;
  await db
    .update(visitorMails)
    .set(isGivenUp ? { error: `Given up after 48 hours: ${error}`, dueAt: never } : { error })
    .where(eq(visitorMails.id, waiting.id));
}
