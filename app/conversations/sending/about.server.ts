import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { About } from "#app/conversations/conversation.ts";
import { offerColumns } from "#app/conversations/thread/thread-messages.server.ts";
import type { GigCard, OfferCard, OrderCard } from "#app/conversations/thread/thread-view.ts";
import { gigs, offers, orders } from "#drizzle/schema.ts";

/**
 * Finds the subject of a sender's message (docs/specification.md#message-context).
 * @returns null for each subject that does not exist or that the sender may not see
 */
export async function findAbout(
  db: Db,
  about: About,
  conversationId: string,
  senderId: string,
): Promise<{ gig: (GigCard & { id: string }) | null; order: OrderCard | null; offer: OfferCard | null }> {
  const none = { gig: null, order: null, offer: null };
  if (about.offer) {
    const [offer] = await db
      .select(offerColumns)
      .from(offers)
      .where(sql`${offers.id} = ${offerIn(about.offer, conversationId)}`);
    return { ...none, offer: offer ?? null };
  }
  if (about.order) {
    const [order] = await db
      .select({ id: orders.id, title: orders.title })
      .from(orders)
      .where(sql`${orders.id} = ${orderBetween(about.order, conversationId)}`);
    return { ...none, order: order ?? null };
  }
  if (!about.gig) return none;
  const { id, slug, title, priceCents, imageUrl } = gigs;
  const [gig] = await db
    .select({ id, slug, title, priceCents, imageUrl })
    .from(gigs)
    .where(sql`${id} = ${gigSeenBy(about.gig, senderId)}`);
  return { ...none, gig: gig ?? null };
}

/** A sub-select: the id of a gig that a user may see, else null: it is listed, or their own. */
export function gigSeenBy(gig: string, userId: string): SQL<string | null> {
  return sql`(select id from gigs where id = ${gig} and (listed = 1 or seller_id = ${userId}))`;
}

/** A sub-select: the id of an order between the two of a conversation, else null. */
export function orderBetween(order: string, conversationId: string): SQL<string | null> {
  return sql`(select o.id from orders o join conversations c on c.id = ${conversationId}
    where o.id = ${order} and min(o.buyer_id, o.seller_id) = c.first_id and max(o.buyer_id, o.seller_id) = c.second_id)`;
}

/** A sub-select: the id of an offer of a conversation, else null. */
export function offerIn(offer: string, conversationId: string): SQL<string | null> {
  return sql`(select id from offers where id = ${offer} and conversation_id = ${conversationId})`;
}
