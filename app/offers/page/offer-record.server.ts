import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/context.ts";
import { isBlocked, personColumns } from "#app/conversations/conversations.server.ts";
import { isRemoved } from "#app/offers/accepting/acceptable-offers.server.ts";
import { conversations, gigs, offers, profiles } from "#drizzle/schema.ts";

const buyers = alias(profiles, "buyer");
const sellers = alias(profiles, "seller");

/** An offer with everything that its page shows; null if there is none, or the viewer is not a party. */
export async function find(db: Db, id: string, viewerId: string) {
  const [rows, editions] = await Promise.all([
    db
      .select({
        offer: offers,
        gig: { slug: gigs.slug, state: gigs.state, listed: gigs.listed },
        buyer: personColumns(buyers),
        seller: personColumns(sellers),
        isBlocked,
        isRemoved,
      })
      .from(offers)
      .innerJoin(gigs, eq(gigs.id, offers.gigId))
      .innerJoin(buyers, eq(buyers.id, offers.buyerId))
      .innerJoin(sellers, eq(sellers.id, offers.sellerId))
      .leftJoin(conversations, eq(conversations.id, offers.conversationId))
      .where(eq(offers.id, id)),
    listEditions(db, id),
  ]);
  const [row] = rows;
  if (!row || (row.offer.buyerId !== viewerId && row.offer.sellerId !== viewerId)) return null;
  return { ...row, editions };
}

export type OfferRecord = NonNullable<Awaited<ReturnType<typeof find>>>;

/** One version of an offer. `edition`: 1 for the first. */
export type Edition = Pick<
  typeof offers.$inferSelect,
  "id" | "edition" | "priceCents" | "deliveryDays" | "state"
>;

/** All versions of an offer, in order. */
export async function listEditions(db: Db, id: string): Promise<Edition[]> {
  return await db.all<Edition>(sql`
    with recursive
      earlier (id, replaces_id) as (
        select id, replaces_id from offers where id = ${id}
        union all select offers.id, offers.replaces_id from earlier join offers on offers.id = earlier.replaces_id),
      later (id) as (
        select id from offers where id = ${id}
        union all select offers.id from later join offers on offers.replaces_id = later.id)
    select id, edition, price_cents as priceCents, delivery_days as deliveryDays, state from offers
      where id in (select id from earlier union select id from later) order by edition`);
}
