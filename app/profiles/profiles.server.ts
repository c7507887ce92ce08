import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { conversations, messages, profiles, users } from "#drizzle/schema.ts";

/** The badge stops counting here: nobody reads a higher number, and the read stays small. */
const mostUnread = 100;

/**
 * What the header shows of the viewer, in one statement: name parts, avatar, messages not yet read (at most 100).
 * Null: no such profile.
 * @param reading the conversation that this page shows, and thereby reads; null: none
 */
export async function header(db: Db, viewerId: string, reading: string | null = null) {
  // `is_read = 0` is written out: SQLite uses the partial index of unread messages only for the literal.
  const unread = sql<number>`(select count(*) from (
    select 1 from ${conversations} c join ${messages} m on m.conversation_id = c.id and m.is_read = 0
      and m.sender_id = case when c.first_id = ${viewerId} then c.second_id else c.first_id end
    where (c.first_id = ${viewerId} or c.second_id = ${viewerId}) and c.id is not ${reading} limit ${mostUnread}))`;
  const [row] = await db
    .select({
      username: profiles.username,
      fullName: profiles.fullName,
      email: users.email,
      avatarUrl: profiles.avatarUrl,
      unread,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, viewerId));
  return row ?? null;
}
