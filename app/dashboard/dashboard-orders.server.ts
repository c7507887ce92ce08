import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { DueOrder } from "#app/dashboard/due-days.ts";
import { idPrefix, matches, type OrderSearch } from "#app/dashboard/order-search.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import type { Party } from "#app/orders/order.ts";
import { partyColumns } from "#app/orders/order-details.server.ts";
import { isOfActive } from "#app/orders/orders.server.ts";
import { gigs, orders, profiles } from "#drizzle/schema.ts";

// The dashboard's lists. Their cost does not grow with a user's history: each filter has an index in the
// order of the list.

const pageSize = 10;

/** A text search examines at most this many orders for a page; the next page continues after them. */
const searchBound = 400;

/** At most this many orders are counted by the day on which they are due. */
export const dueTimesLimit = 50;

/** An order with its gig's picture and the other party. */
export type DashboardOrder = Awaited<ReturnType<typeof listRows>>[number];

/** `next`: the `before` of the next page; null on the last page. */
export type OrderList = { rows: DashboardOrder[]; next: string | null };

/**
 * A page of the orders that a user has bought or sells, newest first
 * (docs/specification.md#orders-dashboard). A text of 8 characters or more that is the beginning of an id
 * finds its order immediately, however old it is.
 */
export async function list(db: Db, userId: string, search: OrderSearch): Promise<OrderList> {
  const { party, filter, q } = search;
  const limit = q === "" ? pageSize : searchBound;
  const condition =
    party === "seller" && filter === "needs-you"
      ? needsSeller(userId, search, limit + 1)
      : and(isParty(party, userId), matchesFilter(search), olderThan(search));
  if (q === "") {
    const found = await listRows(db, party, condition, limit + 1);
    const rows = found.slice(0, pageSize);
    return { rows, next: found.length > pageSize ? (rows.at(-1)?.order.id ?? null) : null };
  }
  const byId = search.before === null ? await listByIdPrefix(db, userId, search) : [];
  if (byId.length > 0) return { rows: byId, next: null };
  const candidates = await db
    .select({ number: orders.number, id: orders.id, title: orders.title })
    .from(orders)
    .where(condition)
    .orderBy(desc(orders.number))
    .limit(limit + 1);
  const examined = candidates.slice(0, searchBound);
  const found = examined.filter((order) => matches(q, order));
  const shown = found.slice(0, pageSize);
  const last =
    found.length > pageSize ? shown.at(-1) : candidates.length > searchBound ? examined.at(-1) : null;
  const numbers = shown.map(({ number }) => number);
  return {
    rows: numbers.length > 0 ? await listRows(db, party, inArray(orders.number, numbers), pageSize) : [],
    next: last?.id ?? null,
  };
}

/**
 * The user's orders whose id begins with the searched text; none if the text cannot be the beginning of an
 * id.
 */
async function listByIdPrefix(db: Db, userId: string, search: OrderSearch): Promise<DashboardOrder[]> {
  const { party, q } = search;
  const id = idPrefix(q);
  if (id === null) return [];
  // The plus makes SQLite use the index of ids. `g` sorts after every character of an id.
  const isOfUser = sql`+${party === "buyer" ? orders.buyerId : orders.sellerId} = ${userId}`;
  return await selectOrders(db, party)
    .where(and(isOfUser, matchesFilter(search), gte(orders.id, id), lt(orders.id, `${id}g`)))
    .limit(pageSize);
}

/** When the seller must act, UTC ms. An order that was not started: when it is cancelled automatically. */
const dueAt = sql<number>`case when ${orders.deliveryDate} is null then ${orders.deadlineAt} else ${orders.deliveryDate} end`;

/** Orders that need the seller, by due date: it is their turn, or they can start without the answers. */
export async function listDue(db: Db, sellerId: string, limit: number): Promise<DashboardOrder[]> {
  const isOfSeller = eq(orders.sellerId, sellerId);
  const first = (condition: SQL) =>
    db
      .select({ number: orders.number })
      .from(orders)
      .where(and(isOfSeller, condition))
      .orderBy(dueAt)
      .limit(limit);
  const numbers = sql`select * from (${first(turnIs("seller"))}) union all select * from (${first(waitsForAnswers)})`;
  return await selectOrders(db, "seller")
    .where(sql`${orders.number} in (${numbers})`)
    .orderBy(dueAt)
    .limit(limit);
}

/** When a seller's orders are due: the first `dueTimesLimit` and one more. Orders on hold are left out. */
export async function listDueTimes(db: Db, sellerId: string): Promise<DueOrder[]> {
  return await db
    .select({ due: dueAt, isStarted: sql`${orders.deliveryDate} is not null`.mapWith(Boolean) })
    .from(orders)
    .where(
      and(
        eq(orders.sellerId, sellerId),
        turnIs("seller"),
        sql`+${orders.hold} = 'none'`,
        sql`${dueAt} is not null`,
      ),
    )
    .orderBy(dueAt)
    .limit(dueTimesLimit + 1);
}

function listRows(db: Db, party: Party, where: SQL | undefined, limit: number) {
  return selectOrders(db, party).where(where).orderBy(desc(orders.number)).limit(limit);
}

function selectOrders(db: Db, party: Party) {
  const otherPartyId = party === "buyer" ? orders.sellerId : orders.buyerId;
  return db
    .select({
      order: orders,
      imageUrl: gigs.imageUrl,
      gig: { slug: gigs.slug, state: gigs.state, listed: gigs.listed },
      /** One of its payments waits for an operator. The seller does not see that. */
      hasMismatch: (party === "buyer"
        ? sql`exists (select 1 from payments where payments.order_id = orders.id and payments.outcome = 'mismatch')`
        : sql`0`
      ).mapWith(Boolean),
      /** It is unpaid, and its seller is suspended, which only the buyer sees. */
      isSellerAway: (party === "buyer"
        ? sql`${orders.paidAt} is null and not ${isOfActive}`
        : sql`0`
      ).mapWith(Boolean),
      /** The extra that the seller offers, by its title. The seller does not need it. */
      offeredExtra: party === "buyer" ? orderExtras.offeredTitle : sql<string | null>`null`,
      isReviewed: sql`exists (select 1 from reviews where reviews.order_id = orders.id)`.mapWith(Boolean),
      otherParty: partyColumns(profiles),
    })
    .from(orders)
    .innerJoin(gigs, eq(gigs.id, orders.gigId))
    .innerJoin(profiles, eq(profiles.id, otherPartyId))
    .$dynamic();
}

function isParty(party: Party, userId: string): SQL {
  return eq(party === "buyer" ? orders.buyerId : orders.sellerId, userId);
}

function matchesFilter({ party, filter }: OrderSearch): SQL | undefined {
  if (filter === "all") return undefined;
  if (filter !== "needs-you") return eq(orders.status, filter);
  return party === "buyer" ? turnIs("buyer") : sql`(${turnIs("seller")} or ${waitsForAnswers})`;
}

/**
 * The condition of a page of orders that need the seller. The first select reads an index of its own, and
 * stops at the end of the page; the second reads the seller's pending orders, which end within 14 days.
 */
function needsSeller(sellerId: string, search: OrderSearch, limit: number): SQL {
  const newest = (condition: SQL) => sql`select * from (select number from orders
    where ${and(eq(orders.sellerId, sellerId), condition, olderThan(search))} order by number desc limit ${limit})`;
  return sql`${orders.number} in (${newest(turnIs("seller"))} union all ${newest(waitsForAnswers)})`;
}

/**
 * The buyer has paid and not answered: it is the buyer's turn, and the seller can start without the answers.
 * The pluses make SQLite read only the seller's pending orders.
 */
const waitsForAnswers = sql`(${orders.status} = 'pending' and +${orders.stage} = 'awaiting_requirements'
  and +${orders.paymentStatus} = 'paid' and +${orders.turn} = 'buyer')`;

/** Literals, not parameters: SQLite uses a partial index only if it sees the literal. */
function turnIs(party: Party): SQL {
  return party === "buyer" ? sql`${orders.turn} = 'buyer'` : sql`${orders.turn} = 'seller'`;
}

/** An unknown id is ignored: the newest orders are shown. */
function olderThan({ before: id }: OrderSearch): SQL | undefined {
  if (id === null) return undefined;
  return sql`${orders.number} < ifnull((select seen.number from orders seen where seen.id = ${id}), ${Number.MAX_SAFE_INTEGER})`;
}
