import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/context.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import { accountEvents } from "#drizzle/schema.ts";

type Kind = (typeof accountEvents.$inferInsert)["kind"];

/**
 * Writes a change of a security setting and its account event in one batch. The event comes first.
 * @param userId a sub-select, such as `sessions.activeUserId`. If it is null, the event breaks NOT NULL and
 * the batch is undone.
 * @param at UTC ms
 * @param statements the change itself
 * @returns false if nothing was written, because `userId` was null
 */
export async function auditedWrite(
  db: Db,
  kind: Kind,
  userId: SQL<string>,
  at: number,
  statements: BatchItem<"sqlite">[],
): Promise<boolean> {
  try {
    await db.batch([db.insert(accountEvents).values({ userId, kind, at }), ...statements]);
    return true;
  } catch (error) {
    if (brokeNotNull(error, "account_events.user_id")) return false;
    throw error;
  }
}
