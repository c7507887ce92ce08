import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { mailRows } from "#app/outbox/outbox.server.ts";
import type { transfers } from "#drizzle/schema.ts";

// What the mails about a seller's money say (docs/specification.md#email-kinds).

/** One order's part of what was moved. `cents` is positive. */
export type MovedLine = { orderId: string; title: string; cents: number };

/**
 * What was moved, the largest parts first. `more`: how many orders are not listed. `paidWith`: the orders
 * whose earnings have paid debts, at most ten.
 */
export type Moved = { cents: number; lines: MovedLine[]; more: number; paidWith: MovedLine[] };

const maxLines = 10;

/** A day's transfers are looked for among this many of the newest. */
const newest = 500;

/**
 * A statement: a transfer was made. One mail a day, after the end of the day (UTC), names all of them;
 * another one names the debts that this transfer paid, if there are any. @param at UTC ms
 */
export function sent(
  db: Db,
  { id, userId }: Pick<typeof transfers.$inferSelect, "id" | "userId">,
  at: number,
) {
  const today = new Date(at).toISOString().slice(0, 10);
  const daily = `${userId}:${today}:payouts_sent`;
  return mailRows(
    db,
    sql`select ${daily} as id, 'payouts_sent' as kind, ${userId} as user_id, ${today} as subject_id, ${Date.parse(today) + day} as due_at
      where not exists (select 1 from outbox where id = ${daily})
      union all select ${`${id}:debts_paid`}, 'debts_paid', ${userId}, ${id}, ${at}
      where exists (select 1 from ledger where ${offsetsOf(id)})`,
    at,
  );
}

/**
 * What a mail is about.
 * @param subjectId a day for `payouts_sent`, the id of a transfer or of a payment by hand for `debts_paid`,
 *   otherwise the name of the ledger's transaction
 */
export async function findMoved(db: Db, kind: string, userId: string, subjectId: string): Promise<Moved> {
  const from = Date.parse(subjectId);
  const rows =
    kind === "payouts_sent"
      ? sql`select order_id, cents from (select * from transfers where user_id = ${userId} order by seq desc limit ${newest})
          where open = 1 and cents > 0 and confirmed_at >= ${from} and confirmed_at < ${from + day}`
      : kind === "debts_paid"
        ? sql`select order_id, amount_cents as cents from ledger where ${offsetsOf(subjectId)} and account = 'offsets'`
        : sql`select order_id, amount_cents as cents from ledger where "transaction" = ${subjectId}
            and account = ${kind === "payouts_owed" ? "seller_debts" : "cash"}`;
  const linesOf = (moved: SQL) =>
    db.all<MovedLine>(sql`
      select o.id as orderId, o.title, moved.cents from (${moved}) moved join orders o on o.id = moved.order_id
      order by moved.cents desc, o.number`);
  const paidWith =
    kind === "debts_paid"
      ? sql`select order_id, -amount_cents as cents from ledger where account = 'offsets' and
          ("transaction" = ${`transfer:${subjectId}`} or ("transaction" > ${`hand:${subjectId}:`} and "transaction" < ${`hand:${subjectId};`}))`
      : null;
  const [lines, payers] = await Promise.all([linesOf(rows), paidWith ? linesOf(paidWith) : []]);
  return {
    cents: lines.reduce((sum, line) => sum + line.cents, 0),
    lines: lines.slice(0, maxLines),
    more: Math.max(0, lines.length - maxLines),
    paidWith: payers.slice(0, maxLines),
  };
}

/** A condition on `ledger`: the rows of the debts that a transfer or a payment by hand paid. */
function offsetsOf(transfer: string) {
  return sql`"transaction" > ${`offset:${transfer}:`} and "transaction" < ${`offset:${transfer};`}`;
}
