import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/context.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { hasSellerPage } from "#app/profiles/public-profile.server.ts";
import { gigs, offers, orderEvents, orders, profiles } from "#drizzle/schema.ts";

const buyers = alias(profiles, "buyer");
const sellers = alias(profiles, "seller");

/** A party's columns, as lists and pages of orders read them. */
export function partyColumns(table: typeof profiles | typeof buyers | typeof sellers) {
  return {
    id: table.id,
    username: shownUsername(table),
    fullName: table.fullName,
    avatarUrl: table.avatarUrl,
  };
}

/**
 * One order with its gig, both parties and its events in order (docs/specification.md#data-access). The
 * order's page, receipt and emails and the console use it.
 * @returns null if there is no such order
 */
export async function find(db: Db, id: string) {
  // Two reads instead of a batch: in a batch D1 returns rows by column name, and these tables share names
  // (`id`, `title`).
  const [rows, events] = await Promise.all([
    db
      .select({
        order: orders,
        gig: {
          title: gigs.title,
          imageUrl: gigs.imageUrl,
          slug: gigs.slug,
          state: gigs.state,
          listed: gigs.listed,
          extras: gigs.extras,
        },
        /** The offer that it accepts; null: it orders a package. */
        offer: {
          id: offers.id,
          conversationId: offers.conversationId,
          edition: offers.edition,
          text: offers.text,
          features: offers.features,
          /** 1: an operator has removed its message. */
          isRemoved: sql<number>`exists (select 1 from messages where id = ${offers.id} and removed_at is not null)`,
        },
        buyer: partyColumns(buyers),
        seller: partyColumns(sellers),
        sellerHasPage: hasSellerPage(sellers.id),
      })
      .from(orders)
      .innerJoin(gigs, eq(gigs.id, orders.gigId))
      .leftJoin(offers, eq(offers.id, orders.offerId))
      .innerJoin(buyers, eq(buyers.id, orders.buyerId))
      .innerJoin(sellers, eq(sellers.id, orders.sellerId))
      .where(eq(orders.id, id)),
    db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.seq),
  ]);
  const row = rows[0];
  return row ? { ...row, events } : null;
}
