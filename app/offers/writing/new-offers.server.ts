import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/context.ts";
import { pairOf } from "#app/conversations/conversation.ts";
import * as guards from "#app/lib/guards.server.ts";
import { expiryOf, maxOpenOffers, type OfferTerms } from "#app/offers/offer.ts";
import { mailed, type Offer } from "#app/offers/offers.server.ts";
import * as drafts from "#app/offers/writing/offer-drafts.server.ts";
import * as requests from "#app/offers/writing/requests.server.ts";
import { offers } from "#drizzle/schema.ts";

/** An offer to send. `draftVersion`: the version of the draft that the form showed; null if it named none. */
export type NewOffer = OfferTerms & {
  conversationId: string;
  gigId: string;
  sellerId: string;
  buyerId: string;
  /** The title of the service. */
  title: string;
  validDays: number;
  draftVersion: number | null;
  /** The version that it replaces, as it was read; null: it is the first. */
  replaced: Offer | null;
};

/**
 * Statements: the message with this id sends an offer (docs/specification.md#writing-an-offer). These guards
 * break the batch:
 * - `offer-unchanged`: the replaced offer has changed since it was read
 * - `offer-possible`: the service is not an active one of the seller, or the buyer is not the other
 *   participant
 * - `offer-limit`: too many offers are open
 * @param at UTC ms
 */
export function offered(db: Db, id: string, offer: NewOffer, at: number): BatchItem<"sqlite">[] {
  const { replaced, validDays, draftVersion, ...terms } = offer;
  const { conversationId, gigId, sellerId, buyerId } = terms;
  const { firstId, secondId } = pairOf(sellerId, buyerId);
  const isPossible = sql`exists (select 1 from gigs where id = ${gigId} and seller_id = ${sellerId} and listed = 1)
    and exists (select 1 from conversations where id = ${conversationId} and first_id = ${firstId} and second_id = ${secondId})`;
  return [
    guards.that(db, "offer-possible", isPossible),
    ...(replaced ? replacedBy(db, replaced, at) : []),
    guards.that(db, "offer-limit", isRoom(offer, at)),
    db.insert(offers).values({
      id,
      ...terms,
      edition: (replaced?.edition ?? 0) + 1,
      replacesId: replaced?.id ?? null,
      state: "open",
      version: 1,
      createdAt: at,
      expiresAt: expiryOf(at, validDays),
    }),
    requests.answered(db, conversationId, buyerId),
    drafts.sent(db, sellerId, conversationId, draftVersion),
    mailed(db, "offer_sent", buyerId, { id, conversationId }, at),
  ];
}

/** A condition: the seller may have another open offer. One whose time is over does not count. */
function isRoom({ conversationId, sellerId }: NewOffer, at: number) {
  const { conversation, seller } = maxOpenOffers;
  const isOpen = sql`state = 'open' and expires_at > ${at}`;
  return sql`(select count(*) from (select 1 from offers where conversation_id = ${conversationId} and ${isOpen} limit ${conversation})) < ${conversation}
    and (select count(*) from (select 1 from offers where seller_id = ${sellerId} and ${isOpen} limit ${seller})) < ${seller}`;
}

/** Statements: a newer version replaces an offer, which is open or has expired. */
function replacedBy(db: Db, { id, version }: Offer, at: number) {
  const isUnchanged = sql`exists (select 1 from offers where id = ${id} and version = ${version} and state in ('open', 'expired'))`;
  return [
    guards.that(db, "offer-unchanged", isUnchanged),
    db
      .update(offers)
      .set({ state: "replaced", version: version + 1, closedAt: sql`coalesce(${offers.closedAt}, ${at})` })
      .where(eq(offers.id, id)),
  ];
}
