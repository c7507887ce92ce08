import { and, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { hour, minute } from "#app/lib/dates.ts";
import { outbox } from "#drizzle/schema.ts";

/** The kinds that somebody renders (app/notifications); each is a row of `mail_kinds`. */
export type MailKind =
  | "verify"
  | "account_exists"
  | "factor_added"
  | "factor_removed"
  | "recovery_code_used"
  | "reset"
  | "password_changed"
  | "change_email"
  | "email_changed"
  | "email_restored"
  | "email_taken"
  | "sign_in_attempts"
  | "username_changed"
  | "suspended"
  | "restored"
  | "new_signup"
  | "receipt"
  | "new_order"
  | "payment_failed"
  | "payment_returned"
  | "answered"
  | "started"
  | "delivered"
  | "revision_requested"
  | "completed"
  | "review_wanted"
  | "cancelled"
  | "cancellation_requested"
  | "cancellation_declined"
  | "refund_requested"
  | "refund_answered"
  | "refund_granted"
  | "refund_declined"
  | "refunded"
  | "disputed"
  | "dispute_won"
  | "dispute_lost"
  | "requirements_reminder"
  | "delivery_reminder"
  | "completes_tomorrow"
  | "due_tomorrow"
  | "late"
  | "seller_left"
  | "account_deleted";

/**
 * A statement for the batch of what is reported.
 * @param subjectId the order, say; null: the account @param at UTC ms
 * @param address where it goes; null: to the user's own address, as it is when the mail goes out
 */
export function mail(
  db: Db,
  kind: MailKind,
  userId: string,
  subjectId: string | null,
  at: number,
  address: string | SQL<string> | null = null,
) {
  const id = crypto.randomUUID();
  return db
    .insert(outbox)
    .values({ id, kind, userId, address, subjectId, createdAt: at, dueAt: at, attempts: 0 });
}

/**
 * A statement: a mail that is written once, whoever writes it and however often: a second one breaks the unique id.
 * @param userId null where it must not be written: that breaks NOT NULL @param at UTC ms
 */
export function mailOnce(
  db: Db,
  id: string,
  kind: MailKind,
  userId: SQL<string>,
  subjectId: string,
  at: number,
) {
  return db.insert(outbox).values({ id, kind, userId, subjectId, createdAt: at, dueAt: at, attempts: 0 });
}

/**
 * A statement: a mail of this kind for each of the rows, at most one about each subject.
 * @param rows a select of `user_id` and `subject_id` @param at UTC ms
 */
export function mailEach(db: Db, kind: MailKind, rows: SQL, at: number) {
  return db
    .insert(outbox)
    .select(
      sql`select null, subject_id || ':' || ${kind}, ${kind}, user_id, null, subject_id, ${at}, null, 0, ${at}, null from (${rows})`,
    );
}

/** A statement: a user who leaves is written to no more, and where earlier mails went is forgotten. @param at UTC ms */
export function addressesErased(db: Db, userId: string, at: number) {
  return db
    .update(outbox)
    .set({
      address: null,
      sentAt: sql`ifnull(sent_at, ${at})`,
      error: sql`iif(sent_at is null, 'not sent: the account was deleted', null)`,
    })
    .where(eq(outbox.userId, userId));
}

/** True when so many mails of a kind to this user were written since a moment. @param since UTC ms */
export async function wasMailedSince(
  db: Db,
  kind: MailKind,
  userId: string,
  since: number,
  many = 1,
): Promise<boolean> {
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.userId, userId), eq(outbox.kind, kind), gt(outbox.createdAt, since)))
    .limit(many);
  return rows.length === many;
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

/** The mail is out; whoever has left is forgotten with their last one. @param at UTC ms */
export async function markSent(db: Db, id: string, at: number): Promise<void> {
  const address = sql`iif(kind = 'account_deleted', null, address)`;
  await db.update(outbox).set({ sentAt: at, error: null, address }).where(eq(outbox.id, id));
}

/** The mail is for an account that was deleted since: nobody is there to be told. @param at UTC ms */
export async function markUndeliverable(db: Db, id: string, at: number): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: at, error: "not sent: the account was deleted" })
    .where(eq(outbox.id, id));
}

/** The mail did not go out; it stays due as `take` has set it. */
export async function markFailed(db: Db, id: string, error: string): Promise<void> {
  await db.update(outbox).set({ error }).where(eq(outbox.id, id));
}
