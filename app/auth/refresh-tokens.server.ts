import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { type Session, sessionLife, type TokenSubject } from "#app/auth/session.ts";
import { aliveAt, roleOf } from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import { hmac, isEqualConstantTime } from "#app/lib/bytes.ts";
import { sessions } from "#drizzle/schema.ts";

/**
 * The next refresh token of a session: `{session}.{counter}.{signature}`. It is derived and never stored
 * (docs/decisions/0045-derive-refresh-tokens.md).
 * @param secret APP_SECRET
 */
export async function sign(
  secret: string,
  { id, counter }: Pick<Session, "id" | "counter">,
): Promise<string> {
  const payload = `${id}.${counter + 1}`;
  return `${payload}.${await hmac(secret, `refresh:${payload}`)}`;
}

/** Verifies the signature without reading the database. Null for a token that was never issued. */
async function parse(secret: string, token: string): Promise<{ id: string; counter: number } | null> {
  const [, id = "", digits = "", signature = ""] = /^([\w-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  const counter = Number(digits);
  return id && isEqualConstantTime(signature, await hmac(secret, `refresh:${id}.${counter}`))
    ? { id, counter }
    : null;
}

/**
 * `replayed`: the token is older than the predecessor of the current one, so it was copied. The session
 * has been ended.
 */
type RefreshResult =
  | { state: "refreshed"; session: TokenSubject }
  | { state: "ended" }
  | { state: "replayed"; userId: string; sessionId: string };

/**
 * Refreshes a session (docs/architecture.md#sessions). Parallel requests with the same token get the same
 * successor. The token stays valid until its successor is used, because the response may be lost. An older
 * token ends the session.
 * @param secret APP_SECRET
 * @param at UTC ms
 */
export async function redeem(db: Db, secret: string, token: string, at: number): Promise<RefreshResult> {
  const parsed = await parse(secret, token);
  if (!parsed) return { state: "ended" };
  const { id, counter } = parsed;
  const [row] = await db
    .update(sessions)
    .set({
      counter,
      seenAt: at,
      expiresAt: sql`iif(${sessions.owesFactor}, ${sessions.expiresAt}, ${at + sessionLife})`,
    })
    .where(and(eq(sessions.id, id), aliveAt(at), inArray(sessions.counter, [counter - 1, counter])))
    .returning({
      id: sessions.id,
      userId: sessions.userId,
      counter: sessions.counter,
      aal: sessions.aal,
      owesFactor: sessions.owesFactor,
      expiresAt: sessions.expiresAt,
      role: sql<string>`(select role from users where users.id = user_id)`,
    });
  if (row) return { state: "refreshed", session: { ...row, role: roleOf(row.role) } };
  const [replayed] = await db
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.id, id), aliveAt(at), gt(sessions.counter, counter)))
    .returning({ userId: sessions.userId });
  return replayed ? { state: "replayed", userId: replayed.userId, sessionId: id } : { state: "ended" };
}
