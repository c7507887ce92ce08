import { type SQL, sql } from "drizzle-orm";
import { beyond, direction, type ListPage, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { type ListOrder, refusalToText } from "#app/admin/list-search.ts";
import type { TicketSearch } from "#app/admin/tickets/ticket-search.ts";
import { countIn } from "#app/contact/ticket.ts";
import type { Ticket } from "#app/contact/tickets.server.ts";
import type { Db } from "#app/context.ts";

/** How many orders whose id begins with the text are examined. */
const ordersExamined = 20;

/** A ticket in the console's list. `email`: a visitor's address; null for a user. */
export type ListedTicket = Pick<
  Ticket,
  "number" | "topic" | "state" | "orderId" | "createdAt" | "waitingSince" | "email"
> & {
  /** The username of the person who asked; null for a visitor. */
  username: string | null;
  /** The username of the assignee. */
  assignee: string | null;
};

/**
 * Lists a page of tickets: those that wait for an operator oldest first, all others newest first. The rows
 * read do not grow with the number of tickets, because each list has its own index.
 * @param operatorId the operator whose tickets the list "mine" shows
 */
export async function list(
  db: Db,
  search: TicketSearch,
  operatorId: string,
): Promise<ListPage<ListedTicket>> {
  if (refusalToText(search.q)) return { shown: [], next: null };
  const isQueue = search.q === "" && (search.show === "open" || search.show === "mine");
  const place = { after: search.after, order: isQueue ? "oldest" : null } as const;
  const order = direction(place);
  const rows = await db.all<ListedTicket>(sql`
    select t.number, t.topic, t.state, t.about_order_id as orderId, t.created_at as createdAt, t.waiting_since as waitingSince,
      (select username from profiles where id = t.user_id) as username, t.email,
      (select username from profiles where id = t.assignee_id) as assignee
    from (select number as found from (${scanOf(search, operatorId, place)}) order by number ${order} limit ${rowsPerPage + 1})
      cross join tickets t on t.number = found
    order by t.number ${order}`);
  return pageOf(rows);
}

type Place = { order: ListOrder; after: number | null };

/** Selects the numbers of a page of one index. Some values are literals: a partial index needs them. */
function scanOf({ q, show }: TicketSearch, operatorId: string, place: Place): SQL {
  const page = (where: SQL) =>
    sql`select number from tickets where ${where} and ${beyond(place, sql`number`)} order by number ${direction(place)} limit ${rowsPerPage + 1}`;
  if (q !== "") return matches(q, page);
  if (show === "mine") return page(sql`assignee_id = ${operatorId} and state <> 'closed'`);
  return page(sql`state = ${show}`);
}

/**
 * Selects numbers of tickets by number, by person or by order. Each has its own index.
 * @param page selects the first numbers of the tickets for which a condition is true
 */
export function matches(q: string, page: (where: SQL) => SQL): SQL {
  const text = q.toLowerCase();
  const one = (where: SQL) => sql`select number from (${page(where)})`;
  const user = sql`(select id from profiles where username = ${text} union select id from users where email = ${text})`;
  const parts = [one(sql`user_id in ${user}`), one(sql`email = ${text} and email is not null`)];
  const count = countIn(q) ?? (/^\d{1,12}$/.test(q) ? Number(q) : null);
  if (count !== null) parts.push(one(sql`number = ${count}`));
  // `g` sorts after every character of an id.
  if (/^[0-9a-f-]{3,36}$/.test(text))
    parts.push(
      one(
        sql`about_order_id is not null and about_order_id in (select id from orders where id >= ${text} and id < ${`${text}g`} limit ${ordersExamined})`,
      ),
    );
  return sql.join(parts, sql` union `);
}
