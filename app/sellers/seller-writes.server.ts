import { eq } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import type { SellerEventKind } from "#app/sellers/seller.ts";
import { sellerEvents, sellers } from "#drizzle/schema.ts";

// The statements of every change to a registration: its event and its columns.

export type Seller = typeof sellers.$inferSelect;

/**
 * A statement: the registration's next event. Its number is the claim of a change
 * (docs/architecture.md#claims): of two concurrent batches, one violates the unique key and is rolled back.
 * @param seller as it was read when the change was decided @param actor null: the product itself
 * @param at UTC ms
 */
export function eventClaimed(
  db: Db,
  seller: Pick<Seller, "id" | "version">,
  kind: SellerEventKind,
  actor: string | null,
  at: number,
  { note, cents }: { note?: string | null; cents?: number } = {},
) {
  return db.insert(sellerEvents).values({
    sellerId: seller.id,
    seq: seller.version + 1,
    kind,
    actorId: actor,
    at,
    note: note?.trim() || null,
    cents: cents ?? null,
  });
}

/** True if a batch was rolled back because another batch had claimed the registration's next event. */
export function isLostRace(error: unknown): boolean {
  return brokeUnique(error, "seller_events.seq");
}

/** A statement: the registration's columns after a change. @param at UTC ms */
export function columnsChanged(
  db: Db,
  seller: Pick<Seller, "id" | "version">,
  at: number,
  to: Partial<Seller>,
) {
  return db
    .update(sellers)
    .set({ ...to, version: seller.version + 1, updatedAt: at })
    .where(eq(sellers.id, seller.id));
}
