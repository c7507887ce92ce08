import { and, eq, gt, isNull, lte } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { hour, minute } from "#app/lib/dates.ts";
import { outbox } from "#drizzle/schema.ts";

/** The kinds that somebody renders (app/notifications); each is a row of `mail_kinds`. */
export type MailKind =
  | "verify"
  | "account_exists"
  | "receipt"
  | "new_order"
  | "started"
  | "completed"
  | "cancelled"
  | "payment_returned";

/** A statement for the batch of what is reported. @param subjectId the order, say; null: the account @param at UTC ms */
export function mail(db: Db, kind: MailKind, userId: string, subjectId: string | null, at: number) {
  return db
    .insert(outbox)
    .values({ id: crypto.randomUUID(), kind, userId, subjectId, createdAt: at, dueAt: at, attempts: 0 });
}

/** True when such a mail to this user was written since a moment. @param since UTC ms */
export async function hasSince(db: Db, kind: MailKind, userId: string, since: number): Promise<boolean> {
  const [row] = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.userId, userId), eq(outbox.kind, kind), gt(outbox.createdAt, since)))
    .limit(1);
  return row !== undefined;
}

export type WaitingMail = typeof outbox.$inferSelect;

/** Mails not sent yet whose time has come, oldest first, at most 50. @param at UTC ms */
export function listWaiting(db: Db, at: number): Promise<WaitingMail[]> {
  return db
    .select()
    .from(outbox)
    .where(and(isNull(outbox.sentAt), lte(outbox.dueAt, at)))
    .orderBy(outbox.n)
    .limit(50);
}

/**
 * Takes one mail to send it: only one of several senders gets it. Should the sender die, it is due again after a while that
 * doubles from a minute to 6 hours.
 * @returns false when another has taken it
 */
export async function take(db: Db, mail: WaitingMail, at: number): Promise<boolean> {
  const pause = Math.min(minute * 2 ** mail.attempts, 6 * hour);
  const { meta } = await db
    .update(outbox)
    .set({ attempts: mail.attempts + 1, dueAt: at + pause })
    .where(and(eq(outbox.id, mail.id), eq(outbox.attempts, mail.attempts), isNull(outbox.sentAt)));
  return meta.changes === 1;
}

/** The mail is out. @param at UTC ms */
export async function markSent(db: Db, id: string, at: number): Promise<void> {
  await db.update(outbox).set({ sentAt: at, error: null }).where(eq(outbox.id, id));
}

/** The mail did not go out; it stays due as `take` has set it. */
export async function markFailed(db: Db, id: string, error: string): Promise<void> {
  await db.update(outbox).set({ error }).where(eq(outbox.id, id));
}
