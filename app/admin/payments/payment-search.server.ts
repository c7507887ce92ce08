import { type SQL, sql } from "drizzle-orm";
import { isId, rowsPerPage } from "#app/admin/list-page.server.ts";
import { maxOrders, type PaymentSearch } from "#app/admin/payments/payment-search.ts";
import { paidForAtStripe } from "#app/admin/stripe-ids.server.ts";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { isStripeId } from "#app/payments/stripe-dashboard.ts";

/** Selects the ids of the orders and of the registrations that a text names. Each part has its own index. */
export function paidForNamed(q: string): { orders: SQL; registrations: SQL } {
  const text = q.toLowerCase();
  if (isStripeId(q)) {
    const rows = paidForAtStripe(q);
    return {
      orders: sql`select order_id from (${rows})`,
      registrations: sql`select registration_id from (${rows})`,
    };
  }
  if (text.includes("@"))
    return {
      orders: sql`select id from (${ordersOf(q, maxOrders)})`,
      registrations: sql`select id from sellers where user_id = (${payer(q)})`,
    };
  return {
    orders: sql`select id from (select id from orders where ${isId(text)} limit ${maxOrders})`,
    registrations: sql`select id from (select id from sellers where ${isId(text)} limit ${maxOrders})`,
  };
}

function payer(email: string): SQL {
  return sql`select id from users where email = ${email.toLowerCase()}`;
}

function ordersOf(email: string, most: number): SQL {
  return sql`select id from orders where buyer_id = (${payer(email)}) order by number desc limit ${most}`;
}

/** True if the text is the email of a payer with more orders than are searched. */
export async function hasMoreOrders(db: Db, q: string): Promise<boolean> {
  if (!q.includes("@")) return false;
  const [row] = await db.all<{ count: number }>(
    sql`select count(*) as count from (${ordersOf(q, maxOrders + 1)})`,
  );
  return (row?.count ?? 0) > maxOrders;
}

/** The search's day, UTC ms. `first`: its first moment. `end`: the first moment after it. */
export function boundsOf({ day: text }: Pick<PaymentSearch, "day">): { first: number; end: number } {
  const first = text === "" ? 0 : Date.parse(text);
  return { first, end: text === "" ? Number.MAX_SAFE_INTEGER : first + day };
}

/** Drops the extra row that was read to know whether there is another page. @returns `next`: its `after` */
export function pageOf<Row extends { id: string }>(rows: Row[]): { rows: Row[]; next: string | null } {
  const shown = rows.slice(0, rowsPerPage);
  return { rows: shown, next: rows.length > rowsPerPage ? (shown.at(-1)?.id ?? null) : null };
}
