import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { mismatches } from "#drizzle/schema.ts";

/**
 * Money at Stripe that our books do not explain. `id` is Stripe's id. `note` tells the operator what does not
 * agree.
 */
export type Mismatch = Pick<typeof mismatches.$inferSelect, "id" | "orderId" | "note">;

/**
 * Adds a mismatch to the operator's queue. One that was added before, open or resolved, is not changed.
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
 * A statement: adds a mismatch to the operator's queue. One that was added before is opened again.
 * @param at UTC ms
 */
export function queued(db: Db, mismatch: Mismatch, at: number) {
  const { note } = mismatch;
  return db
    .insert(mismatches)
    .values({ ...mismatch, at })
    .onConflictDoUpdate({ target: mismatches.id, set: { note, at, resolvedAt: null } });
}
