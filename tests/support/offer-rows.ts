import { and, eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { pairOf } from "#app/conversations/conversation.ts";
import { day } from "#app/lib/dates.ts";
import * as offerStore from "#app/offers/offers.server.ts";
import { conversations, messages, offerRequests, offers } from "#drizzle/schema.ts";
import { gig } from "./factories.ts";
import { db as market } from "./visitor.ts";

export type Terms = Partial<typeof offers.$inferInsert>;

/**
 * Stores an offer of a seller to a buyer with its message: $340, 5 days, valid for a week.
 * @param at when it is sent, UTC ms
 */
export async function offerRow(
  db: Db,
  { buyer, seller, gigId }: { buyer: { id: string }; seller: { id: string }; gigId: string },
  terms: Terms = {},
  at = Date.now(),
): Promise<offerStore.Offer> {
  const id = terms.id ?? crypto.randomUUID();
  const pair = pairOf(buyer.id, seller.id);
  await db
    .insert(conversations)
    .values({ id: crypto.randomUUID(), ...pair, lastMessage: null, createdAt: at, updatedAt: at })
    .onConflictDoNothing();
  const [talk] = await db
    .select()
    .from(conversations)
    .where(and(eq(conversations.firstId, pair.firstId), eq(conversations.secondId, pair.secondId)));
  const conversationId = talk?.id ?? "";
  const row = {
    ...{ id, conversationId, gigId, sellerId: seller.id, buyerId: buyer.id },
    title: "A portrait of a cat",
    text: "A portrait of both cats on one sheet, in ink",
    features: ["Two cats", "A frame"],
    ...{ priceCents: 34_000, deliveryDays: 5, revisions: 2, questions: [], edition: 1 },
    ...{ state: "open" as const, version: 1, createdAt: at, expiresAt: at + 7 * day },
    ...terms,
  };
  await db.batch([
    db.insert(messages).values({
      ...{ id, conversationId, senderId: seller.id, content: row.text, offerId: id },
      ...{ isRead: false, createdAt: at },
    }),
    db.insert(offers).values(row),
  ]);
  const offer = await offerStore.find(db, id);
  if (!offer) throw new Error("The offer is missing");
  return offer;
}

type User = { id: string };
/** The conversation, and its buyer and seller. */
export type Deal = { conversation: string; buyer: User; seller: User };

const need = "A logo of a fox for my bakery, in two colours, and nothing else.";

/** An offer in a conversation, of a new gig unless `terms` name one, as `offerRow` stores it. */
export async function offerIn({ conversation, buyer, seller }: Deal, terms: Terms = {}) {
  const gigId = terms.gigId ?? (await gig(market, { sellerId: seller.id })).id;
  const usual = { conversationId: conversation, title: "A logo", text: need, features: ["Two colours"] };
  return await offerRow(market, { buyer, seller, gigId }, { ...usual, ...terms });
}

/** A request for an offer, with its message: a budget of $300, wanted by 30 November 2026. */
export async function requestRow(
  { conversation, buyer, seller }: Deal,
  { content = need, ...changes }: Partial<typeof offerRequests.$inferInsert> & { content?: string } = {},
) {
  const [id, createdAt] = [crypto.randomUUID(), Date.now()];
  await market.insert(messages).values({
    ...{ id, conversationId: conversation, senderId: buyer.id, content, gigId: changes.gigId },
    ...{ isRead: false, createdAt },
  });
  const [request] = await market
    .insert(offerRequests)
    .values({
      ...{ id, conversationId: conversation, buyerId: buyer.id, sellerId: seller.id, createdAt },
      ...{ budgetCents: 30_000, wantedBy: "2026-11-30", state: "open", ...changes },
    })
    .returning();
  if (!request) throw new Error("No request");
  return request;
}
