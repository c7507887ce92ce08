import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import { maxOpenRequests } from "#app/offers/offer.ts";
import { messages, offerRequests } from "#drizzle/schema.ts";

// The store of requests for an offer (docs/specification.md#asking-for-an-offer).

/** A request to store. Cents. `wantedBy`: `2026-11-30`. */
export type NewRequest = {
  conversationId: string;
  buyerId: string;
  sellerId: string;
  gigId: string | null;
  budgetCents: number | null;
  wantedBy: string | null;
};

/**
 * Statements: the message with this id asks for an offer. The guard `offer-request-limit` breaks the batch if
 * too many requests of the buyer wait in the conversation.
 * @param at UTC ms
 */
export function requested(db: Db, id: string, request: NewRequest, at: number) {
  const { conversationId, buyerId } = request;
  const isRoom = sql`(select count(*) from (select 1 from offer_requests where conversation_id = ${conversationId}
    and buyer_id = ${buyerId} and state = 'open' limit ${maxOpenRequests})) < ${maxOpenRequests}`;
  return [
    guards.that(db, "offer-request-limit", isRoom),
    db.insert(offerRequests).values({ id, ...request, state: "open", createdAt: at }),
  ];
}

/** A statement: an offer answers the open requests of a buyer in a conversation. */
export function answered(db: Db, conversationId: string, buyerId: string) {
  return db
    .update(offerRequests)
    .set({ state: "offered" })
    .where(
      and(
        eq(offerRequests.conversationId, conversationId),
        eq(offerRequests.buyerId, buyerId),
        eq(offerRequests.state, "open"),
      ),
    );
}

/** The buyer's latest requests in a conversation that an offer has answered, at most as many as can wait. */
export async function listOffered(
  db: Db,
  { conversationId, buyerId }: Pick<NewRequest, "conversationId" | "buyerId">,
): Promise<{ id: string }[]> {
  return await db
    .select({ id: offerRequests.id })
    .from(offerRequests)
    .where(
      and(
        eq(offerRequests.conversationId, conversationId),
        eq(offerRequests.buyerId, buyerId),
        eq(offerRequests.state, "offered"),
      ),
    )
    .orderBy(desc(offerRequests.number))
    .limit(maxOpenRequests);
}

/** The buyer's latest open request in a conversation that no operator has removed; null if there is none. */
export async function findLatestOpen(db: Db, conversationId: string, buyerId: string) {
  const { gigId, budgetCents, wantedBy, createdAt } = offerRequests;
  const [row] = await db
    .select({ text: messages.content, gigId, budgetCents, wantedBy, createdAt })
    .from(offerRequests)
    .innerJoin(messages, eq(messages.id, offerRequests.id))
    .where(
      and(
        eq(offerRequests.conversationId, conversationId),
        eq(offerRequests.buyerId, buyerId),
        eq(offerRequests.state, "open"),
        sql`${messages.removedAt} is null`,
      ),
    )
    .orderBy(desc(offerRequests.number))
    .limit(1);
  return row ?? null;
}
