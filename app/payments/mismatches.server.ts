import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { mismatches } from "#drizzle/schema.ts";

/** Money at Stripe that our books cannot explain. `id`: Stripe's. `note`: what does not agree, in words for the operator. */
export type Mismatch = Pick<typeof mismatches.$inferSelect, "id" | "orderId" | "note">;

/** Puts something into the operator's queue, once, also when it was resolved since. @param at UTC ms */
export async function note(db: Db, mismatch: Mismatch, at: number): Promise<void> {
  try {
    await db.insert(mismatches).values({ ...mismatch, at });
  } catch (error) {
    if (!brokeUnique(error, "mismatches.id")) throw error;
  }
}

/** A statement: it waits for an operator, anew where it was noted before. @param at UTC ms */
export function noted(db: Db, mismatch: Mismatch, at: number) {
  const { note } = mismatch;
  return db
    .insert(mismatches)
    .values({ ...mismatch, at })
    .onConflictDoUpdate({ target: mismatches.id, set: { note, at, resolvedAt: null } });
}
