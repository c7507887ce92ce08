import type { Db } from "#app/context.ts";
import { deadLetters } from "#drizzle/schema.ts";

/** Stores a queue message that was given up, for Health. @param at UTC ms */
export async function store(
  db: Db,
  body: unknown,
  reason: "not understood" | "failed",
  at: number,
): Promise<void> {
  await db.insert(deadLetters).values({ body: JSON.stringify(body).slice(0, 2000), reason, at });
}
