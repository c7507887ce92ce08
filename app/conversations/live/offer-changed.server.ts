import { eq } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { offerColumns, requestColumns } from "#app/conversations/thread/thread-messages.server.ts";
import { offerRequests, offers } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "inboxes">;

/**
 * Pushes an offer as it is now to the open pages of both participants (docs/specification.md#live-events).
 * Call it with `later`, after each change of its state. An offer that does not exist is not an error.
 */
export async function tellOffer({ db, inboxes }: Deps, id: string): Promise<void> {
  const { sellerId, buyerId, conversationId } = offers;
  const [row] = await db
    .select({ sellerId, buyerId, conversationId, offer: offerColumns })
    .from(offers)
    .where(eq(offers.id, id));
  if (!row) return;
  const event = { type: "offer", conversation: row.conversationId, offer: row.offer } as const;
  await inboxes.push([row.sellerId, row.buyerId], event);
}

/** Pushes a request for an offer as it is now, like `tellOffer`. @param id the message's */
export async function tellRequest({ db, inboxes }: Deps, id: string): Promise<void> {
  const { sellerId, buyerId, conversationId } = offerRequests;
  const [row] = await db
    .select({ sellerId, buyerId, conversationId, request: requestColumns })
    .from(offerRequests)
    .where(eq(offerRequests.id, id));
  if (!row) return;
  const event = { type: "request", conversation: row.conversationId, id, request: row.request } as const;
  await inboxes.push([row.sellerId, row.buyerId], event);
}
