import { and, eq } from "drizzle-orm";
import { offerDrafts, offerRequests, offers, outbox } from "#drizzle/schema.ts";
import { writer } from "../gigs/editor/writer.ts";
import { conversationOf } from "../support/conversations.ts";
import { gig } from "../support/factories.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

/** What a buyer needs, in 40 characters or more. */
export const need = "A clock of 1890 that has not run for twenty years; see the picture.";

/** What a buyer gets, in 40 characters or more. */
export const given = "I clean the movement, replace the spring and send you a film of it.";

/** A buyer, a seller with an active service, and their conversation, without a message. */
export async function market(options: Parameters<typeof gig>[1] = {}) {
  const [buyer, seller] = [await visitor.signedIn(), await writer()];
  const service = await gig(db, { title: "Clock repair", sellerId: seller.id, ...options });
  return { buyer, seller, service, id: await conversationOf(buyer, seller) };
}

/** The fields of an offer that can be sent. */
export function offerFields(conversation: string, gigId: string, more: Record<string, string> = {}) {
  return {
    ...{ intent: "send", conversation, id: crypto.randomUUID(), gig: gigId, content: given },
    ...{ "features[0]": "A new spring", "features[1]": "", price: "340", days: "12", revisions: "2" },
    ...{ questionsOf: "gig", valid: "7", ...more },
  };
}

export const offersOf = (conversation: string) =>
  db.select().from(offers).where(eq(offers.conversationId, conversation)).orderBy(offers.number);

export const requestsOf = (conversation: string) =>
  db
    .select()
    .from(offerRequests)
    .where(eq(offerRequests.conversationId, conversation))
    .orderBy(offerRequests.number);

export const draftsOf = (seller: Visitor) =>
  db.select().from(offerDrafts).where(eq(offerDrafts.sellerId, seller.id));

export const mailsTo = (user: Visitor) =>
  db
    .select({ kind: outbox.kind, subjectId: outbox.subjectId })
    .from(outbox)
    .where(and(eq(outbox.userId, user.id), eq(outbox.kind, "offer_sent")));
