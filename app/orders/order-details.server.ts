import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/context.ts";
import * as profileKeeper from "#app/profiles/profiles.server.ts";
import { gigs, orderEvents, orders, profiles } from "#drizzle/schema.ts";

// Orders as their two parties see them: with the gig and with each other.

const buyer = alias(profiles, "buyer");
const seller = alias(profiles, "seller");
const person = (p: typeof buyer | typeof seller) => ({
  id: p.id,
  username: profileKeeper.shownUsername(p),
  fullName: p.fullName,
  avatarUrl: p.avatarUrl,
});

/** One order with its gig (title, image, slug) and both parties (docs/specification.md#data-access), and its events in order. */
export async function find(db: Db, id: string) {
  // No batch: there D1 gives rows by column name, and the tables joined here share names (`id`, `title`, `username`).
  const [rows, events] = await Promise.all([
    withParties(db).where(eq(orders.id, id)),
    db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.seq),
  ]);
  const row = rows[0];
  return row ? { ...row, events } : null;
}

function withParties(db: Db) {
  return db
    .select({
      order: orders,
      gig: { title: gigs.title, imageUrl: gigs.imageUrl, slug: gigs.slug },
      buyer: person(buyer),
      seller: person(seller),
    })
    .from(orders)
    .innerJoin(gigs, eq(gigs.id, orders.gigId))
    .innerJoin(buyer, eq(buyer.id, orders.buyerId))
    .innerJoin(seller, eq(seller.id, orders.sellerId));
}
