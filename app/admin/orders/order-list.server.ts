import { type SQL, sql } from "drizzle-orm";
import { stuckAfter } from "#app/admin/health/health.ts";
import { type OrderSearch, refusalToOrderSearch } from "#app/admin/orders/order-search.ts";
import type { Db } from "#app/context.ts";
import type { OrderStatus, PaymentStatus, Stage } from "#app/orders/order.ts";

const pageSize = 50;

/** So many orders are examined for one page: the walk ends there and goes on at the next page. */
const bound = 500;

/** An order in the console's list. Cents, UTC ms. */
export type ListedOrder = {
  n: number;
  id: string;
  title: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  stage: Stage;
  hold: string;
  priceCents: number;
  createdAt: number;
  late: 0 | 1;
  buyer: string;
  seller: string;
};

/** `next`: the `before` of the page that follows; null: this is the last one. */
export type OrderList = { orders: ListedOrder[]; next: number | null };

/**
 * A page of orders, the newest first. What it reads does not grow with their number: the narrowest of the filters leads a walk through its
 * index, and the others are looked at in what it finds. @param at UTC ms
 */
export async function list(db: Db, search: OrderSearch, at: number): Promise<OrderList> {
  if (refusalToOrderSearch(search)) return { orders: [], next: null };
  const walk = walkOf(search, at);
  const [rows, [end]] = await Promise.all([
    db.all<ListedOrder>(sql`
      select o.n, o.id, o.title, o.status, o.payment_status as paymentStatus, o.stage, o.hold, o.price_cents as priceCents,
        o.created_at as createdAt, (${late(at)}) as late, b.username as buyer, s.username as seller
      from orders o join profiles b on b.id = o.buyer_id join profiles s on s.id = o.seller_id
      where o.n in (select n from (${walk})) and ${all(search, at)}
      order by o.n desc limit ${pageSize + 1}`),
    db.all<{ seen: number; last: number }>(sql`select count(*) as seen, min(n) as last from (${walk})`),
  ]);
  const fitting = rows.slice(0, pageSize);
  if (rows.length > pageSize) return { orders: fitting, next: fitting.at(-1)?.n ?? null };
  return { orders: fitting, next: end && end.seen >= bound ? end.last : null };
}

/** The numbers of the newest orders of one index, at most `bound` of them. Words are written out: an index of a part needs the literal. */
function walkOf(search: OrderSearch, at: number): SQL {
  const { q, show, stage, payment, status } = search;
  const newest = (where: SQL) =>
    sql`select n from orders where ${where} and ${before(search)} order by n desc limit ${bound}`;
  if (q) return sql`select n from (${found(search)}) order by n desc limit ${bound}`;
  // These two walk by the time that is over; of more than a page can examine, those that wait the longest.
  if (show === "late" || show === "not-started") {
    const overdue =
      show === "late"
        ? sql`orders indexed by orders_running where stage in ('working', 'in_revision') and delivery_date < ${at} order by delivery_date`
        : sql`orders indexed by orders_not_started where stage in ('awaiting_requirements', 'ready') and paid_at <= ${at - stuckAfter.start} order by paid_at`;
    return sql`select n from (select n from ${overdue} limit ${bound}) where ${before(search)}`;
  }
  if (show) return newest(sql`hold <> 'none' and hold = ${show}`);
  if (stage && stage !== "closed") return newest(sql`stage = ${stage}`);
  if (payment && payment !== "paid") return newest(sql`payment_status = ${payment}`);
  if (status) return newest(sql`status = ${status}`);
  if (stage) return newest(sql`stage = ${stage}`);
  return payment ? newest(sql`payment_status = ${payment}`) : newest(sql`true`);
}

/** The beginning of an id, or somebody's username: each in its own index. */
function found(search: OrderSearch): SQL {
  const q = search.q.toLowerCase();
  const of = (column: SQL) =>
    sql`select * from (select n from orders where ${column} = (select id from profiles where username = ${q}) and ${before(search)} order by n desc limit ${bound})`;
  const both = sql`${of(sql`buyer_id`)} union ${of(sql`seller_id`)}`;
  // `g` follows every letter that an id can have.
  return /^[0-9a-f-]{3,36}$/.test(q)
    ? sql`${both} union select * from (select n from orders where id >= ${q} and id < ${`${q}g`} and ${before(search)} limit ${bound})`
    : both;
}

function before({ before }: OrderSearch): SQL {
  return before === null ? sql`true` : sql`n < ${before}`;
}

function late(at: number): SQL {
  return sql`o.status = 'in progress' and o.hold = 'none' and o.stage in ('working', 'in_revision') and o.delivery_date < ${at}`;
}

/** Every filter, over what the walk has found; a plus keeps SQLite from walking an index of its own. */
function all({ show, status, payment, stage }: OrderSearch, at: number): SQL {
  const parts = [
    status && sql`o.status = ${status}`,
    payment && sql`o.payment_status = ${payment}`,
    stage && sql`o.stage = ${stage}`,
    show === "late" && late(at),
    show === "not-started" &&
      sql`+o.stage in ('awaiting_requirements', 'ready') and o.hold = 'none' and +o.paid_at <= ${at - stuckAfter.start}`,
    (show === "cancellation" || show === "refund" || show === "dispute") && sql`o.hold = ${show}`,
  ];
  return sql.join(
    [sql`true`, ...parts.filter((part) => typeof part === "object" && part !== null)],
    sql` and `,
  );
}
