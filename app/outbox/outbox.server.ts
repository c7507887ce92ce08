import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { dueAfterFailure, never, nextTry } from "#app/outbox/tries.ts";
import { limitedKindList, type limitedMailKinds, outbox } from "#drizzle/schema.ts";

/**
 * The kinds of email; each has a template in app/emails and a row in `mail_kinds`
 * (docs/specification.md#email-kinds).
 */
export type MailKind =
  | "verify"
  | "account_exists"
  | "factor_added"
  | "factor_removed"
  | "factor_end_asked"
  | "factor_ended"
  | "recovery_code_used"
  | "reset"
  | "password_changed"
  | "change_email"
  | "email_changed"
  | "email_restored"
  | "email_taken"
  | "sign_in_attempts"
  | "wrong_codes"
  | "unlock"
  | "username_changed"
  | "address_verified"
  | "suspended"
  | "restored"
  | "operator_added"
  | "operator_removed"
  | "new_signup"
  | "overdue"
  | "stuck"
  | "receipt"
  | "new_order"
  | "payment_failed"
  | "payment_returned"
  | "credit_refused"
  | "answered"
  | "started"
  | "delivered"
  | "revision_requested"
  | "completed"
  | "review_wanted"
  | "cancelled"
  | "declined"
  | "time_requested"
  | "time_allowed"
  | "date_kept"
  | "extra_offered"
  | "extra_declined"
  | "extra_added"
  | "extra_returned"
  | "saved_news"
  | "cancellation_requested"
  | "cancellation_declined"
  | "refund_requested"
  | "refund_answered"
  | "refund_granted"
  | "refund_declined"
  | "refund_withdrawn"
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
  | "account_deleted"
  | "fee_reminder"
  | "fee_failed"
  | "fee_payment_returned"
  | "fee_receipt"
  | "fee_returned"
  | "seller_activated"
  | "seller_vetted"
  | "seller_evidence"
  | "seller_refused"
  | "level_changed"
  | "gig_denied"
  | "gig_allowed"
  | "away_over"
  | "message_digest"
  | "offer_sent"
  | "offer_withdrawn"
  | "offer_declined"
  | "offer_expired"
  | "ticket_received"
  | "ticket_answered"
  | "ticket_closed"
  | "report_decided"
  | "warned"
  | "content_removed"
  | "appeal_decided"
  | "payouts_ready"
  | "payouts_asked"
  | "payouts_bank"
  | "payouts_reminder"
  | "payouts_asked_again"
  | "payouts_sent"
  | "payouts_taken_back"
  | "payouts_called_back"
  | "payouts_owed"
  | "debts_paid"
  | "payouts_held"
  | "payouts_released"
  | "payouts_on_way"
  | "payouts_failed"
  | "payouts_not_me"
  | "year_statement"
  | "payouts_link"
  | AnnouncementMailKind;

/** The kinds of email that announcements are sent as (docs/specification.md#announcements). */
export const announcementMailKinds = ["announcement", "terms_changed", "privacy_changed"] as const;
export type AnnouncementMailKind = (typeof announcementMailKinds)[number];

/** SQL: a row of `outbox` is an email of an announcement. */
export const isOfAnnouncement = sql.raw(`kind in ('${announcementMailKinds.join("', '")}')`);

/**
 * What the reader's notices show of an email (docs/specification.md#notices-page). `subject` null: it is not
 * a notice. `path`: the page it opens; null: none.
 */
export type Notice = { subject: string | null; path: string | null };

/**
 * Statement: one email, for the batch of the event that it reports (docs/specification.md#outbox).
 * @param subjectId the subject, for example an order; null: the account @param at UTC ms
 * @param address the recipient's address; null: the user's own address at the time of sending
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
 * Statement: several emails about one subject.
 * @param mails at least one @param at UTC ms
 */
export function mails(db: Db, mails: { kind: MailKind; userId: string }[], subjectId: string, at: number) {
  return db.insert(outbox).values(
    mails.map((mail) => ({
      id: crypto.randomUUID(),
      ...mail,
      subjectId,
      createdAt: at,
      dueAt: at,
      attempts: 0,
    })),
  );
}

/**
 * Statement: an email with an id that the caller chooses, so that it is written once: a second one breaks the
 * unique id.
 * @param at UTC ms
 */
export function mailOnce(
  db: Db,
  id: string,
  kind: MailKind,
  userId: string | SQL<string>,
  subjectId: string | null,
  at: number,
) {
  return db.insert(outbox).values({ id, kind, userId, subjectId, createdAt: at, dueAt: at, attempts: 0 });
}

/**
 * Statement: an email of this kind for each row, at most one for each subject.
 * @param rows a select of `user_id` and `subject_id` @param at UTC ms
 * @param about what each email is about, which makes its id unique: the subject, or an expression of these
 *   columns
 */
export function mailEach(db: Db, kind: MailKind, rows: SQL, at: number, about = sql`subject_id`) {
  return mailRows(
    db,
    sql`select ${about} || ':' || ${kind} as id, ${kind} as kind, user_id, subject_id, ${at} as due_at from (${rows})`,
    at,
  );
}

/**
 * Statement: an email for each row.
 * @param rows a select of `id`, `kind`, `user_id`, `subject_id` and `due_at`, UTC ms @param at UTC ms
 */
export function mailRows(db: Db, rows: SQL, at: number) {
  return db
    .insert(outbox)
    .select(
      sql`select null, id, kind, user_id, null, subject_id, ${at}, null, 0, due_at, null, null, null from (${rows})`,
    );
}

/**
 * Statement: a user's account is deleted. Drops the user's unsent emails, and erases the addresses and
 * notices of all their emails.
 * @param at UTC ms
 */
export function addressesErased(db: Db, userId: string, at: number) {
  return db
    .update(outbox)
    .set({
      address: null,
      subject: null,
      path: null,
      sentAt: sql`ifnull(sent_at, ${at})`,
      error: sql`iif(sent_at is null, 'not sent: the account was deleted', null)`,
    })
    .where(eq(outbox.userId, userId));
}

/** A kind of email that has a limit per user and time. */
export type LimitedMailKind = (typeof limitedMailKinds)[number];

/** SQL: at least `count` emails of a kind were queued for this user after `since`. @param since UTC ms */
export function isMailedSince(kind: LimitedMailKind, userId: string, since: number, count = 1): SQL {
  return sql`exists (select 1 from outbox indexed by outbox_limited
    where user_id = ${userId} and kind = ${kind} and created_at > ${since} and kind in (${sql.raw(limitedKindList)})
    order by created_at limit 1 offset ${count - 1})`;
}

/** True if at least `count` emails of a kind were queued for this user after `since`. @param since UTC ms */
export async function wasMailedSince(
  db: Db,
  kind: LimitedMailKind,
  userId: string,
  since: number,
  count = 1,
): Promise<boolean> {
  const [row] = await db.all<{ isMailed: 0 | 1 }>(
    sql`select ${isMailedSince(kind, userId, since, count)} as isMailed`,
  );
  return row?.isMailed === 1;
}

export type WaitingMail = typeof outbox.$inferSelect;

/**
 * SQL: how many emails of this kind the reader has had about this subject, with this one. The query names the
 * index: a reader may have had many of the kind, but a subject has few emails.
 */
export function countOfKind({ kind, userId, subjectId, createdAt }: WaitingMail): SQL<number> {
  return sql<number>`(select count(*) from outbox indexed by outbox_subject
    where subject_id = ${subjectId} and user_id = ${userId} and kind = ${kind} and created_at <= ${createdAt})`;
}

/**
 * The ids of unsent emails that are due, oldest first. Those of announcements are left out, so that they do
 * not delay the others.
 * @param at UTC ms
 */
export async function findWaiting(db: Db, at: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), lte(outbox.dueAt, at), sql`not ${isOfAnnouncement}`))
    .orderBy(outbox.dueAt, outbox.number)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * The same for the emails of announcements, among the first 1,500 that are due.
 * @param at UTC ms
 */
export async function findWaitingOfAnnouncements(db: Db, at: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from (select id, kind, due_at, number from outbox indexed by outbox_waiting
      where sent_at is null and due_at <= ${at} order by due_at, number limit 1500)
    where ${isOfAnnouncement} order by due_at, number limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Counts the unsent emails that are due, not those whose next try is later.
 * @param at UTC ms @param most where counting stops
 */
export async function countDue(db: Db, at: number, most: number): Promise<number> {
  const [row] = await db.all<{ count: number }>(sql`
    select count(*) as count from (select 1 from outbox indexed by outbox_waiting
      where sent_at is null and due_at <= ${at} limit ${most})`);
  return row?.count ?? 0;
}

/**
 * Claims an email that is due: only one of several senders gets it. In case the sender fails, the email
 * becomes due again after a pause, or is given up (app/outbox/tries.ts).
 * @param at UTC ms
 * @returns the email, with this try counted; null if it was sent, or is not due
 */
export async function take(db: Db, id: string, at: number): Promise<WaitingMail | null> {
  const [mail] = await db
    .update(outbox)
    .set({ attempts: sql`attempts + 1`, dueAt: nextTry(at) })
    .where(and(eq(outbox.id, id), isNull(outbox.sentAt), lte(outbox.dueAt, at)))
    .returning();
  return mail ?? null;
}

/**
 * Records that the email was sent. The address of an `account_deleted` email is erased with it.
 * @param at UTC ms
 */
export async function markSent(db: Db, id: string, at: number, notice: Notice): Promise<void> {
  const address = sql`iif(kind = 'account_deleted', null, address)`;
  await db
    .update(outbox)
    .set({ sentAt: at, error: null, address, ...noticed(notice) })
    .where(eq(outbox.id, id));
}

/**
 * The columns of a notice. An email that was already done when its sender finished keeps the columns that it
 * has.
 */
function noticed({ subject, path }: Notice) {
  return {
    subject: sql`iif(sent_at is null, ${subject}, subject)`,
    path: sql`iif(sent_at is null, ${path}, path)`,
  };
}

/** How many notices a page shows, and how many emails it looks at. Some emails are not notices. */
const maxNotices = 100;
const maxRead = 110;

/** What a user was told, newest first, at most 100. `at`: when it happened, UTC ms. */
export async function listNotices(db: Db, userId: string) {
  return await db.all<{ number: number; subject: string; path: string | null; at: number }>(sql`
    select number, subject, path, created_at as at from (
      select number, subject, path, created_at from outbox indexed by outbox_account
      where user_id = ${userId} order by number desc limit ${maxRead})
    where subject is not null order by number desc limit ${maxNotices}`);
}

/**
 * Drops an email that has nothing left to tell, or whose recipient has deleted their account.
 * @param at UTC ms
 */
export async function markUndeliverable(db: Db, id: string, at: number): Promise<void> {
  const isDeleted = sql`exists (select 1 from users where id = ${outbox.userId} and deleted_at is not null)`;
  await db
    .update(outbox)
    .set({
      sentAt: at,
      error: sql`iif(${isDeleted}, 'not sent: the account was deleted', 'not sent: nothing left to tell')`,
    })
    .where(eq(outbox.id, id));
}

/** Drops an email whose reader has switched its group off. It is still a notice. @param at UTC ms */
export async function markSwitchedOff(db: Db, id: string, at: number, notice: Notice): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: at, error: "not sent: turned off by its reader", ...noticed(notice) })
    .where(and(eq(outbox.id, id), isNull(outbox.sentAt)));
}

/**
 * Drops an email whose address takes none (docs/specification.md#bad-addresses). It is still a notice.
 * @param at UTC ms
 */
export async function markBadAddress(db: Db, id: string, at: number, notice: Notice): Promise<void> {
  const address = sql`iif(kind = 'account_deleted', null, address)`;
  await db
    .update(outbox)
    .set({ sentAt: at, error: "not sent: the address takes no email", address, ...noticed(notice) })
    .where(and(eq(outbox.id, id), isNull(outbox.sentAt)));
}

/**
 * Records a failed attempt. The email is due at the time that `take` has set, unless it is given up. Its
 * reader sees the notice even though no email came.
 */
export async function markFailed(db: Db, id: string, error: string, notice: Notice): Promise<void> {
  await db
    .update(outbox)
    .set({ error, dueAt: dueAfterFailure, ...noticed(notice) })
    .where(eq(outbox.id, id));
}

/**
 * Gives up an email that the provider refused for good. It is still a notice, and an operator can still send
 * it from Health.
 */
export async function markRefused(db: Db, id: string, error: string, notice: Notice): Promise<void> {
  await db
    .update(outbox)
    .set({ error, dueAt: never, ...noticed(notice) })
    .where(eq(outbox.id, id));
}
