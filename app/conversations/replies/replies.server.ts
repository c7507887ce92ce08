import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { maxReplies, type SavedReply } from "#app/conversations/replies/reply.ts";
import * as guards from "#app/lib/guards.server.ts";
import { savedReplies } from "#drizzle/schema.ts";

// The store of saved replies. `holder` is a sub-select of the user's id that is null once the session has
// ended (auth/sessions).

/** A user's saved replies, oldest first. */
export async function list(db: Db, userId: string): Promise<SavedReply[]> {
  return await db
    .select({ number: savedReplies.number, content: savedReplies.content })
    .from(savedReplies)
    .where(eq(savedReplies.userId, userId))
    .orderBy(asc(savedReplies.number))
    .limit(maxReplies);
}

/** The text of a user's saved reply; null if there is none. */
export async function find(db: Db, userId: string, number: number): Promise<string | null> {
  const [row] = await db
    .select({ content: savedReplies.content })
    .from(savedReplies)
    .where(and(eq(savedReplies.number, number), eq(savedReplies.userId, userId)));
  return row?.content ?? null;
}

/** Saves a new reply. @param at UTC ms @returns false if there are twenty, or the session has ended */
export async function add(
  db: Db,
  userId: string,
  holder: SQL<string>,
  content: string,
  at: number,
): Promise<boolean> {
  const isRoom = sql`(select count(*) from saved_replies where user_id = ${userId}) < ${maxReplies}`;
  try {
    await db.batch([
      guards.that(db, "session", sql`${holder} is not null`),
      guards.that(db, "saved-reply-limit", isRoom),
      db.insert(savedReplies).values({ userId, content, createdAt: at }),
    ]);
    return true;
  } catch (error) {
    const rule = guards.broken(error);
    if (rule === "session" || rule === "saved-reply-limit") return false;
    throw error;
  }
}

/** Changes a reply. @returns false if it is not theirs, or the session has ended */
export async function change(db: Db, number: number, holder: SQL<string>, content: string): Promise<boolean> {
  const { meta } = await db.update(savedReplies).set({ content }).where(isHeld(number, holder));
  return meta.changes > 0;
}

/** Deletes a reply. @returns false if it is not theirs, or the session has ended */
export async function remove(db: Db, number: number, holder: SQL<string>): Promise<boolean> {
  const { meta } = await db.delete(savedReplies).where(isHeld(number, holder));
  return meta.changes > 0;
}

/** A statement: deletes the replies of a deleted account. */
export function ofUserDeleted(db: Db, userId: string) {
  return db.delete(savedReplies).where(eq(savedReplies.userId, userId));
}

function isHeld(number: number, holder: SQL<string>) {
  return and(eq(savedReplies.number, number), eq(savedReplies.userId, holder));
}
