import { and, eq } from "drizzle-orm";
import { pairOf } from "#app/conversations/conversation.ts";
import type { Offer } from "#app/offers/offers.server.ts";
import { conversations, messages, offers, orders, outbox } from "#drizzle/schema.ts";
import { day, now } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

type Terms = Partial<typeof offers.$inferInsert>;

/** Stores an offer of a seller to a buyer with its message: $340, 5 days, valid for a week. */
export async function offerRow(
  { buyer, seller, gigId }: { buyer: { id: string }; seller: { id: string }; gigId: string },
  terms: Terms = {},
): Promise<Offer> {
  const at = now();
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
  return await offerOf(id);
}

/** Bob has sent Ann an offer. */
export async function anOffer(terms: Terms = {}, buyer?: Visitor) {
  const [ann, bob] = [buyer ?? (await visitor.signedIn()), await visitor.signedIn()];
  const service = await gig(db, { sellerId: bob.id });
  const offer = await offerRow({ buyer: ann, seller: bob, gigId: service.id }, terms);
  return { ann, bob, service, offer };
}

/** An offer as it is stored now. */
export async function offerOf(id: string): Promise<Offer> {
  const [offer] = await db.select().from(offers).where(eq(offers.id, id));
  if (!offer) throw new Error("There is no such offer");
  return offer;
}

/** The orders of an offer, the first one first. */
export const ordersOf = (offerId: string) =>
  db.select().from(orders).where(eq(orders.offerId, offerId)).orderBy(orders.number);

/** The kinds of the emails about an offer, with the ids of their readers. */
export async function mailsAbout(offerId: string) {
  const rows = await db.select().from(outbox).where(eq(outbox.subjectId, offerId)).orderBy(outbox.number);
  return rows.map(({ kind, userId }) => [kind, userId]);
}

/** The form on an offer's page, as its buyer sends it. */
export async function formOf(buyer: Visitor, offerId: string) {
  const page = await buyer.get(`/offers/${offerId}`);
  return { offer: offerId, token: page.field("token"), shownPrice: page.field("shownPrice") };
}
