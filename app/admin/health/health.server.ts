import { type SQL, sql } from "drizzle-orm";
import { applicationsPath } from "#app/admin/applications/application-search.ts";
import type { Section, Waits } from "#app/admin/console-menu.ts";
import { adminGigsPath } from "#app/admin/gigs/gig-list.ts";
import { countCap, deletionsTried, rejectionsPerHour, stuckAfter } from "#app/admin/health/health.ts";
import { overdueMails, overdueOrders } from "#app/admin/health/overdue.server.ts";
import {
  failedMails,
  givenUpMails,
  unsentEarnings,
  waitingCalls,
  waitingWebhooks,
} from "#app/admin/health/stuck-jobs.server.ts";
import * as sweepRecord from "#app/admin/health/sweep-record.server.ts";
import { adminOrdersPath } from "#app/admin/orders/order-filters.ts";
import { stuckPayouts } from "#app/admin/payouts/payout-lists.server.ts";
import { payoutsPath } from "#app/admin/payouts/payout-search.ts";
import { ticketsPath } from "#app/admin/tickets/ticket-search.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { sectionRead } from "#app/lib/reads.ts";

/** A kind of item that can be stuck (docs/specification.md#operator-health). */
type Kind = {
  key: string;
  label: string;
  /** The address of the page or section that lists them. */
  to: string;
  /** The section of the menu that counts them. */
  section?: Section;
  /** The key of the check that also counts these. */
  partOf?: string;
};

/** One kind, with the number of its items. */
export type HealthCheck = Kind & {
  /** Counting stops one above the limit. */
  count: number;
  /** When the oldest started waiting, UTC ms; null if there is none. */
  since: number | null;
  /** How many of them need an operator. */
  stuck: number;
};

type Check = Kind & {
  /** True if these are counted but never stuck: they need no operator, or not yet. */
  isInfo?: true;
  /** Selects a column `since`. Names its index: without statistics SQLite may choose a wider one. */
  rows: SQL;
};

/** @param at UTC ms @param most where counting stops */
function checksAt(at: number, most: number): Check[] {
  const notStarted = (paidBefore: number) =>
    sql`select paid_at as since from orders indexed by orders_not_started
      where stage in ('awaiting_requirements', 'ready') and hold = 'none' and paid_at <= ${paidBefore} order by paid_at`;
  const held = (hold: "cancellation" | "refund" | "dispute", label: string) => ({
    key: hold,
    label,
    to: adminOrdersPath({ show: hold }),
    rows: sql`select ifnull(held_since, updated_at) as since from orders indexed by orders_held where hold <> 'none' and hold = ${hold} order by number`,
  });
  /** @param isOurTurn true: leaves out sellers who were asked for evidence, and suspended ones */
  const unvetted = (activeBefore: number, isOurTurn = false) =>
    sql`select activated_at as since from sellers indexed by sellers_unvetted
      where status = 'active' and vetted_at is null and activated_at <= ${activeBefore}
      ${isOurTurn ? sql`and asked_at is null and not exists (select 1 from users u where u.id = user_id and u.suspended_at is not null)` : sql``} order by number`;
  const unanswered = (writtenBefore: number) =>
    sql`select waiting_since as since from tickets indexed by tickets_waiting
      where waiting_since is not null and waiting_since <= ${writtenBefore} order by waiting_since`;
  return [
    {
      key: "sweep",
      label: "Scheduled work without a run for 5 minutes",
      to: "#last-sweep",
      rows: sweepRecord.stopped(at),
    },
    {
      key: "failing-parts",
      label: "Parts of the scheduled work that failed 3 times in a row",
      to: "#last-sweep",
      rows: sweepRecord.failing(at),
    },
    { key: "mails", label: "Failed emails", to: "#mails", rows: failedMails(sql`created_at as since`, at) },
    {
      key: "given-up-mails",
      label: "Emails given up, 7 days",
      to: "#mails",
      rows: givenUpMails(sql`created_at as since`, at),
    },
    {
      key: "webhooks",
      label: "Unprocessed webhooks",
      to: "#webhooks",
      rows: waitingWebhooks(sql`received_at as since`, at, 3 * most),
    },
    { key: "money", label: "Pending Stripe calls", to: "#money", rows: waitingCalls(sql`at as since`, at) },
    {
      key: "mismatches",
      section: "payments",
      label: "Payment mismatches",
      to: "/admin/payments",
      rows: sql`select * from (select at as since from payments indexed by payments_mismatch where outcome = 'mismatch' order by at limit ${most + 1})
        union all select * from (select at as since from mismatches where resolved_at is null order by at limit ${most + 1})`,
    },
    {
      key: "approvals",
      section: "approvals",
      label: "Decisions for a second operator",
      to: "/admin/approvals",
      rows: sql`select at as since from proposals indexed by proposals_waiting where state = 'open' and expires_at > ${at} order by expires_at`,
    },
    {
      key: "reports",
      section: "reports",
      label: "Open reports",
      to: "/admin/reports",
      rows: sql`select at as since from reports indexed by reports_waiting where opens = 1 and resolved_at is null order by number`,
    },
    {
      key: "unsent",
      section: "payouts",
      label: "Earnings refused or without funds for a day",
      to: "#unsent",
      rows: unsentEarnings(sql`clears_at as since`, at),
    },
    {
      key: "restricted",
      section: "payouts",
      label: "Restricted accounts with money waiting",
      to: payoutsPath({ show: "restricted" }),
      rows: stuckPayouts.restricted(at),
    },
    {
      key: "failed-payouts",
      section: "payouts",
      label: "Failed payouts to banks",
      to: payoutsPath({ show: "failed" }),
      rows: stuckPayouts.failed(sql`p.failed_at as since`, most + 1),
    },
    {
      key: "debts",
      section: "payouts",
      label: "Debts over 60 days",
      to: payoutsPath({ show: "debts" }),
      rows: stuckPayouts.debts(at),
    },
    {
      key: "holds",
      section: "payouts",
      label: "Holds on payouts that end within 7 days",
      to: payoutsPath({ show: "holds" }),
      rows: stuckPayouts.endingHolds(at),
    },
    {
      key: "shared-banks",
      label: "One bank account for two sellers",
      to: payoutsPath({ show: "shared" }),
      rows: stuckPayouts.shared(),
      isInfo: true,
    },
    {
      key: "denied",
      section: "gigs",
      label: "Changed gigs to review",
      to: adminGigsPath({ show: "changed" }),
      rows: sql`select since from denied_changes order by since`,
    },
    {
      key: "applications",
      section: "applications",
      label: "Applications to vet",
      to: applicationsPath(),
      rows: unvetted(at),
      isInfo: true,
    },
    {
      key: "applications-long",
      partOf: "applications",
      label: "Applications to vet for a day",
      to: applicationsPath(),
      rows: unvetted(at - stuckAfter.application, true),
    },
    {
      key: "open-tickets",
      section: "tickets",
      label: "Tickets without an answer",
      to: ticketsPath(),
      rows: unanswered(at),
      isInfo: true,
    },
    {
      key: "tickets",
      partOf: "open-tickets",
      label: "Tickets without an answer for a day",
      to: ticketsPath(),
      rows: unanswered(at - stuckAfter.ticket),
    },
    {
      key: "wrong-codes",
      label: "Sign-ins ended by wrong codes, 24 h",
      to: "/admin/users",
      rows: sql`select at as since from account_events indexed by account_events_refused where kind = 'codes_refused' and at > ${at - day} order by at`,
      isInfo: true,
    },
    {
      key: "overdue-orders",
      label: "Orders past their deadline",
      to: "#overdue",
      rows: overdueOrders(at - stuckAfter.overdue),
    },
    {
      key: "overdue-mails",
      label: "Overdue emails",
      to: "#overdue",
      rows: overdueMails(at - stuckAfter.overdue),
    },
    {
      key: "pictures",
      label: "Pictures without AVIF",
      to: "#pictures",
      rows: sql`select stored_at as since from pictures indexed by pictures_given_up where avif_at is null and avif_due_at is null order by stored_at`,
      isInfo: true,
    },
    {
      key: "files",
      label: "Files that could not be deleted",
      to: "#files",
      rows: sql`select * from (select iif(created_at = 0, dropped_at, created_at + ${day}) as since from uploads indexed by uploads_unused
          where created_at <= ${at - 2 * day} and dropped_at > 0 limit ${most + 1})
        union all select * from (select due_at - ${day} from forgotten_files indexed by forgotten_files_failing
          where attempts >= ${sql.raw(String(deletionsTried))} limit ${most + 1})`,
    },
    {
      key: "dead",
      label: "Dropped queue messages, 24 h",
      to: "#dead",
      rows: sql`select at as since from dead_letters where at > ${at - day} order by at`,
    },
    {
      key: "not-started",
      label: "Paid, not started",
      to: adminOrdersPath({ show: "not-started" }),
      rows: notStarted(at),
      isInfo: true,
    },
    {
      key: "not-started-long",
      label: "Paid, not started for 3 days",
      to: adminOrdersPath({ show: "not-started-long" }),
      rows: notStarted(at - stuckAfter.start),
    },
    {
      key: "late",
      label: "Late orders",
      to: adminOrdersPath({ show: "late" }),
      rows: sql`select delivery_date as since from orders indexed by orders_running
        where stage in ('working', 'in_revision') and status = 'in progress' and hold = 'none' and delivery_date < ${at} order by delivery_date`,
    },
    held("cancellation", "Cancellation requests"),
    held("refund", "Refund requests"),
    held("dispute", "Open disputes"),
  ];
}

/** Runs every check in one round trip. @param at UTC ms @param most where counting stops */
export async function runChecks(db: Db, at: number, most = countCap): Promise<HealthCheck[]> {
  const checks = checksAt(at, most);
  const columns = checks.map(
    ({ key, rows, isInfo }) =>
      sql`(select json_array(count(*), min(since), ${isInfo ? sql`0` : sql`count(*)`}) from (select since from (${rows}) limit ${most + 1})) as ${sql.identifier(key)}`,
  );
  columns.push(
    sql`(select json_array(min(ifnull(sum(count), 0), ${most + 1}), min(hour), min(ifnull(sum(iif(count >= ${rejectionsPerHour}, count, 0)), 0), ${most + 1}))
      from (select hour, sum(count) as count from webhook_rejections where hour > ${at - day} group by hour)) as rejected`,
  );
  columns.push(
    sql`(select json_array(min(ifnull(sum(count), 0), ${most + 1}), min(day), 0) from client_errors where day > ${at - day}) as browsers`,
  );
  const [row = {}] = await db.all<Record<string, string>>(sql`select ${sql.join(columns, sql`, `)}`);
  const all: Kind[] = [
    ...checks,
    { key: "rejected", label: "Webhooks rejected, 24 h", to: "#rejected" },
    { key: "browsers", label: "Errors in browsers, today", to: "#client-errors" },
  ];
  return all.map(({ key, label, to, section, partOf }) => {
    const [count, since, stuck]: [number, number | null, number] = JSON.parse(row[key] ?? "[0, null, 0]");
    return { key, label, to, section, partOf, count, since, stuck };
  });
}

/** The menu's counts stop here for each check, so that every page of the console stays cheap. */
const maxInMenu = 9;

/** Counts what is waiting, for the console's menu; null if the checks fail or take longer than 1 s. */
export async function countWaiting({
  db,
  clock,
  log,
}: Pick<Capabilities, "db" | "clock" | "log">): Promise<Waits | null> {
  const checks = await sectionRead(() => runChecks(db, clock.now(), maxInMenu), "health", log);
  return checks && waitsOf(checks, maxInMenu);
}

/** The numbers in the menu: for Health, what is stuck; for every other section, what is waiting. */
export function waitsOf(checks: HealthCheck[], most: number): Waits {
  const sums = new Map<Section, number>();
  const add = (section: Section, count: number) => sums.set(section, (sums.get(section) ?? 0) + count);
  for (const { section, count, stuck } of checks) {
    add("health", stuck);
    if (section) add(section, count);
  }
  const waiting = [...sums].filter(([, sum]) => sum > 0);
  return Object.fromEntries(
    waiting.map(([section, sum]) => [section, sum > most ? `${most}+` : String(sum)]),
  );
}
