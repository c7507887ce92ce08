import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { outbox as mails, type transfers } from "#drizzle/schema.ts";

// What the mails about a seller's money say (docs/specification.md#email-kinds).

/** One order's part of what was moved. `cents` is positive. */
export type MovedLine = { orderId: string; title: string; cents: number };

/** What was moved, the largest parts first. `more`: how many orders are not listed. */
export type Moved = { cents: number; lines: MovedLine[]; more: number };

const mostLines = 10;

/** A day's transfers are looked for among this many. */
const newest = 500;

/**
 * Statements: a transfer was made. One mail a day, after the end of the day (UTC), names all of them; another
 * one names the debts that this transfer paid, if there are any. @param at UTC ms
 */
export function sent(
  db: Db,
  { id, userId }: Pick<typeof transfers.$inferSelect, "id" | "userId">,
  at: number,
) {
  const today = new Date(at).toISOString().slice(0, 10);
  return [
    db
      .insert(mails)
      .values({
        id: `${userId}:${today}:payouts_sent`,
        kind: "payouts_sent",
        userId,
        subjectId: today,
        createdAt: at,
        dueAt: Date.parse(today) + day,
        attempts: 0,
      })
      .onConflictDoNothing(),
    outbox.mailEach(
      db,
      "debts_paid",
      sql`select ${userId} as user_id, ${id} as subject_id where exists (select 1 from ledger where ${offsetsOf(id)})`,
      at,
    ),
  ] as const;
}

/**
 * What a mail is about. @param subjectId a day for `payouts_sent`, a transfer's id for `debts_paid`, else the
 * transaction of the ledger
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
  const lines = await db.all<MovedLine>(sql`
    select o.id as orderId, o.title, moved.cents from (${rows}) moved join orders o on o.id = moved.order_id
    order by moved.cents desc, o.number`);
  return {
    cents: lines.reduce((sum, line) => sum + line.cents, 0),
    lines: lines.slice(0, mostLines),
    more: Math.max(0, lines.length - mostLines),
  };
}

/** A condition on `ledger`: the rows of the debts that a transfer paid. */
function offsetsOf(transfer: string) {
  return sql`"transaction" > ${`offset:${transfer}:`} and "transaction" < ${`offset:${transfer};`}`;
}
