import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { finds, idBeginning, type OrderSearch } from "#app/dashboard/order-search.ts";
import type { Party } from "#app/orders/order.ts";
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
 * A page of what somebody has bought or is selling, newest first (docs/specification.md#orders-dashboard). A text of 8 characters or more finds an order by
 * its id at once, however old it is.
 */
export async function list(db: Db, userId: string, search: OrderSearch): Promise<OrderList> {
  const { party, q } = search;
  const following = and(of(party, userId), filter(search), before(search));
  if (q === "") {
    const found = await page(db, party, following, pageSize + 1);
    const rows = found.slice(0, pageSize);
    return { rows, next: found.length > pageSize ? (rows.at(-1)?.order.id ?? null) : null };
  }
  const known = search.before === null ? await ofId(db, userId, search) : [];
  if (known.length > 0) return { rows: known, next: null };
  const walked = await db
    .select({ n: orders.n, id: orders.id, title: orders.title })
    .from(orders)
    .where(following)
    .orderBy(desc(orders.n))
    .limit(searchBound + 1);
  const examined = walked.slice(0, searchBound);
  const found = examined.filter((order) => finds(q, order));
  const shown = found.slice(0, pageSize);
  const last = found.length > pageSize ? shown.at(-1) : walked.length > searchBound ? examined.at(-1) : null;
  const numbers = shown.map(({ n }) => n);
  return {
    rows: numbers.length > 0 ? await page(db, party, inArray(orders.n, numbers), pageSize) : [],
    next: last?.id ?? null,
  };
}

/** Orders whose id begins with the text, when it is one. */
async function ofId(db: Db, userId: string, search: OrderSearch): Promise<ListedOrder[]> {
  const { party, q } = search;
  const id = idBeginning(q);
  if (id === null) return [];
  // The plus keeps SQLite to the index of ids, and `g` follows every letter that an id can have.
  const whose = sql`+${party === "buyer" ? orders.buyerId : orders.sellerId} = ${userId}`;
  return await rowsOf(db, party)
    .where(and(whose, filter(search), gte(orders.id, id), lt(orders.id, `${id}g`)))
    .limit(pageSize);
}

/** What waits for a seller, by when it is due; an order that is not begun is due when it lapses (timing.ts). */
export async function listDue(db: Db, sellerId: string, most: number): Promise<ListedOrder[]> {
  const due = sql`case when ${orders.deliveryDate} is null then ${orders.deadlineAt} else ${orders.deliveryDate} end`;
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
      /** Money came in for it that an operator must look at. */
      hasMismatch: (party === "buyer"
        ? sql`exists (select 1 from payments where payments.order_id = orders.id and payments.outcome = 'mismatch')`
        : sql`0`
      ).mapWith(Boolean),
      isReviewed: sql`exists (select 1 from reviews where reviews.order_id = orders.id)`.mapWith(Boolean),
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
