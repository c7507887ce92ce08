import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { auditedWrite } from "#app/auth/audited-write.server.ts";
import { type Factor, maxFactors, unverifiedLife } from "#app/auth/second-factor/factor.ts";
import { openSecret, sealSecret } from "#app/auth/second-factor/factor-secrets.server.ts";
import * as recovery from "#app/auth/second-factor/recovery-codes.server.ts";
import { newSecret } from "#app/auth/second-factor/totp.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { factorChallenges, factors, recoveryCodes } from "#drizzle/schema.ts";

/** What is shown of a factor; its secret stays here. */
const publicColumns = {
  id: factors.id,
  factorType: factors.factorType,
  status: factors.status,
  friendlyName: factors.friendlyName,
  phone: factors.phone,
  createdAt: factors.createdAt,
};

/** A user's factors, verified ones first, in the order in which they were made. */
export function list(db: Db, userId: string): Promise<Factor[]> {
  return db
    .select(publicColumns)
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(desc(factors.status), factors.n);
}

/** One of a user's own factors; null also for a stranger's. */
export async function find(db: Db, userId: string, id: string): Promise<Factor | null> {
  const [row] = await db
    .select(publicColumns)
    .from(factors)
    .where(and(eq(factors.id, id), eq(factors.userId, userId)));
  return row ?? null;
}

/** The secret of an authenticator app, base 32. @throws Error for a factor that has none */
export async function secretOf(db: Db, appSecret: string, id: string): Promise<string> {
  const [row] = await db.select({ secret: factors.secret }).from(factors).where(eq(factors.id, id));
  if (!row?.secret) throw new Error(`Factor ${id} has no secret`);
  return await openSecret(appSecret, id, row.secret);
}

type NewFactor =
  | { factorType: "totp"; friendlyName: string }
  | { factorType: "phone"; friendlyName: string; phone: string };

/**
 * Begins a factor; it counts for nothing until a code of it was right. Those that were begun more than a day ago and never finished go.
 * @param at UTC ms
 */
export async function enrol(
  db: Db,
  appSecret: string,
  viewer: Viewer,
  wanted: NewFactor,
  at: number,
): Promise<{ id: string } | "too many" | "session ended"> {
  const id = crypto.randomUUID();
  const isAbandoned = and(
    eq(factors.userId, viewer.id),
    eq(factors.status, "unverified"),
    lt(factors.createdAt, at - unverifiedLife),
  );
  const ofAbandonedFactors = inArray(
    factorChallenges.factorId,
    db.select({ id: factors.id }).from(factors).where(isAbandoned),
  );
  const secret = wanted.factorType === "totp" ? await sealSecret(appSecret, id, newSecret()) : null;
  const phone = wanted.factorType === "phone" ? wanted.phone : null;
  const { factorType, friendlyName } = wanted;
  // Ten at once are counted by the statement itself: the eleventh has no owner, and is refused.
  const userId = sql<string>`iif((select count(*) from factors where user_id = ${viewer.id}) < ${maxFactors}, ${sessions.activeUserId(viewer, at)}, null)`;
  try {
    await db.batch([
      db.delete(factorChallenges).where(ofAbandonedFactors),
      db.delete(factors).where(isAbandoned),
      db
        .insert(factors)
        .values({ id, userId, factorType, status: "unverified", friendlyName, secret, phone, createdAt: at }),
    ]);
    return { id };
  } catch (error) {
    if (!brokeNotNull(error, "factors.user_id")) throw error;
    return (await sessions.isAlive(db, viewer.sessionId, at)) ? "too many" : "session ended";
  }
}

/** The viewer, while their session is alive and the factor is theirs in that state. */
function ownerIfUnchanged(factor: Factor, viewer: Viewer, at: number) {
  return sql<string>`iif(exists (select 1 from factors where id = ${factor.id} and user_id = ${viewer.id} and status = ${factor.status}), ${sessions.activeUserId(viewer, at)}, null)`;
}

/**
 * A factor whose code was right counts from now on. The first one brings recovery codes and ends the user's other sessions, which never
 * showed it; each is told to the owner by mail.
 * @param at UTC ms
 * @returns the sessions that were ended; null: nothing was written, because the session or the factor is gone
 */
export async function verify(
  db: Db,
  appSecret: string,
  viewer: Viewer,
  factor: Factor,
  at: number,
): Promise<{ isFirst: boolean; ended: string[] } | null> {
  const isFirst = !(await list(db, viewer.id)).some(({ status }) => status === "verified");
  const others = isFirst
    ? (await sessions.listAlive(db, viewer.id, at)).filter(({ id }) => id !== viewer.sessionId)
    : [];
  const first = isFirst
    ? [
        ...(await recovery.replaced(db, appSecret, viewer.id, at)),
        sessions.allEnded(db, viewer.id, viewer.sessionId, at),
      ]
    : [];
  const written = await auditedWrite(db, "factor_added", ownerIfUnchanged(factor, viewer, at), at, [
    db.update(factors).set({ status: "verified", verifiedAt: at }).where(eq(factors.id, factor.id)),
    ...first,
    outbox.mail(db, "factor_added", viewer.id, null, at),
  ]);
  return written ? { isFirst, ended: others.map(({ id }) => id) } : null;
}

/**
 * Removes a factor, and the recovery codes with the last one. What was verified is told to the owner by mail.
 * @param at UTC ms @returns false: nothing was written, because the session or the factor is gone
 */
export async function remove(db: Db, viewer: Viewer, factor: Factor, at: number): Promise<boolean> {
  const gone = [
    db.delete(factorChallenges).where(eq(factorChallenges.factorId, factor.id)),
    db.delete(factors).where(and(eq(factors.id, factor.id), eq(factors.status, factor.status))),
  ] as const;
  if (factor.status === "unverified") {
    // Nothing was secured by it: its owner takes it away without a trace.
    if (!(await sessions.isAlive(db, viewer.sessionId, at))) return false;
    await db.batch([...gone]);
    return true;
  }
  return await auditedWrite(db, "factor_removed", ownerIfUnchanged(factor, viewer, at), at, [
    ...gone,
    db
      .delete(recoveryCodes)
      .where(
        and(
          eq(recoveryCodes.userId, viewer.id),
          sql`not exists (select 1 from factors where user_id = ${viewer.id} and status = 'verified')`,
        ),
      ),
    outbox.mail(db, "factor_removed", viewer.id, null, at),
  ]);
}
