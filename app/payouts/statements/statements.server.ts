import { and, asc, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Period } from "#app/payouts/statements/period.ts";
import { type Balance, kindOf, type Line } from "#app/payouts/statements/statement.ts";
import { statementMonths } from "#drizzle/schema.ts";

// What a seller is owed, from the ledger (docs/specification.md#statements): the rows of these accounts. What
// was sent is on none of them. The table `statement_months` keeps their sums. Its trigger repeats this list
// and the names in `kindOf`.
const accounts = ["seller_payable", "transfers", "seller_debts", "offsets"] as const;

/** How many rows of the ledger are read at a time. */
const pageSize = 500;

/** A seller's months with entries, the newest first: `2026-11`. */
export async function listMonths(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db
    .select({ month: statementMonths.month })
    .from(statementMonths)
    .where(eq(statementMonths.userId, sellerId))
    .orderBy(desc(statementMonths.month));
  return rows.map(({ month }) => month);
}

/** Where a statement's lines are in the ledger. `after`: only lines with a larger number. */
export type Range = { sellerId: string; start: number; end: number; after: number; last: number };

/** A month of a year's statement, in cents: what it changed, and the balance at its end. */
export type MonthLine = { month: string; cents: number; closingCents: number };

/** A seller's statement. `range` is null if there are no lines. */
export type Statement = Balance & {
  /** The platform's part of what was paid, less that of refunds. */
  feeCents: number;
  months: MonthLine[];
  range: Range | null;
};

/**
 * Finds a seller's statement of a month or a year. It reads one row for each month, whatever the history.
 * @returns null if the seller had no entries by its end
 */
export async function find(db: Db, sellerId: string, period: Period): Promise<Statement | null> {
  const rows = await db
    .select()
    .from(statementMonths)
    .where(and(eq(statementMonths.userId, sellerId), lte(statementMonths.month, period.lastMonth)))
    .orderBy(asc(statementMonths.month));
  if (rows.length === 0) return null;
  const inside = rows.filter(({ month }) => month >= period.firstMonth);
  const openingCents = sumOf(rows) - sumOf(inside);
  let closingCents = openingCents;
  const months = inside.map(({ month, cents }) => {
    closingCents += cents;
    return { month, cents, closingCents };
  });
  const range = inside.length === 0 ? null : rangeOf(sellerId, period, inside);
  const feeCents = inside.reduce((sum, month) => sum + month.paidFeeCents + month.refundedFeeCents, 0);
  return { openingCents, changes: changesOf(inside), closingCents, feeCents, months, range };
}

type MonthRow = typeof statementMonths.$inferSelect;

/** What changed the balance in these months, by kind. What no kind explains is an adjustment. */
function changesOf(months: MonthRow[]): Balance["changes"] {
  const sum = (centsOf: (month: MonthRow) => number) =>
    months.reduce((cents, month) => cents + centsOf(month), 0);
  const changes: Balance["changes"] = [
    { kind: "paid", cents: sum(({ paidCents }) => paidCents) },
    { kind: "refunded", cents: sum(({ refundedCents }) => refundedCents) },
    { kind: "goodwill", cents: sum(({ goodwillCents }) => goodwillCents) },
    { kind: "sent", cents: sum(({ sentCents }) => sentCents) },
    { kind: "taken back", cents: sum(({ takenBackCents }) => takenBackCents) },
    { kind: "paid by hand", cents: sum(({ byHandCents }) => byHandCents) },
    { kind: "written off", cents: sum(({ writtenOffCents }) => writtenOffCents) },
  ];
  const adjusted = sum(({ cents }) => cents) - sumOf(changes);
  return [...changes, { kind: "adjusted" as const, cents: adjusted }].filter(({ cents }) => cents !== 0);
}

function rangeOf(sellerId: string, { start, end }: Period, months: MonthRow[]): Range {
  const after = Math.min(...months.map(({ firstNumber }) => firstNumber)) - 1;
  const last = Math.max(...months.map(({ lastNumber }) => lastNumber));
  return { sellerId, start, end, after, last };
}

function sumOf(rows: { cents: number }[]): number {
  return rows.reduce((sum, { cents }) => sum + cents, 0);
}

/** `name`: the transaction. `pageEnd`, `read`: the last row that was read, and how many were. */
type Found = Omit<Line, "number" | "kind" | "grossCents"> & {
  name: string;
  firstNumber: number;
  pageEnd: number;
  read: number;
};

function lineOf({ name, firstNumber, orderId, title, at, cents, debtCents, ...found }: Found): Line {
  const kind = kindOf(name);
  const isSale = kind === "paid" || kind === "refunded";
  const feeCents = isSale ? found.feeCents : 0;
  const grossCents = isSale ? cents + feeCents : 0;
  return { number: firstNumber, at, kind, orderId, title, grossCents, feeCents, cents, debtCents };
}

/**
 * Reads the next lines of a range, in the order of the ledger. There may be fewer lines than are left, or
 * none.
 * @returns `next`: where the lines after these begin; null: these are the last
 */
export async function listLines(db: Db, range: Range): Promise<{ lines: Line[]; next: Range | null }> {
  // The index by user and account is ordered by number, so each account yields its next rows.
  const rowsOf = accounts.map(
    (account) => sql`select * from (select number, "transaction" from ledger indexed by ledger_user
      where account = ${account} and ${isIn(range)} order by number limit ${pageSize})`,
  );
  const isSellers = sql`l.user_id = ${range.sellerId} and l.account in ${[...accounts]}`;
  const found = await db.all<Found>(sql`
    with page as materialized (
      select number, "transaction" from (${sql.join(rowsOf, sql` union all `)}) order by number limit ${pageSize})
    select l."transaction" as name, l.order_id as orderId, o.title, l.at,
      min(iif(${isSellers}, l.number, null)) as firstNumber,
      -sum(iif(${isSellers}, l.amount_cents, 0)) as cents,
      sum(iif(${isSellers} and l.account = 'seller_debts', l.amount_cents, 0)) as debtCents,
      -sum(iif(l.account = 'platform_revenue', l.amount_cents, 0)) as feeCents,
      (select max(number) from page) as pageEnd, (select count(*) from page) as read
    from (select distinct "transaction" as name from page) cross join ledger l on l."transaction" = name
      join orders o on o.id = l.order_id
    group by l."transaction" having firstNumber > ${range.after} order by firstNumber`);
  const lines = found.map(lineOf).filter(({ cents, debtCents }) => cents !== 0 || debtCents !== 0);
  const [first] = found;
  const isLast = !first || first.read < pageSize;
  return { lines, next: isLast ? null : { ...range, after: first.pageEnd } };
}

/** A condition: a row of the ledger is in a range. */
function isIn({ sellerId, start, end, after, last }: Range): SQL {
  return sql`user_id = ${sellerId} and number > ${after} and number <= ${last} and at >= ${start} and at < ${end}`;
}

/** What became of an order's earnings, besides its amounts. Times are UTC ms. */
export type Fate = {
  orderId: string;
  /** Null: the order is not completed. */
  clearsAt: number | null;
  /** `tr_…` of the newest transfer. */
  transfer: string | null;
  /** The newest bank payout that contains it; null: none is known. */
  payout: string | null;
  arrivesAt: number | null;
};

/** Finds what became of each order's earnings. @param orderIds at most 500 */
export async function listFates(db: Db, orderIds: string[]): Promise<Fate[]> {
  return await db.all<Fate>(sql`
    select asked.value as orderId, e.clears_at as clearsAt, c.stripe_id as transfer, p.id as payout, p.arrives_at as arrivesAt
    from json_each(${JSON.stringify(orderIds)}) asked
      left join earnings e on e.order_id = asked.value
      left join transfers t on t.id = (select newest.id from transfers newest
        where newest.order_id = asked.value and newest.open = 1 order by newest.seq desc limit 1)
      left join money_calls c on c.id = t.id
      left join bank_payouts p on p.id = (select b.id from bank_payout_transfers i join bank_payouts b on b.id = i.payout_id
        where i.transfer_id = t.id order by b.created_at desc limit 1)`);
}
