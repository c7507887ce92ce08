import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import { offers } from "#drizzle/schema.ts";

// The store of offers. Their messages are stored by app/conversations/sending/sending.server.ts.

export type Offer = typeof offers.$inferSelect;

/** One offer; null if there is none. */
export async function find(db: Db, id: string): Promise<Offer | null> {
  const [offer] = await db.select().from(offers).where(eq(offers.id, id));
  return offer ?? null;
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
