import { and, desc, eq, sql } from "drizzle-orm";
import { audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import { pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import * as suspensions from "#app/admin/users/suspensions.server.ts";
import { deviceName } from "#app/auth/device.server.ts";
import * as sessionStore from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import { accountEvents, sessions } from "#drizzle/schema.ts";

/**
 * Lists a user's sessions, last started first, including those that ended in the last 30 days. Times are
 * UTC ms.
 * @param after the number of the previous page's last session; null: the first page
 * @returns `isAlive`: it can be ended. `next`: the `after` of the next page; null on the last page
 */
export async function listSessions(db: Db, userId: string, after: number | null, at: number) {
  const number = sql<number>`${sessions}.rowid`;
  const isBeyond =
    after === null
      ? undefined
      : sql`(created_at, rowid) < (select created_at, rowid from sessions where rowid = cast(${after} as integer) and user_id = ${userId})`;
  const rows = await db
    .select({
      number,
      id: sessions.id,
      device: sessions.device,
      place: sessions.place,
      aal: sessions.aal,
      owesFactor: sessions.owesFactor,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      expiresAt: sessions.expiresAt,
      endedAt: sessions.endedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isBeyond))
    .orderBy(desc(sessions.createdAt), desc(number))
    .limit(rowsPerPage + 1);
  const { shown, next } = pageOf(rows);
  const named = shown.map(({ device, ...session }) => ({
    ...session,
    device: deviceName(device),
    isAlive: session.endedAt === null && session.expiresAt > at,
  }));
  return { shown: named, next };
}

export type ListedSession = Awaited<ReturnType<typeof listSessions>>["shown"][number];

/** The name of the browser of a user's session; null if there is no such session. */
export async function findName(db: Db, userId: string, sessionId: string): Promise<string | null> {
  const [row] = await db
    .select({ device: sessions.device })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return row ? deviceName(row.device) : null;
}

type Change = Decision & { userId: string };

/**
 * Ends one session of a user, or all of them, including sign-ins that still need a code.
 * @param sessionId null: all of them
 * @param at UTC ms
 * @returns the ids of the ended sessions, which may have open tabs; null if there was nothing to end
 */
export async function end(
  db: Db,
  sessionId: string | null,
  { userId, ...decision }: Change,
  at: number,
): Promise<string[] | null> {
  const one = sessionId === null ? sql`true` : sql`id = ${sessionId}`;
  const subject = sql<string>`(select user_id from sessions where user_id = ${userId} and ${one} and ended_at is null and expires_at > ${at} limit 1)`;
  const [action, kind] =
    sessionId === null
      ? (["end-sessions", "sessions_ended"] as const)
      : (["end-session", "session_ended"] as const);
  const audit = audited(db, action, subject, decision, at);
  const statement =
    sessionId === null
      ? sessionStore.allEnded(db, userId, null, at)
      : sessionStore.ended(db, userId, sessionId, at);
  let ended: { id: string; expiresAt: number }[] = [];
  const state = await runAudited(async () => {
    const results = await db.batch([
      ...audit,
      statement.returning({ id: sessions.id, expiresAt: sessions.expiresAt }),
      db.insert(accountEvents).values({ userId, kind, at }),
    ]);
    ended = results[audit.length] as typeof ended;
  });
  return state === "done" ? suspensions.openOf(ended, at) : null;
}
