import { getTableColumns, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import { figures, ledgerSums, settings } from "#drizzle/schema.ts";

/**
 * The maximum number of rows that one unit counts. With their orders and their sums, a unit reads at most
 * 2,000 rows, even if only two rows fall on each day.
 */
export const rowsAtOnce = 175;

type Column = Exclude<keyof typeof figures.$inferSelect, "period" | "start">;
type Source = { at: string; adds: Partial<Record<Column, string>>; where?: string };

const isSale = "order_id is not null and account in ('seller_payable', 'platform_revenue')";
const theOrder = "from orders o where o.id = e.order_id";

/**
 * The tables that are counted, each in the order of its row numbers: which rows count, and what each adds.
 * The values that are read never change. An order is late by the same rule as for its seller's level.
 */
const sources = {
  ledger: {
    at: "at",
    where: "account in ('seller_payable', 'platform_revenue', 'promotions', 'stripe_fees')",
    adds: {
      grossCents: `iif("transaction" like 'payment:%' and ${isSale}, -amount_cents, 0)`,
      feeCents: "iif(account = 'platform_revenue' and registration_id is null, -amount_cents, 0)",
      registrationCents:
        "iif(account = 'platform_revenue' and registration_id is not null, -amount_cents, 0)",
      refundedCents: `iif("transaction" like 'return:%' and ${isSale}, amount_cents, 0)`,
      creditCents: "iif(account = 'promotions', amount_cents, 0)",
      stripeFeeCents: "iif(account = 'stripe_fees', amount_cents, 0)",
    },
  },
  order_events: {
    at: "at",
    where: "kind in ('placed', 'paid', 'cancelled', 'declined', 'completed', 'started')",
    adds: {
      placed: "kind = 'placed'",
      paid: "kind = 'paid'",
      cancelled: "kind in ('cancelled', 'declined')",
      completed: "kind = 'completed'",
      late: `iif(kind = 'completed', (select ifnull(ifnull(first_delivered_at, e.at) > ifnull(first_due_at, delivery_date), 0) ${theOrder}), 0)`,
      started: "kind = 'started'",
      startMs: `iif(kind = 'started', (select ifnull(e.at - paid_at, 0) ${theOrder}), 0)`,
    },
  },
  seller_events: {
    at: "at",
    where: `kind in ('paid', 'waived') and not exists (
      select 1 from seller_events p where p.seller_id = e.seller_id and p.seq < e.seq and p.kind in ('paid', 'waived'))`,
    adds: { sellers: "1" },
  },
  gigs: { at: "created_at", adds: { gigs: "1" } },
  users: { at: "created_at", adds: { users: "1" } },
} satisfies Record<string, Source>;

type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];

/** How far each table has been counted: the number of the last counted row. */
type Progress = Record<SourceName, number>;

const { period: _, start: __, ...columns } = getTableColumns(figures);

/** The names of the columns that are summed. */
export const figureColumns = Object.values(columns).map(({ name }) => name);

/** The first day of a row's period. `day` and `month`: days since 1970. 1970 began on a Thursday. */
const start = "case period when 'day' then day when 'week' then day - (day + 3) % 7 else month end";

/**
 * SQL that selects what rows of a table add to the figures, as rows of `figures`.
 * @param after, to row numbers, as SQL: the rows after `after`, up to and including `to`
 */
export function addedBy(source: SourceName, after: string | number, to: string | number): string {
  const { at, adds, where = "true" }: Source = sources[source];
  const keys = Object.keys(columns) as Column[];
  const each = keys.map((key) => `${adds[key] ?? "0"} as ${key}`).join(", ");
  const ofDay = keys.map((key) => `sum(${key}) as ${key}`).join(", ");
  const sums = keys.map((key) => `sum(${key})`).join(", ");
  return `select period, ${start}, ${sums} from (
      select day, unixepoch(day * 86400, 'unixepoch', 'start of month') / 86400 as month, ${ofDay} from (
        select ${at} / 86400000 as day, ${each} from ${source} e where number > ${after} and number <= ${to} and ${where})
      group by day)
    cross join (select 'day' as period union all select 'week' union all select 'month') where true group by 1, 2`;
}

/** Counting is one unit of work for every `rowsAtOnce` rows. Any unit counts the next uncounted rows. */
export const uncounted: Work<Pick<Capabilities, "db">> = {
  async find({ db }, limit) {
    const { counted, newest } = await readProgress(db);
    const left = sourceNames.reduce((sum, name) => sum + Math.max(0, newest[name] - counted[name]), 0);
    return Array.from({ length: Math.min(limit, Math.ceil(left / rowsAtOnce)) }, (_, i) => String(i + 1));
  },
  async run({ db }) {
    const { value, counted, newest } = await readProgress(db);
    const next = nextOf(counted, newest);
    const behind = sourceNames.filter((name) => next[name] > counted[name]);
    if (behind.length === 0) return false;
    try {
      await db.batch([
        // If two runs overlap, only one counts.
        guards.that(
          db,
          "figures-uncounted",
          sql`${value} is (select value from settings where key = ${key})`,
        ),
        ...behind.map((name) => added(db, name, counted[name], next[name])),
        totalled(db, next.ledger),
        db
          .insert(settings)
          .values({ key, value: JSON.stringify(next) })
          .onConflictDoUpdate({ target: settings.key, set: { value: JSON.stringify(next) } }),
      ]);
      return true;
    } catch (error) {
      if (guards.broken(error) !== "figures-uncounted") throw error;
      return false;
    }
  },
};

/** How far to count now: `rowsAtOnce` rows of all tables together. */
function nextOf(counted: Progress, newest: Progress): Progress {
  let left = rowsAtOnce;
  const next = { ...counted };
  for (const name of sourceNames) {
    const rows = Math.max(0, Math.min(left, newest[name] - counted[name]));
    next[name] += rows;
    left -= rows;
  }
  return next;
}

function added(db: Db, source: SourceName, after: number, to: number) {
  const sums = Object.entries(columns).map(([key, { name }]) => [
    key,
    sql.raw(`figures.${name} + excluded.${name}`),
  ]);
  return db
    .insert(figures)
    .select(sql.raw(addedBy(source, after, to)))
    .onConflictDoUpdate({ target: [figures.period, figures.start], set: Object.fromEntries(sums) });
}

/**
 * A statement: adds the ledger's rows up to a number to the sums of their accounts. `ledger_sums` keeps its
 * own progress, because an earlier release counts only the figures.
 */
function totalled(db: Db, to: number) {
  return db
    .insert(ledgerSums)
    .select(
      sql`select account, sum(amount_cents), ${to} from ledger
        where number > (select ifnull(max(counted_to), 0) from ledger_sums) and number <= ${to} group by account`,
    )
    .onConflictDoUpdate({
      target: ledgerSums.account,
      set: { cents: sql`ledger_sums.cents + excluded.cents`, countedTo: sql`excluded.counted_to` },
    });
}

/** When the oldest row that is not counted yet was written, UTC ms; null if there is none. */
export async function uncountedSince(db: Db): Promise<number | null> {
  const { counted } = await readProgress(db);
  const oldest = sourceNames.map((name) =>
    sql.raw(
      `(select ${sources[name].at} from ${name} where number > ${counted[name]} order by number limit 1) as ${name}`,
    ),
  );
  const [row = {}] = await db.all<Record<string, number | null>>(sql`select ${sql.join(oldest, sql`, `)}`);
  const times = Object.values(row).filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** The key of the setting that stores the progress. */
export const key = "figures";

async function readProgress(db: Db): Promise<{ value: string | null; counted: Progress; newest: Progress }> {
  const newest = sourceNames.map((name) =>
    sql.raw(`ifnull((select max(number) from ${name}), 0) as ${name}`),
  );
  const [row] = await db.all<Progress & { value: string | null }>(
    sql`select (select value from settings where key = ${key}) as value, ${sql.join(newest, sql`, `)}`,
  );
  const { value = null, ...numbers } = row ?? {};
  const none = Object.fromEntries(sourceNames.map((name) => [name, 0])) as Progress;
  return {
    value,
    counted: { ...none, ...(value ? JSON.parse(value) : {}) },
    newest: { ...none, ...numbers },
  };
}
