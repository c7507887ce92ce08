import { day } from "#app/lib/dates.ts";
import { messages, offerRequests, offers } from "#drizzle/schema.ts";
import { gig } from "./factories.ts";
import { db } from "./visitor.ts";

type User = { id: string };
/** The conversation, and its buyer and seller. */
export type Deal = { conversation: string; buyer: User; seller: User };

const need = "A logo of a fox for my bakery, in two colours, and nothing else.";

async function messageRow(
  conversationId: string,
  senderId: string,
  row: Partial<typeof messages.$inferInsert>,
) {
  const createdAt = Date.now();
  const values = {
    id: crypto.randomUUID(),
    conversationId,
    senderId,
    content: need,
    isRead: false,
    createdAt,
  };
  const [message] = await db
    .insert(messages)
    .values({ ...values, ...row })
    .returning();
  if (!message) throw new Error("No message");
  return message;
}

/** An offer of a new gig, with its message: $340, 5 days, 2 revisions, open for 7 days. */
export async function offerRow(
  { conversation, buyer, seller }: Deal,
  changes: Partial<typeof offers.$inferInsert> = {},
) {
  const id = crypto.randomUUID();
  const { createdAt } = await messageRow(conversation, seller.id, { id, offerId: id });
  const [offer] = await db
    .insert(offers)
    .values({
      ...{
        id,
        conversationId: conversation,
        sellerId: seller.id,
        buyerId: buyer.id,
        text: need,
        title: "A logo",
      },
      gigId: changes.gigId ?? (await gig(db, { sellerId: seller.id })).id,
      ...{ features: ["Two colours"], priceCents: 34_000, deliveryDays: 5, revisions: 2, questions: [] },
      ...{ edition: 1, state: "open", version: 1, createdAt, expiresAt: createdAt + 7 * day },
      ...changes,
    })
    .returning();
  if (!offer) throw new Error("No offer");
  return offer;
}

/** A request for an offer, with its message: a budget of $300, wanted by 30 November 2026. */
export async function requestRow(
  { conversation, buyer, seller }: Deal,
  { content = need, ...changes }: Partial<typeof offerRequests.$inferInsert> & { content?: string } = {},
) {
  const { id, createdAt } = await messageRow(conversation, buyer.id, { content, gigId: changes.gigId });
  const [request] = await db
    .insert(offerRequests)
    .values({
      ...{ id, conversationId: conversation, buyerId: buyer.id, sellerId: seller.id, createdAt },
      ...{ budgetCents: 30_000, wantedBy: "2026-11-30", state: "open", ...changes },
    })
    .returning();
  if (!request) throw new Error("No request");
  return request;
}
