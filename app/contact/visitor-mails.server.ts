import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { MailKind } from "#app/outbox/outbox.server.ts";
import { dueAfterFailure, never, nextTry } from "#app/outbox/tries.ts";
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

/**
 * Claims an email that is due, as `outbox.take` does.
 * @returns the email, with this try counted; null if it was sent, or is not due
 */
export async function take(db: Db, id: string, at: number): Promise<VisitorMail | null> {
  const [mail] = await db
    .update(visitorMails)
    .set({ attempts: sql`attempts + 1`, dueAt: nextTry(at) })
    .where(and(eq(visitorMails.id, id), isNull(visitorMails.sentAt), lte(visitorMails.dueAt, at)))
    .returning();
  return mail ?? null;
}

/** Marks an email as sent. */
export async function markSent(db: Db, id: string, at: number): Promise<void> {
  await db.update(visitorMails).set({ sentAt: at, error: null }).where(eq(visitorMails.id, id));
}

/** Drops an email whose address takes none. */
export async function markBadAddress(db: Db, id: string, at: number): Promise<void> {
  await db
    .update(visitorMails)
    .set({ sentAt: at, error: "not sent: the address takes no email" })
    .where(eq(visitorMails.id, id));
}

/** Records a failed attempt, as `outbox.markFailed` does. */
export async function markFailed(db: Db, id: string, error: string): Promise<void> {
  await db.update(visitorMails).set({ error, dueAt: dueAfterFailure }).where(eq(visitorMails.id, id));
}

/** Gives up on an email that the provider refused for good. */
export async function markRefused(db: Db, id: string, error: string): Promise<void> {
  await db.update(visitorMails).set({ error, dueAt: never }).where(eq(visitorMails.id, id));
}
