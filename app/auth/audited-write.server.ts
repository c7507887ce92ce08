import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/context.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import { accountEvents } from "#drizzle/schema.ts";

type Kind = (typeof accountEvents.$inferInsert)["kind"];

/**
 * Writes a security setting in one batch with its event, which comes first.
 * @param user a sub-select of the user's id: where it finds nobody (`sessions.holder` of an ended session, say) nothing is written
 * @param at UTC ms
 * @returns false: nothing was written
 */
export async function auditedWrite(
  db: Db,
  kind: Kind,
  user: SQL<string>,
  at: number,
  rest: BatchItem<"sqlite">[],
): Promise<boolean> {
  try {
    await db.batch([db.insert(accountEvents).values({ userId: user, kind, at }), ...rest]);
    return true;
  } catch (error) {
    if (brokeNotNull(error, "account_events.user_id")) return false;
    throw error;
  }
}
