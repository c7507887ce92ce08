import { type SQL, sql } from "drizzle-orm";
import { alarmAfter } from "#app/admin/health/health.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day } from "#app/lib/dates.ts";
import type { Work } from "#app/lib/work.ts";
import { isOfAnnouncement, type MailKind, mailRows } from "#app/outbox/outbox.server.ts";

// Work that is past due. Each function selects a column `since`. Times are UTC ms.

/** Orders past their deadline. An unpaid order may wait for its bank, as long as it is being retried. */
export function overdueOrders(before: number): SQL {
  return sql`select deadline_at as since from orders indexed by orders_deadline where deadline_at <= ${before}
    and (payment_status = 'paid' or ifnull(tried_at, 0) <= ${before} - 600000) order by deadline_at`;
}

/** Emails past the time of their first or next attempt. Announcements are left out: all others go first. */
export function overdueMails(before: number): SQL {
  return sql`select since from (select due_at as since from outbox indexed by outbox_waiting where sent_at is null and due_at <= ${before} and not ${isOfAnnouncement}
    union all select due_at from visitor_mails indexed by visitor_mails_waiting where sent_at is null and due_at <= ${before}) order by since`;
}

/** Calls that move money and that Stripe has not accepted yet. @param before UTC ms */
export function overdueCalls(before: number): SQL {
  return sql`select at as since from money_calls indexed by money_calls_unsettled
      where state <> 'confirmed' and state in ('due', 'sent') and kind in ('refund', 'transfer', 'reversal') and stripe_id is null and at <= ${before}`;
}

/** Refunds and transfers that Stripe has not accepted, and stored events that were not processed. */
function overdueMoney(before: number): SQL {
  return sql`${overdueCalls(before)}
    union all select received_at from webhook_events indexed by webhook_events_waiting
      where processed_at is null and received_at <= ${before}`;
}

type Deps = Pick<Capabilities, "db" | "clock">;

/**
 * Notifies the operators, once a day, that something has been overdue for an hour. The unit of work is the
 * day.
 */
export const overdueAlarm: Work<Deps> = {
  async find({ db, clock }) {
    const at = clock.now();
    const subject = subjectOf(at);
    const before = at - alarmAfter;
    const isAny = [overdueOrders, overdueMails, overdueMoney].map(
      (overdue) => sql`exists (select 1 from (${overdue(before)}))`,
    );
    const [row] = await db.all<{ subject: string }>(
      sql`select ${subject} as subject where not exists (select 1 from outbox where subject_id = ${subject}) and (${sql.join(isAny, sql` or `)})`,
    );
    return row ? [row.subject] : [];
  },
  async run({ db, clock }, subject) {
    try {
      const { meta } = await mailToOperators(
        db,
        { kind: "overdue", subject, occasion: subject },
        clock.now(),
      );
      return meta.changes > 0;
    } catch (error) {
      if (brokeUnique(error, "outbox.id")) return false;
      throw error;
    }
  },
};

type OperatorMail = {
  kind: MailKind;
  subject: string;
  /** Identifies the occasion: each is mailed once. */
  occasion: string;
  /** The id of a user who also gets it. */
  also?: string;
};

/** Statement: one email to each operator. @param at UTC ms */
export function mailToOperators(db: Db, { kind, subject, occasion, also }: OperatorMail, at: number) {
  return mailRows(
    db,
    sql`select ${occasion} || ':' || id as id, ${kind} as kind, id as user_id, ${subject} as subject_id, ${at} as due_at
      from users where ${also === undefined ? sql`` : sql`id = ${also} or `}(role = 'operator' and suspended_at is null and deleted_at is null)`,
    at,
  );
}

function subjectOf(at: number): string {
  return `overdue:${new Date(at).toISOString().slice(0, 10)}`;
}

/** Queue messages that were given up in the last 24 hours, newest first, at most 20. @param at UTC ms */
export function listDeadLetters(db: Db, at: number): Promise<{ body: string; reason: string; at: number }[]> {
  return db.all(
    sql`select body, reason, at from dead_letters where at > ${at - day} order by at desc limit 20`,
  );
}
