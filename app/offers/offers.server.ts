import { and, eq, or, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { offerDrafts, offerRequests, offers } from "#drizzle/schema.ts";

// The store of offers. Their messages are stored by app/conversations/sending/sending.server.ts.

export type Offer = typeof offers.$inferSelect;

/** One offer; null if there is none. */
export async function find(db: Db, id: string): Promise<Offer | null> {
  const [offer] = await db.select().from(offers).where(eq(offers.id, id));
  return offer ?? null;
}

/** One offer of which this user is a party; null if there is none. */
export async function findOf(db: Db, id: string, userId: string): Promise<Offer | null> {
  const isParty = or(eq(offers.sellerId, userId), eq(offers.buyerId, userId));
  const [offer] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.id, id), isParty));
  return offer ?? null;
}

/** A request for an offer; null if there is none. */
export async function findRequest(db: Db, id: string): Promise<typeof offerRequests.$inferSelect | null> {
  const [request] = await db.select().from(offerRequests).where(eq(offerRequests.id, id));
  return request ?? null;
}

/** Statement: declines a request. It changes no row if the request is no longer open. */
export function requestDeclined(db: Db, id: string) {
  return db
    .update(offerRequests)
    .set({ state: "declined" })
    .where(and(eq(offerRequests.id, id), eq(offerRequests.state, "open")));
}

/** What an open offer becomes. */
type Closed =
  | { state: "accepted"; orderId: string }
  | { state: "declined"; reason: string | null }
  | { state: "withdrawn" | "expired" | "replaced" };

/**
 * Statements: an open offer is closed, if it is still as it was read. Otherwise the guard `offer-unchanged`
 * breaks the batch.
 * @param at UTC ms
 */
export function closed(db: Db, { id, version }: Pick<Offer, "id" | "version">, to: Closed, at: number) {
  const isUnchanged = sql`exists (select 1 from offers where id = ${id} and version = ${version} and state = 'open')`;
  return [
    guards.that(db, "offer-unchanged", isUnchanged),
    db
      .update(offers)
      .set({ ...to, version: version + 1, closedAt: at })
      .where(eq(offers.id, id)),
  ] as const;
}

/**
 * Statements: a user's account is deleted. Their open offers are withdrawn. Open offers to them, their
 * requests and requests to them are declined. Their drafts are deleted. The batch selects the rows when it
 * runs; there may be none.
 * @param at UTC ms
 */
export function ofUserClosed(db: Db, userId: string, at: number) {
  const theirs = sql`conversation_id in (select id from conversations where first_id = ${userId} or second_id = ${userId})`;
  // As a literal, so that SQLite uses the partial indexes.
  const isOpen = sql`state = 'open'`;
  const closing = { version: sql`version + 1`, closedAt: at };
  return [
    db
      .update(offers)
      .set({ ...closing, state: "withdrawn" })
      .where(and(eq(offers.sellerId, userId), isOpen)),
    db
      .update(offers)
      .set({ ...closing, state: "declined" })
      .where(and(theirs, eq(offers.buyerId, userId), isOpen)),
    db.update(offerRequests).set({ state: "declined" }).where(and(theirs, isOpen)),
    db.delete(offerDrafts).where(eq(offerDrafts.sellerId, userId)),
  ] as const;
}

/**
 * A statement: the email about an offer to one of its parties; none if they have muted the conversation
 * (docs/specification.md#blocking). @param at UTC ms
 */
export function mailed(
  db: Db,
  kind: "offer_sent" | "offer_withdrawn" | "offer_declined" | "offer_expired",
  userId: string,
  { id, conversationId }: Pick<Offer, "id" | "conversationId">,
  at: number,
) {
  const isMuted = sql`exists (select 1 from conversation_sides where user_id = ${userId} and is_muted = 1
    and conversation = (select number from conversations where id = ${conversationId}))`;
  return outbox.mailRows(
    db,
    sql`select ${crypto.randomUUID()} as id, ${kind} as kind, ${userId} as user_id, ${id} as subject_id, ${at} as due_at
      where not ${isMuted}`,
    at,
  );
}
