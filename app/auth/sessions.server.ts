import { and, desc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import {
  type ClientInfo,
  pendingSecondFactorLife,
  type Session,
  sessionLife,
  type TokenSubject,
} from "#app/auth/session.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import { sessions, users } from "#drizzle/schema.ts";

type NewSession = {
  userId: string;
  role: string;
  aal: Session["aal"];
  owesFactor: boolean;
  at: number;
} & Pick<ClientInfo, "device" | "place">;

/** Builds a session. `started` writes it. @param at UTC ms */
export function build({ userId, role, aal, owesFactor, device, place, at }: NewSession) {
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
 * The credential that was verified: the hash that the password matched, or the session in which the second
 * factor was challenged. Hashing and typing take time, so the credential is checked again when the session is
 * written.
 */
type Credential = { passwordHash: string } | { challengedIn: string };

/**
 * Statements: start the session. They break a rule (`isStartRefused`) if the user has been suspended or
 * deleted since, or if the credential is no longer valid: the password was changed, a first second factor was
 * added, or the challenged session has ended.
 * @param credential null for a session without a sign-in, in tests
 */
export function started(db: Db, row: ReturnType<typeof build>["row"], credential: Credential | null = null) {
  const isValid = credential ? credentialStillValid(row, credential) : sql`true`;
  const isAllowed = sql`exists (select 1 from users where id = ${row.userId} and suspended_at is null and deleted_at is null and ${isValid})`;
  return [guards.that(db, "sign-in-allowed", isAllowed), db.insert(sessions).values(row)] as const;
}

function credentialStillValid(
  { userId, owesFactor, createdAt }: ReturnType<typeof build>["row"],
  credential: Credential,
): SQL {
  if ("challengedIn" in credential)
    return sql`exists (select 1 from sessions where id = ${credential.challengedIn} and user_id = ${userId} and ended_at is null and expires_at > ${createdAt})`;
  const noFactor = sql`not exists (select 1 from factors where user_id = ${userId} and status = 'verified')`;
  return sql`(password_hash = ${credential.passwordHash} and ${owesFactor ? sql`true` : noFactor})`;
}

/** True for the error of a batch in which `started` was refused. */
export function isStartRefused(error: unknown): boolean {
  return guards.broken(error) === "sign-in-allowed";
}

/** The role as tokens carry it. */
export function roleOf(role: string): "user" | "operator" {
  return role === "operator" ? "operator" : "user";
}

/** The condition that a session has neither ended nor expired. @param at UTC ms */
export function aliveAt(at: number): SQL | undefined {
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, at));
}

/** When a session was started, in UTC ms; null if there is no such session. */
export async function findStartTime(db: Db, sessionId: string): Promise<number | null> {
  const [row] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return row?.createdAt ?? null;
}

/** True if the session has neither ended nor expired. @param at UTC ms */
export async function isAlive(db: Db, sessionId: string, at: number): Promise<boolean> {
  return (await findExpiry(db, sessionId, at)) !== null;
}

/** When a session expires, UTC ms; null if it has ended or expired. @param at UTC ms */
export async function findExpiry(db: Db, sessionId: string, at: number): Promise<number | null> {
  const [row] = await db
    .select({ expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), aliveAt(at)));
  return row?.expiresAt ?? null;
}

/** Which of some sessions have neither ended nor expired. @param at UTC ms */
export async function aliveOf(db: Db, sessionIds: string[], at: number): Promise<Set<string>> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(sql`${sessions.id} in (select value from json_each(${JSON.stringify(sessionIds)}))`, aliveAt(at)),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * A sub-select: the viewer's id while their session is alive, else null. Every write for the viewer has it in
 * its `where`, or in a guard `session` (docs/architecture.md#claims).
 * @param at UTC ms
 */
export function activeUserId({ id, sessionId }: Pick<Viewer, "id" | "sessionId">, at: number): SQL<string> {
  return sql`(select user_id from sessions where id = ${sessionId} and user_id = ${id} and ended_at is null and owes_factor = 0 and expires_at > ${at})`;
}

/** A guard: the viewer's session is alive. @param at UTC ms */
export function held(db: Db, viewer: Pick<Viewer, "id" | "sessionId">, at: number) {
  return guards.that(db, "session", sql`${activeUserId(viewer, at)} is not null`);
}

/**
 * `activeUserId` for an operator who is not suspended and used a second factor in this session: the actor of
 * the audit log. An access token may be minutes old, so it does not prove that the user is an operator.
 * @param at UTC ms
 */
export function activeOperatorId(
  { id, sessionId }: Pick<Viewer, "id" | "sessionId">,
  at: number,
): SQL<string> {
  return sql`(select s.user_id from sessions s join users u on u.id = s.user_id where s.id = ${sessionId} and s.user_id = ${id} and s.ended_at is null and s.owes_factor = 0 and s.aal = 'aal2' and s.expires_at > ${at} and u.role = 'operator' and u.suspended_at is null)`;
}

/** True if the viewer is an operator according to the database (`activeOperatorId`). @param at UTC ms */
export async function isActiveOperator(
  db: Db,
  viewer: Pick<Viewer, "id" | "sessionId">,
  at: number,
): Promise<boolean> {
  const [row] = await db.all<{ id: string | null }>(sql`select ${activeOperatorId(viewer, at)} as id`);
  return row?.id === viewer.id;
}

/** A statement: this session of the user is ended. Ending it twice changes nothing. @param at UTC ms */
export function ended(db: Db, userId: string, sessionId: string, at: number) {
  return db
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt)));
}

/**
 * A statement: all sessions of the user are ended.
 * @param except the session to keep; null if all end
 * @param at UTC ms
 */
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

/** Lists a user's signed-in sessions, last seen first, at most 100. @param at UTC ms */
export function listAlive(db: Db, userId: string, at: number): Promise<Session[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), aliveAt(at), eq(sessions.owesFactor, false)))
    .orderBy(desc(sessions.seenAt))
    .limit(100);
}

/**
 * Finds what a sign-in depends on: role, suspension, and whether the user has a second factor.
 * @returns null if there is no such user
 */
export async function findSignInUser(db: Db, userId: string) {
  const [row] = await db
    .select({
      role: users.role,
      suspendedAt: users.suspendedAt,
      // Raw SQL: with one table in `from`, drizzle leaves out table names, and a bare `id` would be the
      // factor's.
      hasFactor: sql<number>`exists (select 1 from factors where user_id = users.id and status = 'verified')`,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return row ?? null;
}
