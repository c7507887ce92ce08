import { type SQL, sql } from "drizzle-orm";
import { countCap, rejectionsPerHour, stuckAfter } from "#app/admin/health/health.ts";
import { adminOrdersPath } from "#app/admin/orders/order-search.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { sectionRead } from "#app/lib/reads.ts";

/**
 * One kind of stuck thing. `since`: the oldest, UTC ms, null: there is none. `count`: at most `countCap` and one more. `stuck`: how many of
 * them somebody has to look at.
 */
export type HealthCheck = {
  key: string;
  label: string;
  to: string;
  count: number;
  since: number | null;
  stuck: number;
};

type Check = Pick<HealthCheck, "key" | "label" | "to"> & { rows: SQL };

/** Each a select of `since`, led by an index that is named: without statistics SQLite might take a wider one. @param at UTC ms */
function checksAt(at: number): Check[] {
  const held = (hold: string) =>
    sql`select ifnull(held_since, updated_at) as since from orders indexed by orders_held where hold <> 'none' and hold = ${hold} order by n`;
  return [
    { key: "mails", label: "Failed e-mails", to: "#mails", rows: failedMails(sql`created_at as since`) },
    {
      key: "webhooks",
      label: "Webhooks not processed",
      to: "#webhooks",
      rows: waitingWebhooks(sql`received_at as since`, at),
    },
    { key: "money", label: "Money calls that wait", to: "#money", rows: waitingCalls(sql`at as since`, at) },
    {
      key: "mismatches",
      label: "Payment mismatches",
      to: "/admin/payments",
      rows: sql`select * from (select at as since from payments indexed by payments_mismatch where outcome = 'mismatch' order by n limit ${countCap + 1})
        union all select * from (select at as since from mismatches where resolved_at is null order by at limit ${countCap + 1})`,
    },
    {
      key: "reports",
      label: "Reviews reported",
      to: "/admin/reports",
      rows: sql`select at as since from review_reports indexed by review_reports_waiting where resolved_at is null order by n`,
    },
    {
      key: "not-started",
      label: "Paid, not started",
      to: adminOrdersPath({ show: "not-started" }),
      rows: sql`select paid_at as since from orders indexed by orders_not_started
        where stage in ('awaiting_requirements', 'ready') and hold = 'none' and paid_at <= ${at - stuckAfter.start} order by paid_at`,
    },
    {
      key: "late",
      label: "Late orders",
      to: adminOrdersPath({ show: "late" }),
      rows: sql`select delivery_date as since from orders indexed by orders_running
        where stage in ('working', 'in_revision') and status = 'in progress' and hold = 'none' and delivery_date < ${at} order by delivery_date`,
    },
    {
      key: "cancellation",
      label: "Cancellations asked",
      to: adminOrdersPath({ show: "cancellation" }),
      rows: held("cancellation"),
    },
    {
      key: "refund",
      label: "Refunds asked",
      to: adminOrdersPath({ show: "refund" }),
      rows: held("refund"),
    },
    {
      key: "dispute",
      label: "Open disputes",
      to: adminOrdersPath({ show: "dispute" }),
      rows: held("dispute"),
    },
  ];
}

/** Mails that were tried in vain. @param columns of `outbox` */
export function failedMails(columns: SQL): SQL {
  return sql`select ${columns} from outbox indexed by outbox_failing
    where sent_at is null and attempts > 0 and (attempts >= 3 or error is not null) order by created_at`;
}

/** Events that are stored and not done. @param columns of `webhook_events` @param at UTC ms */
export function waitingWebhooks(columns: SQL, at: number): SQL {
  return sql`select ${columns} from webhook_events
    where processed_at is null and (received_at <= ${at - stuckAfter.webhook} or error is not null) order by received_at`;
}

/**
 * Calls that Stripe has not answered or confirmed, and refunds that failed and were not sent again. A page for a payment that Stripe
 * refused to make is over: the buyer was told. @param columns of `money_calls` @param at UTC ms
 */
export function waitingCalls(columns: SQL, at: number): SQL {
  return sql`select ${columns} from money_calls
    where state in ('due', 'sent', 'failed') and (kind = 'refund' or open = 1) and (state = 'failed' or at <= ${at - stuckAfter.moneyCall})
      and not exists (select 1 from money_calls later where later.replaces = money_calls.id)`;
}

/** Everything that is stuck, in one round trip; counts stop at `countCap` and one more. @param at UTC ms */
export async function runChecks(db: Db, at: number): Promise<HealthCheck[]> {
  const kinds = checksAt(at);
  const pairs = kinds.map(
    ({ key, rows }) =>
      sql`(select json_array(count(*), min(since)) from (select since from (${rows}) limit ${countCap + 1})) as ${sql.identifier(key)}`,
  );
  pairs.push(
    sql`(select json_array(min(ifnull(sum(count), 0), ${countCap + 1}), min(hour), min(ifnull(sum(iif(count >= ${rejectionsPerHour}, count, 0)), 0), ${countCap + 1}))
      from (select hour, sum(count) as count from webhook_rejections where hour > ${at - day} group by hour)) as rejected`,
  );
  const [row = {}] = await db.all<Record<string, string>>(sql`select ${sql.join(pairs, sql`, `)}`);
  const all = [...kinds, { key: "rejected", label: "Webhooks rejected, 24 h", to: "#rejected" }];
  return all.map(({ key, label, to }) => {
    const [count, since, stuck = count]: [number, number | null, number?] = JSON.parse(
      row[key] ?? "[0, null]",
    );
    return { key, label, to, count, since, stuck };
  });
}

/** How much is stuck, for the console's menu; null: it cannot be known at the moment. */
export async function countStuck({
  db,
  clock,
  log,
}: Pick<Capabilities, "db" | "clock" | "log">): Promise<number | null> {
  const troubles = await sectionRead(() => runChecks(db, clock.now()), "health", log);
  return troubles?.reduce((sum, { stuck }) => sum + stuck, 0) ?? null;
}
