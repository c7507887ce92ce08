import { and, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import {
  type ClientInfo,
  pendingSecondFactorLife,
  type Session,
  sessionLife,
  type TokenSubject,
} from "#app/auth/session.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { hmac, isEqualConstantTime } from "#app/lib/bytes.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import { sessions, users } from "#drizzle/schema.ts";

type Start = {
  userId: string;
  role: string;
  aal: Session["aal"];
  owesFactor: boolean;
  at: number;
} & ClientInfo;

/** A session that is not written yet. @param at UTC ms */
export function begun({ userId, role, aal, owesFactor, device, place, at }: Start) {
  const row = {
    id: crypto.randomUUID(),
    userId,
    counter: 0,
    aal,
    owesFactor,
    device: device.slice(0, 300),
    place,
    createdAt: at,
    seenAt: at,
    expiresAt: at + (owesFactor ? pendingSecondFactorLife : sessionLife),
  };
  return { row, subject: { ...row, role: roleOf(role) } satisfies TokenSubject };
}

/**
 * What a session begins with: the password's hash as it was read, or, for the second factor, the session in which it was asked for.
 * Hashing and typing take their time, and both may be over by then.
 */
export type Proof = { passwordHash: string } | { askedIn: string };

/**
 * A statement: the session is there. It breaks NOT NULL (`isRefused`) where its user was suspended or deleted in the meantime, and where
 * its proof has gone: another password, a first second factor, or the end of the session that asked.
 */
export function started(db: Db, row: ReturnType<typeof begun>["row"], proof: Proof | null = null) {
  const holds = proof ? stillProved(row, proof) : sql`true`;
  const userId = sql`(select id from users where id = ${row.userId} and suspended_at is null and deleted_at is null and ${holds})`;
  return db.insert(sessions).values({ ...row, userId });
}

function stillProved({ userId, owesFactor, createdAt }: ReturnType<typeof begun>["row"], proof: Proof): SQL {
  if ("askedIn" in proof)
    return sql`exists (select 1 from sessions where id = ${proof.askedIn} and user_id = ${userId} and ended_at is null and expires_at > ${createdAt})`;
  const noFactor = sql`not exists (select 1 from factors where user_id = ${userId} and status = 'verified')`;
  return sql`(password_hash = ${proof.passwordHash} and ${owesFactor ? sql`true` : noFactor})`;
}

/** True when a session did not begin because its user may have none any more. */
export function isRefused(error: unknown): boolean {
  return brokeNotNull(error, "sessions.user_id");
}

/** The refresh token that follows the last one presented: `{session}.{counter}.{signature}`. @param secret of the product */
export async function refreshToken(
  secret: string,
  { id, counter }: Pick<Session, "id" | "counter">,
): Promise<string> {
  const text = `${id}.${counter + 1}`;
  return `${text}.${await hmac(secret, `refresh:${text}`)}`;
}

/** A token that we made, else null; this costs no read. */
async function ours(secret: string, token: string): Promise<{ id: string; counter: number } | null> {
  const [, id = "", digits = "", signature = ""] = /^([\w-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  const counter = Number(digits);
  return id && isEqualConstantTime(signature, await hmac(secret, `refresh:${id}.${counter}`))
    ? { id, counter }
    : null;
}

/** What became of a refresh. `replayed`: an old token was shown, so a copy of it is about, and the session has been ended. */
export type Refreshed =
  | { state: "fresh"; session: TokenSubject }
  | { state: "ended" }
  | { state: "replayed"; userId: string; sessionId: string };

/**
 * Takes a refresh token (docs/architecture.md#sessions, who is looking). However many show the same one at once, all are led to the same
 * successor; it stays good until that was used, for an answer may be lost. One that is older ends the session.
 * @param at UTC ms
 */
export async function refresh(db: Db, secret: string, token: string, at: number): Promise<Refreshed> {
  const shown = await ours(secret, token);
  if (!shown) return { state: "ended" };
  const { id, counter } = shown;
  const [row] = await db
    .update(sessions)
    .set({
      counter,
      seenAt: at,
      expiresAt: sql`iif(${sessions.owesFactor}, ${sessions.expiresAt}, ${at + sessionLife})`,
    })
    .where(and(eq(sessions.id, id), isAlive(at), inArray(sessions.counter, [counter - 1, counter])))
    .returning({
      id: sessions.id,
      userId: sessions.userId,
      counter: sessions.counter,
      aal: sessions.aal,
      owesFactor: sessions.owesFactor,
      expiresAt: sessions.expiresAt,
      role: sql<string>`(select role from users where users.id = user_id)`,
    });
  if (row) return { state: "fresh", session: { ...row, role: roleOf(row.role) } };
  const [replayed] = await db
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.id, id), isAlive(at), gt(sessions.counter, counter)))
    .returning({ userId: sessions.userId });
  return replayed ? { state: "replayed", userId: replayed.userId, sessionId: id } : { state: "ended" };
}

function roleOf(role: string): "user" | "operator" {
  return role === "operator" ? "operator" : "user";
}

function isAlive(at: number): SQL | undefined {
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, at));
}

/** When a session began, UTC ms; null: there is none. */
export async function begunAt(db: Db, sessionId: string): Promise<number | null> {
  const [row] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return row?.createdAt ?? null;
}

/** True while the session has not ended. @param at UTC ms */
export async function lives(db: Db, sessionId: string, at: number): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isAlive(at)));
  return row !== undefined;
}

/**
 * The viewer's id while their session is alive, else null: the value of a NOT NULL column of whatever is written in their name, so that an
 * ended session writes nothing (docs/architecture.md#claims). @param at UTC ms
 */
export function holder({ id, sessionId }: Pick<Viewer, "id" | "sessionId">, at: number): SQL<string> {
  return sql`(select user_id from sessions where id = ${sessionId} and user_id = ${id} and ended_at is null and owes_factor = 0 and expires_at > ${at})`;
}

/** As `holder`, of an operator who used a second factor in this session: for the audit log. @param at UTC ms */
export function operator({ id, sessionId }: Pick<Viewer, "id" | "sessionId">, at: number): SQL<string> {
  return sql`(select s.user_id from sessions s join users u on u.id = s.user_id where s.id = ${sessionId} and s.user_id = ${id} and s.ended_at is null and s.owes_factor = 0 and s.aal = 'aal2' and s.expires_at > ${at} and u.role = 'operator' and u.suspended_at is null)`;
}

/** Whether the viewer is an operator now, as the database says (`operator`). @param at UTC ms */
export async function isOperators(
  db: Db,
  viewer: Pick<Viewer, "id" | "sessionId">,
  at: number,
): Promise<boolean> {
  const [row] = await db.all<{ id: string | null }>(sql`select ${operator(viewer, at)} as id`);
  return row?.id === viewer.id;
}

/** A statement: this session of a user is over; ending it twice changes nothing. @param at UTC ms */
export function ended(db: Db, userId: string, sessionId: string, at: number) {
  return db
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt)));
}

/** A statement: every session of a user is over, but for the one named. @param except null: all of them @param at UTC ms */
export function allEnded(db: Db, userId: string, except: string | null, at: number) {
  return db
    .update(sessions)
    .set({ endedAt: at })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        except === null ? undefined : ne(sessions.id, except),
      ),
    );
}

/** A user's sessions that are alive, the last seen first, at most 100. @param at UTC ms */
export function listAlive(db: Db, userId: string, at: number): Promise<Session[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isAlive(at), eq(sessions.owesFactor, false)))
    .orderBy(desc(sessions.seenAt))
    .limit(100);
}

/** Whether a user may have a session at all, and owes a second factor for it; null: there is no such user. */
export async function entry(db: Db, userId: string) {
  const [row] = await db
    .select({
      role: users.role,
      suspendedAt: users.suspendedAt,
      // Written out: drizzle names no table where it selects from one, and a bare `id` would be the factor's.
      hasFactor: sql<number>`exists (select 1 from factors where user_id = users.id and status = 'verified')`,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return row ?? null;
}
