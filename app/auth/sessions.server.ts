import { and, eq, gt, isNull } from "drizzle-orm";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { randomToken, sha256 } from "#app/lib/bytes.ts";
import { day } from "#app/lib/dates.ts";
import { sessions, users } from "#drizzle/schema.ts";

/** How long a session lives, in ms. */
export const sessionLife = 30 * day;

/** Starts a session of a user. @param at UTC ms @returns the cookie's value; only its hash is kept */
export async function start(db: Db, userId: string, at: number): Promise<string> {
  const token = randomToken();
  await db.insert(sessions).values({
    id: crypto.randomUUID(),
    userId,
    tokenHash: await sha256(token),
    createdAt: at,
    expiresAt: at + sessionLife,
  });
  return token;
}

/** Who holds this cookie; null when the session is unknown, ended or over. @param at UTC ms */
export async function findViewer(db: Db, token: string, at: number): Promise<Viewer | null> {
  const [row] = await db
    .select({ id: users.id, sessionId: sessions.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(eq(sessions.tokenHash, await sha256(token)), isNull(sessions.endedAt), gt(sessions.expiresAt, at)),
    );
  if (!row) return null;
  return {
    id: row.id,
    sessionId: row.sessionId,
    aal: "aal1",
    roles: row.role === "operator" ? ["user", "operator"] : ["user"],
  };
}

/** Ends a session; ending it twice changes nothing. @param at UTC ms */
export async function end(db: Db, sessionId: string, at: number): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
}
