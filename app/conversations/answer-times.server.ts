import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";

/** How many of a seller's latest conversations are examined, and how many of the first messages of each. */
const [conversationsRead, messagesRead] = [10, 10];

/**
 * A statement: how long the people who wrote to the seller of the gig with this slug waited for the first
 * answer, as rows with `ms`, in the seller's latest conversations. A conversation that the seller began, or
 * has not answered, has no row. It reads at most 150 rows.
 */
export function listAnswerTimes(db: Db, slug: string) {
  const latest = sql`select conversation from conversation_sides, seller
    where user_id = seller.id and is_archived = 0 order by latest_at desc limit ${conversationsRead}`;
  const first = (column: string, rest: string) =>
    sql`(select ${sql.raw(column)} from (select sender_id, created_at from messages where conversation_id = talk.id
      order by number limit ${messagesRead}) ${sql.raw(rest)} limit 1)`;
  const found = sql`with seller as (select seller_id as id from gigs where slug = ${slug})
    select answered - asked as ms from (
      select ${first("created_at", "where sender_id <> seller.id")} as asked,
        ${first("sender_id", "")} as beginner,
        ${first("created_at", "where sender_id = seller.id")} as answered, seller.id as seller
      from (${latest}) as side, seller join conversations talk on talk.number = side.conversation)
    where beginner <> seller and answered is not null`;
  return db.select({ ms: sql<number>`ms` }).from(sql`(${found})`);
}
