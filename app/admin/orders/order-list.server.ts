import { type SQL, sql } from "drizzle-orm";
import { stuckAfter } from "#app/admin/health/health.ts";
import { beyond, direction, type ListPage, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { refusalToText } from "#app/admin/list-search.ts";
import type { OrderSearch } from "#app/admin/orders/order-filters.ts";
import { paidForAtStripe } from "#app/admin/stripe-ids.server.ts";
import type { Db } from "#app/context.ts";
import { isOneOf } from "#app/lib/one-of.server.ts";
import type { Order } from "#app/orders/orders.server.ts";
import { isStripeId } from "#app/payments/stripe-dashboard.ts";

/**
 * How many orders are examined for one page: for a text, for several filters, and by waiting time. The next
 * page continues from there. If the scan is the only filter, it is as long as the page.
 */
const maxExamined = { text: 500, filters: 60, waiting: 55 };

const number = sql`number`;

/** An order in the console's list. Amounts are cents, times UTC ms. */
export type ListedOrder = Pick<
  Order,
  "number" | "id" | "title" | "status" | "paymentStatus" | "stage" | "hold" | "priceCents" | "createdAt"
> & { late: 0 | 1; buyer: string; seller: string };

/**
 * Lists a page of orders, in the order of the search. The rows read do not grow with the number of orders:
 * the most selective filter scans its index, and the other filters apply to what it finds.
 * @param at UTC ms
 */
export async function list(db: Db, search: OrderSearch, at: number): Promise<ListPage<ListedOrder>> {
  if (refusalToText(search.q)) return { shown: [], next: null };
  const most = maxExaminedFor(search);
  const examined = (await db.all<{ number: number }>(scanOf(search, at, most))).map((row) => row.number);
  const rows = await db.all<ListedOrder>(sql`
    select o.number, o.id, o.title, o.status, o.payment_status as paymentStatus, o.stage, o.hold, o.price_cents as priceCents,
      o.created_at as createdAt, (${late(at)}) as late, b.username as buyer, s.username as seller
    from orders o join profiles b on b.id = o.buyer_id join profiles s on s.id = o.seller_id
    where ${isOneOf(sql`o.number`, examined)} and ${filters(search, at)}
    order by ${placeOf(search) ?? sql`o.number ${direction(search)}`} limit ${rowsPerPage + 1}`);
  const { shown, next } = pageOf(rows);
  return { shown, next: next ?? (examined.length >= most ? (examined.at(-1) ?? null) : null) };
}

/** Late orders and those that were not started are listed by waiting time, the longest first. */
function placeOf({ q, show }: Pick<OrderSearch, "q" | "show">): SQL | null {
  if (q) return null;
  if (show === "late") return sql`o.delivery_date, o.number`;
  return isNotStarted(show) ? sql`o.paid_at, o.number` : null;
}

function maxExaminedFor({ q, show, status, payment, stage }: OrderSearch): number {
  if (q) return maxExamined.text;
  const chosen = [show, status, payment, stage].filter((filter) => filter !== null);
  if (placeOf({ q, show })) return maxExamined.waiting;
  return chosen.length < 2 ? rowsPerPage + 1 : maxExamined.filters;
}

/**
 * Selects the numbers of the first orders of one index, at most `most`. Some values are literals,
 * because SQLite uses a partial index only for a literal.
 */
function scanOf(search: OrderSearch, at: number, most: number): SQL {
  const { q, show, after } = search;
  const place = placeOf(search);
  if (q || !place) return scanByNumber(search, most);
  // Orders on hold are examined as well: the index does not say which they are.
  const [index, time, waiting] =
    show === "late"
      ? [
          "orders_running",
          "delivery_date",
          sql`stage in ('working', 'in_revision') and delivery_date < ${at}`,
        ]
      : [
          "orders_not_started",
          "paid_at",
          sql`stage in ('awaiting_requirements', 'ready') and paid_at <= ${notStartedSince(show, at)}`,
        ];
  const later =
    after === null
      ? sql`true`
      : sql`(${sql.raw(`o.${time}`)}, o.number) > ((select ${sql.raw(time)} from orders where number = ${after}), cast(${after} as integer))`;
  return sql`select o.number from orders o indexed by ${sql.raw(index)} where ${waiting} and ${later} order by ${place} limit ${most}`;
}

/** Selects the numbers of the first orders of one index, in the order of the search. @param most how many */
export function scanByNumber(search: OrderSearch, most: number): SQL {
  const { q, show, stage, payment, status } = search;
  const order = direction(search);
  const first = (where: SQL) =>
    sql`select number from orders where ${where} and ${beyond(search, number)} order by number ${order} limit ${most}`;
  const either = (one: SQL, other: SQL) =>
    sql`select number from (select * from (${first(one)}) union all select * from (${first(other)}))
      order by number ${order} limit ${most}`;
  // Repeats the condition of the index, which leaves out closed orders: those are completed or cancelled.
  const isAt = (one: string) => sql`stage <> 'closed' and stage = ${one}`;
  if (q) return sql`select number from (${matches(search, most)}) order by number ${order} limit ${most}`;
  if (show === "late") return either(isAt("working"), isAt("in_revision"));
  if (isNotStarted(show)) return either(isAt("awaiting_requirements"), isAt("ready"));
  if (show) return first(sql`hold <> 'none' and hold = ${show}`);
  if (stage && stage !== "closed") return first(isAt(stage));
  if (payment && payment !== "paid") return first(sql`payment_status = ${payment}`);
  if (status) return first(sql`status = ${status}`);
  if (stage) return either(sql`status = 'completed'`, sql`status = 'cancelled'`);
  return payment ? first(sql`payment_status = ${payment}`) : first(sql`true`);
}

/**
 * Selects the numbers of at most `most` orders of each kind: by the beginning of an id, by the username or
 * email address of a party, and by the id of a payment, refund, dispute or transfer at Stripe. Each has its
 * own index.
 */
export function matches(search: Pick<OrderSearch, "q" | "order" | "after">, most = maxExamined.text): SQL {
  const q = search.q.toLowerCase();
  const first = (where: SQL) =>
    sql`select * from (select number from orders where ${where} and ${beyond(search, number)} order by number ${direction(search)} limit ${most})`;
  const party = sql`ifnull((select id from profiles where username = ${q}), (select id from users where email = ${q}))`;
  const parts = [first(sql`buyer_id = ${party}`), first(sql`seller_id = ${party}`)];
  // `g` sorts after every character of an id. Ordered by number, the query would read the whole table.
  if (/^[0-9a-f-]{3,36}$/.test(q))
    parts.push(
      sql`select * from (select number from orders where id >= ${q} and id < ${`${q}g`} and ${beyond(search, number)} limit ${most})`,
    );
  if (isStripeId(search.q))
    parts.push(first(sql`id in (select order_id from (${paidForAtStripe(search.q)}))`));
  return sql.join(parts, sql` union `);
}

function isNotStarted(show: OrderSearch["show"]): boolean {
  return show === "not-started" || show === "not-started-long";
}

/** The latest payment time of such an order, UTC ms. */
function notStartedSince(show: OrderSearch["show"], at: number): number {
  return show === "not-started-long" ? at - stuckAfter.start : at;
}

function late(at: number): SQL {
  return sql`o.status = 'in progress' and o.hold = 'none' and o.stage in ('working', 'in_revision') and o.delivery_date < ${at}`;
}

/**
 * All filters, applied to the rows of the scan, which are named `o`. The unary plus keeps SQLite from
 * choosing another index.
 */
export function filters({ show, status, payment, stage }: OrderSearch, at: number): SQL {
  const parts = [
    status && sql`o.status = ${status}`,
    payment && sql`o.payment_status = ${payment}`,
    stage && sql`o.stage = ${stage}`,
    show === "late" && late(at),
    isNotStarted(show) &&
      sql`+o.stage in ('awaiting_requirements', 'ready') and o.hold = 'none' and +o.paid_at <= ${notStartedSince(show, at)}`,
    (show === "cancellation" || show === "refund" || show === "dispute") && sql`o.hold = ${show}`,
  ];
  return sql.join(
    [sql`true`, ...parts.filter((part) => typeof part === "object" && part !== null)],
    sql` and `,
  );
}
