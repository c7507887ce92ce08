import { type SQL, sql } from "drizzle-orm";
import { givenUpFor, stuckAfter, triedAtMost } from "#app/admin/health/health.ts";
import { stuckPayouts } from "#app/admin/payouts/payout-lists.server.ts";
import type { Db } from "#app/context.ts";
import { payable } from "#app/ledger/ledger.server.ts";
import { currencyAmount } from "#app/lib/currencies.ts";
import { day } from "#app/lib/dates.ts";
import { isBeingTried, never } from "#app/outbox/tries.ts";
import { untilChange } from "#app/payouts/transfers/settle.ts";

/** How many of the waiting webhooks Health examines: those that are due first. */
const webhooksExamined = 200;

/** How many jobs of each kind Health shows, oldest first. */
const shownAtOnce = 20;

/** An email, a webhook or a money call that the product retries and that has not succeeded. */
export type StuckJob = {
  id: string;
  label: string;
  /** Null if the job is about no order. */
  orderId: string | null;
  /** Null if the job is about no registration. */
  registrationId: string | null;
  /** UTC ms. */
  since: number;
  attempts: number;
  /** The last error; null if there is none. */
  error: string | null;
  /** 1 if an operator can retry it from Health. */
  canRetry: 0 | 1;
};

/** Lists the oldest stuck jobs, and the reasons of the webhooks rejected in 24 hours. @param at UTC ms */
export async function list(db: Db, at: number) {
  const jobs = <T extends StuckJob>(rows: SQL) => db.all<T>(sql`${rows} limit ${shownAtOnce}`);
  const ofMails = (
    state: string,
  ) => sql`id, kind || ' to ' || ifnull('@' || (select username from profiles where id = user_id), 'a visitor') || ${state} as label,
    (select o.id from orders o where o.id = subject_id) as orderId, (select s.id from sellers s where s.id = subject_id) as registrationId, created_at as since, attempts, error, 1 as canRetry`;
  const ofWebhooks = sql`id, type as label, null as orderId, null as registrationId, received_at as since, attempts, error, 1 as canRetry`;
  const ofCalls = sql`id, kind || ', ' || state as label, order_id as orderId, registration_id as registrationId, at as since, attempt as attempts, error,
    state <> 'failed' or stripe_id is null or registration_id is not null as canRetry`;
  const ofEarnings = sql`order_id as id, refusal || ', ' || printf('$%.2f', ${payable(sql`earnings.order_id`)} / 100.0) as label, order_id as orderId, null as registrationId,
    clears_at as since, (select count(*) from transfers t where t.order_id = earnings.order_id) as attempts, null as error, 0 as canRetry`;
  const ofPayouts = sql`p.id, '@' || (select username from profiles where id = p.user_id)  as label, p.amount, p.currency,
    null as orderId, null as registrationId, p.failed_at as since, 1 as attempts, p.failure_code as error, 0 as canRetry`;
  const [mails, webhooks, money, earnings, payouts, rejections] = await Promise.all([
    jobs(
      sql`select * from (${failedMails(ofMails(""), at)})
        union all select * from (${givenUpMails(ofMails(", given up"), at)}) order by since`,
    ),
    jobs(waitingWebhooks(ofWebhooks, at)),
    jobs(waitingCalls(ofCalls, at)),
    jobs(unsentEarnings(ofEarnings, at)),
    jobs<StuckJob & { amount: number; currency: string }>(stuckPayouts.failed(ofPayouts)),
    db.all<{ reason: string; count: number }>(
      sql`select reason, sum(count) as count from webhook_rejections where hour > ${at - day} group by reason order by count desc limit 20`,
    ),
  ]);
  return {
    mails,
    webhooks,
    money,
    earnings,
    payouts: payouts.map(({ amount, currency, ...job }) => ({
      ...job,
      label: `${job.label}, ${currencyAmount(amount, currency)}`,
    })),
    rejections,
  };
}

/**
 * Selects emails that could not be sent and are still tried, oldest first.
 * @param columns of `outbox`; `user_id` is null for those to visitors @param at UTC ms
 */
export function failedMails(columns: SQL, at: number): SQL {
  return mailsWhere(
    columns,
    "failing",
    sql`attempts > 0 and created_at > ${at - triedAtMost} and due_at < ${never} and (attempts >= 3 or error is not null)`,
  );
}

/** Selects emails of the last days that were given up, oldest first. The parameters are as above. */
export function givenUpMails(columns: SQL, at: number): SQL {
  return mailsWhere(
    columns,
    "given_up",
    sql`due_at >= ${sql.raw(String(never))} and created_at > ${at - givenUpFor} and not ${isBeingTried(at)}`,
  );
}

/** Selects unsent emails, to users and to visitors, by an index that both tables have. */
function mailsWhere(columns: SQL, index: "failing" | "given_up", where: SQL): SQL {
  const of = (table: string, owner: SQL, subject: SQL) =>
    sql`select id, kind, ${owner} as user_id, ${subject} as subject_id, created_at, attempts, error from ${sql.raw(table)}
      indexed by ${sql.raw(`${table}_${index}`)} where sent_at is null and ${where}`;
  return sql`select ${columns} from (${of("outbox", sql`user_id`, sql`subject_id`)}
    union all ${of("visitor_mails", sql`null`, sql`ticket_id`)}) order by created_at`;
}

/**
 * Selects stored webhooks that are not processed, oldest first.
 * @param columns of `webhook_events`
 * @param at UTC ms
 * @param most the maximum number to examine
 */
export function waitingWebhooks(columns: SQL, at: number, most = webhooksExamined): SQL {
  return sql`select ${columns} from (select * from webhook_events where processed_at is null order by due_at limit ${most})
    where (received_at <= ${at - stuckAfter.webhook} or error is not null) order by received_at`;
}

/**
 * Selects money calls that Stripe has not confirmed, and failed refunds that were not sent again. A failed
 * checkout session does not count, because the buyer saw the error. Nor does a refused transfer, which was
 * reversed in the books.
 * @param columns of `money_calls`
 * @param at UTC ms
 */
export function waitingCalls(columns: SQL, at: number): SQL {
  return sql`select ${columns} from money_calls
    where state <> 'confirmed' and state in ('due', 'sent', 'failed') and (kind = 'refund' or open = 1 or (kind in ('transfer', 'reversal') and state <> 'failed')) and (state = 'failed' or at <= ${at - stuckAfter.moneyCall})
      and not exists (select 1 from money_calls later where later.replaces = money_calls.id)`;
}

/**
 * Selects earnings that cleared a day ago or earlier, and that Stripe has refused to send, oldest first.
 * Those that wait for the seller's account, or are kept back for a dispute, do not count.
 * @param columns of `earnings` @param at UTC ms
 */
export function unsentEarnings(columns: SQL, at: number): SQL {
  return sql`select ${columns} from earnings indexed by earnings_refused
    where refusal is not null and refusal <> 'kept' and due_at <> ${untilChange} and clears_at <= ${at - day} order by clears_at`;
}
