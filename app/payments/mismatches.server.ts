import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { mismatches } from "#drizzle/schema.ts";

/**
 * Money at Stripe that our books do not explain. `id` is Stripe's id. `note` tells the operator what differs.
 */
export type Mismatch = Pick<typeof mismatches.$inferSelect, "id" | "orderId" | "registrationId" | "note">;

/**
 * Adds a mismatch to the operator's queue. An earlier one with this id, open or resolved, is not changed.
 * @param at UTC ms
 */
export async function queue(db: Db, mismatch: Mismatch, at: number): Promise<void> {
  try {
    await db.insert(mismatches).values({ ...mismatch, at });
  } catch (error) {
    if (!brokeUnique(error, "mismatches.id")) throw error;
  }
}

/**
 * A statement: adds a mismatch to the operator's queue. An earlier one with this id is reopened.
 * @param at UTC ms
 */
export function queued(db: Db, mismatch: Mismatch, at: number) {
  const { note } = mismatch;
  return db
    .insert(mismatches)
    .values({ ...mismatch, at })
    .onConflictDoUpdate({ target: mismatches.id, set: { note, at, resolvedAt: null } });
}

/**
 * A statement: removes a mismatch from the operator's queue because it is now explained. It may change no
 * rows.
 * @param id Stripe's @param why shown to the operator @param at UTC ms
 */
export function explained(db: Db, id: string, why: string, at: number) {
  return db
    .update(mismatches)
    .set({ resolvedAt: at, note: sql`${mismatches.note} || ${`. ${why}`}` })
    .where(and(eq(mismatches.id, id), isNull(mismatches.resolvedAt)));
}

/** A dispute over money that no order has accepted. `at`: when it was opened, UTC ms. */
type StrayDispute = Mismatch & { disputeState: "open" | "won" | "lost"; at: number };

/**
 * A statement: stores a dispute over money that no order has accepted. It enters the operator's queue when it
 * is opened and again when it is lost; a won one explains itself. A known state changes nothing.
 * @param at UTC ms
 */
export function strayDispute(db: Db, dispute: StrayDispute, at: number) {
  const resolvedAt = dispute.disputeState === "won" ? at : null;
  const { note, disputeState } = dispute;
  return db
    .insert(mismatches)
    .values({ ...dispute, resolvedAt })
    .onConflictDoUpdate({
      target: mismatches.id,
      set: { note, disputeState, resolvedAt },
      setWhere: sql`${mismatches.disputeState} is not ${disputeState}`,
    });
}

/**
 * When the oldest open dispute over money that no order has accepted was opened, UTC ms; null: none is open.
 */
export async function oldestStrayDispute(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ at: mismatches.at })
    .from(mismatches)
    .where(eq(mismatches.disputeState, "open"))
    .orderBy(mismatches.at)
    .limit(1);
  return row?.at ?? null;
}
