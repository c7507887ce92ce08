import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import { accountEvents } from "#drizzle/schema.ts";

type Kind = (typeof accountEvents.$inferInsert)["kind"];

/**
 * Writes a change of a security setting and its account event in one batch.
 * @param guard a condition of the write, such as `sessions.held`; it comes first
 * @param at UTC ms
 * @param statements the change itself
 * @returns false if nothing was written, because the guard's rule was broken
 */
export async function auditedWrite(
  db: Db,
  kind: Kind,
  userId: string,
  guard: ReturnType<typeof guards.that>,
  at: number,
  statements: BatchItem<"sqlite">[],
): Promise<boolean> {
  try {
    await db.batch([guard, db.insert(accountEvents).values({ userId, kind, at }), ...statements]);
    return true;
  } catch (error) {
    if (guards.broken(error)) return false;
    throw error;
  }
}
