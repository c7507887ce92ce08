import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Party } from "#app/orders/order.ts";
import { finds, idBeginning, type OrderSearch } from "#app/orders/order-search.ts";
import * as profileKeeper from "#app/profiles/profiles.server.ts";
import { gigs, orders, profiles } from "#drizzle/schema.ts";

// The dashboard's lists. What they read does not grow with somebody's history: every filter has its index, in the order of the list.

const pageSize = 20;

/** At most so many orders are examined for a text, the newest first; the next page goes on behind them. */
const searchBound = 400;

/** An order with its gig's picture and whoever is on the other side. */
export type ListedOrder = Awaited<ReturnType<typeof page>>[number];

/** `next`: the `before` of the page that follows; null: this is the last one. */
export type OrderList = { rows: ListedOrder[]; next: string | null };

/**
 * A page of what somebody has bought or is selling, newest first (spec.md section 7, orders). A text of 8 characters or more finds an order by
 * its id at once, however old it is.
 */
export async function list(db: Db, userId: string, search: OrderSearch): Promise<OrderList> {
  const { party, q } = search;
  const fitting = and(of(party, userId), filter(search));
  const following = and(fitting, before(search));
  if (q === "") {
    const rows = await page(db, party, following, pageSize + 1);
    return { rows: rows.slice(0, pageSize), next: rows.length > pageSize ? idAt(rows, pageSize - 1) : null };
  }
  const brief = { n: orders.n, id: orders.id, title: orders.title };
  const beginning = search.before === null ? idBeginning(q) : null;
  const [walked, ofId] = await Promise.all([
    db
      .select(brief)
      .from(orders)
      .where(following)
      .orderBy(desc(orders.n))
      .limit(searchBound + 1),
    beginning === null
      ? []
      : db
          .select(brief)
          .from(orders)
          // `g` follows every letter that an id can have.
          .where(
            and(
              anyOf(party, userId),
              filter(search),
              gte(orders.id, beginning),
              lt(orders.id, `${beginning}g`),
            ),
          )
          .limit(pageSize),
  ]);
  const examined = walked.slice(0, searchBound);
  const found = examined.filter((order) => finds(q, order));
  const numbers = new Set([...ofId, ...found.slice(0, pageSize)].map(({ n }) => n));
  const next =
    found.length > pageSize
      ? idAt(found, pageSize - 1)
      : walked.length > searchBound
        ? idAt(examined, searchBound - 1)
        : null;
  if (numbers.size === 0) return { rows: [], next };
  return { rows: await page(db, party, inArray(orders.n, [...numbers]), numbers.size), next };
}

/** What waits for a seller, by when it is due; an order that is not begun is due when it lapses (timing.ts). */
export async function listDue(db: Db, sellerId: string, most: number): Promise<ListedOrder[]> {
  const due = sql`case when ${orders.deliveryDate} is null then ${orders.actsAt} else ${orders.deliveryDate} end`;
  return await rowsOf(db, "seller")
    .where(and(eq(orders.sellerId, sellerId), turnIs("seller")))
    .orderBy(due)
    .limit(most);
}

function page(db: Db, party: Party, where: SQL | undefined, most: number) {
  return rowsOf(db, party).where(where).orderBy(desc(orders.n)).limit(most);
}

function rowsOf(db: Db, party: Party) {
  const other = party === "buyer" ? orders.sellerId : orders.buyerId;
  return db
    .select({
      order: orders,
      imageUrl: gigs.imageUrl,
      other: {
        username: profileKeeper.shownUsername(profiles),
        fullName: profiles.fullName,
        avatarUrl: profiles.avatarUrl,
      },
    })
    .from(orders)
    .innerJoin(gigs, eq(gigs.id, orders.gigId))
    .innerJoin(profiles, eq(profiles.id, other))
    .$dynamic();
}

function of(party: Party, userId: string): SQL {
  return eq(party === "buyer" ? orders.buyerId : orders.sellerId, userId);
}

/** The same, by another index than that of the person: the plus keeps SQLite from it. */
function anyOf(party: Party, userId: string): SQL {
  return sql`+${party === "buyer" ? orders.buyerId : orders.sellerId} = ${userId}`;
}

function filter({ party, show }: OrderSearch): SQL | undefined {
  if (show === "all") return undefined;
  return show === "needs-you" ? turnIs(party) : eq(orders.status, show);
}

/** Written out, because SQLite uses an index of a part only for the literal. */
function turnIs(party: Party): SQL {
  return party === "buyer" ? sql`${orders.turn} = 'buyer'` : sql`${orders.turn} = 'seller'`;
}

/** An id that there is none of asks for the newest. */
function before({ before: id }: OrderSearch): SQL | undefined {
  if (id === null) return undefined;
  return sql`${orders.n} < ifnull((select seen.n from orders seen where seen.id = ${id}), ${Number.MAX_SAFE_INTEGER})`;
}

function idAt(rows: ({ id: string } | { order: { id: string } })[], i: number): string | null {
  const row = rows[i];
  if (!row) return null;
  return "order" in row ? row.order.id : row.id;
}
