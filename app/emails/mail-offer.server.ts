import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/context.ts";
import { removedMessage } from "#app/conversations/conversation.ts";
import { isRemoved } from "#app/offers/accepting/acceptable-offers.server.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { offers, profiles } from "#drizzle/schema.ts";

const buyers = alias(profiles, "buyer");
const sellers = alias(profiles, "seller");

/** An offer, as it is when its email is sent; null if it is gone. */
export async function findMailOffer(db: Db, id: string) {
  const [row] = await db
    .select({
      offer: offers,
      isRemoved,
      buyer: { username: shownUsername(buyers), fullName: buyers.fullName },
      seller: { username: shownUsername(sellers), fullName: sellers.fullName },
    })
    .from(offers)
    .innerJoin(buyers, eq(buyers.id, offers.buyerId))
    .innerJoin(sellers, eq(sellers.id, offers.sellerId))
    .where(eq(offers.id, id));
  if (!row) return null;
  const { title, text, priceCents, deliveryDays, edition, expiresAt, reason } = row.offer;
  return {
    ...{ id, title, priceCents, deliveryDays, edition, expiresAt, reason },
    text: row.isRemoved ? removedMessage : text,
    /** How sentences name them. */
    buyer: nameInSentence(row.buyer),
    seller: nameInSentence(row.seller),
  };
}

export type MailOffer = NonNullable<Awaited<ReturnType<typeof findMailOffer>>>;
