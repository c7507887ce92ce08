import { asc, eq } from "drizzle-orm";
import { accountEvents } from "#drizzle/schema.ts";
import { db } from "../visitor.ts";

/** The kinds of a user's account events, oldest first. */
export async function accountEventKinds(userId: string): Promise<string[]> {
  const events = await db
    .select({ kind: accountEvents.kind })
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(asc(accountEvents.number));
  return events.map(({ kind }) => kind);
}
