import { eq, sql } from "drizzle-orm";
import * as accounts from "#app/auth/accounts.server.ts";
import * as links from "#app/auth/links.server.ts";
import type { PendingSecondFactor } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { day, minute } from "#app/lib/dates.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { sessions as sessionRows } from "#drizzle/schema.ts";

/**
 * Links per day. Each works for a day, so even if an attacker requests all of them, the owner has one that
 * works.
 */
const maxPerDay = 5;

/**
 * Mails the owner a link that lets one browser enter codes again (docs/specification.md#wrong-codes), at most
 * one in ten minutes and five a day.
 * @param at UTC ms
 * @param redirectTo the return path
 */
export async function send(
  db: Db,
  userId: string,
  at: number,
  redirectTo: string,
): Promise<"sent" | "sent recently"> {
  const account = await accounts.find(db, userId);
  if (!account) return "sent recently";
  const [soon, often] = await Promise.all([
    outbox.wasMailedSince(db, "unlock", userId, at - 10 * minute),
    outbox.wasMailedSince(db, "unlock", userId, at - day, maxPerDay),
  ]);
  if (soon || often) return "sent recently";
  await db.batch(links.issued(db, "unlock", "unlock", { userId, email: account.email }, at, redirectTo));
  return "sent";
}

/**
 * Consumes a link: the browser with this session may enter codes again.
 * @param at UTC ms
 * @returns also "expired" if the session has ended
 */
export async function unlock(
  db: Db,
  link: links.Link,
  { userId, sessionId }: PendingSecondFactor,
  at: number,
): Promise<"done" | "used" | "expired"> {
  const isAlive = sql`exists (select 1 from sessions where id = ${sessionId} and user_id = ${userId} and ended_at is null and expires_at > ${at})`;
  try {
    await db.batch([
      ...links.consumed(db, link, "codes_unlocked", at, isAlive),
      db.update(sessionRows).set({ unlockedAt: at }).where(eq(sessionRows.id, sessionId)),
    ]);
    return "done";
  } catch (error) {
    const failure = links.consumeFailure(error);
    if (!failure) throw error;
    return failure;
  }
}
