import { and, desc, eq, gte, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import * as accounts from "#app/auth/accounts.server.ts";
import { auditedWrite } from "#app/auth/audited-write.server.ts";
import * as links from "#app/auth/links.server.ts";
import {
  type Factor,
  maxFactors,
  tooManyFactorsSentence,
  unverifiedLife,
} from "#app/auth/second-factor/factor.ts";
import { openSecret, sealSecret } from "#app/auth/second-factor/factor-secrets.server.ts";
import * as recovery from "#app/auth/second-factor/recovery-codes.server.ts";
import { newSecret } from "#app/auth/second-factor/totp.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { factorChallenges, factorEndings, factors, recoveryCodes } from "#drizzle/schema.ts";

/** The columns that leave this store. The secret is not among them. */
const publicColumns = {
  id: factors.id,
  factorType: factors.factorType,
  status: factors.status,
  friendlyName: factors.friendlyName,
  phone: factors.phone,
  createdAt: factors.createdAt,
};

/** Lists a user's factors, verified ones first, then the oldest first. */
export function list(db: Db, userId: string): Promise<Factor[]> {
  return db
    .select(publicColumns)
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(desc(factors.status), factors.number);
}

/** Finds a factor of this user; null for another user's factor, too. */
export async function find(db: Db, userId: string, id: string): Promise<Factor | null> {
  const [row] = await db
    .select(publicColumns)
    .from(factors)
    .where(and(eq(factors.id, id), eq(factors.userId, userId)));
  return row ?? null;
}

/** The secret of an authenticator app, in base 32. @throws Error if the factor has none */
export async function secretOf(db: Db, appSecret: string, id: string): Promise<string> {
  const [row] = await db.select({ secret: factors.secret }).from(factors).where(eq(factors.id, id));
  if (!row?.secret) throw new Error(`Factor ${id} has no secret`);
  return await openSecret(appSecret, id, row.secret);
}

type NewFactor =
  | { factorType: "totp"; friendlyName: string }
  | { factorType: "phone"; friendlyName: string; phone: string };

/**
 * Enrols a factor. It stays unverified until its first code is correct. The user's unverified factors older
 * than a day are deleted.
 * @param at UTC ms
 */
export async function enrol(
  db: Db,
  appSecret: string,
  viewer: Viewer,
  factor: NewFactor,
  at: number,
): Promise<{ id: string }> {
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
  const secret = factor.factorType === "totp" ? await sealSecret(appSecret, id, newSecret()) : null;
  const phone = factor.factorType === "phone" ? factor.phone : null;
  const { factorType, friendlyName } = factor;
  // The batch itself counts the factors, so that parallel requests cannot exceed the limit.
  const isRoom = sql`(select count(*) from factors where user_id = ${viewer.id}) < ${maxFactors}`;
  try {
    await db.batch([
      sessions.held(db, viewer, at),
      db.delete(factorChallenges).where(ofAbandonedFactors),
      db.delete(factors).where(isAbandoned),
      guards.that(db, "factor-limit", isRoom),
      db.insert(factors).values({
        id,
        userId: viewer.id,
        factorType,
        status: "unverified",
        friendlyName,
        secret,
        phone,
        createdAt: at,
      }),
    ]);
    return { id };
  } catch (error) {
    if (guards.broken(error) === "factor-limit")
      refuse("incorrect", tooManyFactorsSentence, { code: "too_many_factors" });
    throw error;
  }
}

/** A guard: the viewer's session is alive and the factor's status is unchanged. */
function unchanged(db: Db, factor: Factor, viewer: Viewer, at: number) {
  const isUnchanged = sql`exists (select 1 from factors where id = ${factor.id} and user_id = ${viewer.id} and status = ${factor.status})
    and ${sessions.activeUserId(viewer, at)} is not null`;
  return guards.that(db, "factor-unchanged", isUnchanged);
}

/**
 * A statement: cancels the pending removal of the second factors, if there is one. `used`: the owner has
 * signed in with a factor, or added one.
 * @param at UTC ms
 */
export function endingStopped(db: Db, userId: string, outcome: "owner" | "used" | "operator", at: number) {
  return db
    .update(factorEndings)
    .set({ endedAt: at, outcome })
    .where(and(eq(factorEndings.userId, userId), isNull(factorEndings.endedAt)));
}

/**
 * Marks a factor as verified, ends the user's other sessions, including pending ones, and mails the owner a
 * way-back link. The first factor also creates recovery codes.
 * @param at UTC ms
 * @returns `ended`, the ids of the ended sessions; null if nothing was written, because the session has ended
 * or the factor was removed
 */
export async function verify(
  db: Db,
  appSecret: string,
  viewer: Viewer,
  factor: Factor,
  at: number,
): Promise<{ isFirst: boolean; ended: string[] } | null> {
  const [all, alive, account] = await Promise.all([
    list(db, viewer.id),
    sessions.listAlive(db, viewer.id, at),
    accounts.find(db, viewer.id),
  ]);
  if (!account) return null;
  const isFirst = !all.some(({ status }) => status === "verified");
  const written = await auditedWrite(db, "factor_added", viewer.id, unchanged(db, factor, viewer, at), at, [
    db.update(factors).set({ status: "verified", verifiedAt: at }).where(eq(factors.id, factor.id)),
    ...(isFirst ? await recovery.replaced(db, appSecret, viewer.id, at) : []),
    sessions.allEnded(db, viewer.id, viewer.sessionId, at),
    endingStopped(db, viewer.id, "used", at),
    ...links.wayBackMailed(db, "way_back", "factor_added", account, at),
  ]);
  const others = alive.map(({ id }) => id).filter((id) => id !== viewer.sessionId);
  return written ? { isFirst, ended: others } : null;
}

/**
 * Removes a factor. Removing the last verified one removes the recovery codes too. The owner gets an email
 * if the factor was verified.
 * @param at UTC ms
 * @returns false if nothing was written, because the session has ended or the factor was removed already
 */
export async function remove(db: Db, viewer: Viewer, factor: Factor, at: number): Promise<boolean> {
  const removal = [
    db.delete(factorChallenges).where(eq(factorChallenges.factorId, factor.id)),
    db.delete(factors).where(and(eq(factors.id, factor.id), eq(factors.status, factor.status))),
  ] as const;
  if (factor.status === "unverified") {
    // An unverified factor protected nothing, so removing it needs no event and no email.
    if (!(await sessions.isAlive(db, viewer.sessionId, at))) return false;
    await db.batch([...removal]);
    return true;
  }
  return await auditedWrite(db, "factor_removed", viewer.id, unchanged(db, factor, viewer, at), at, [
    ...removal,
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, viewer.id), hasNoFactor(viewer.id))),
    outbox.mail(db, "factor_removed", viewer.id, null, at),
  ]);
}

/**
 * Statements: remove the factors and recovery codes that were added since a time, and all unverified factors.
 * @param since UTC ms
 */
export function removedSince(db: Db, userId: string, since: number) {
  const isRemoved = and(
    eq(factors.userId, userId),
    sql`(${factors.status} = 'unverified' or ifnull(${factors.verifiedAt}, ${factors.createdAt}) >= ${since})`,
  );
  const ofRemovedFactors = inArray(
    factorChallenges.factorId,
    db.select({ id: factors.id }).from(factors).where(isRemoved),
  );
  return [
    db.delete(factorChallenges).where(ofRemovedFactors),
    db.delete(factors).where(isRemoved),
    db
      .delete(recoveryCodes)
      .where(
        and(eq(recoveryCodes.userId, userId), or(gte(recoveryCodes.createdAt, since), hasNoFactor(userId))),
      ),
  ];
}

/**
 * Statements: remove the factors that were added up to a time, with their challenges. The recovery codes are
 * removed with the last verified factor.
 * @param until UTC ms
 */
export function removedUntil(db: Db, userId: string, until: number) {
  const isRemoved = and(eq(factors.userId, userId), lte(factors.createdAt, until));
  const ofRemovedFactors = inArray(
    factorChallenges.factorId,
    db.select({ id: factors.id }).from(factors).where(isRemoved),
  );
  return [
    db.delete(factorChallenges).where(ofRemovedFactors),
    db.delete(factors).where(isRemoved),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), hasNoFactor(userId))),
  ] as const;
}

function hasNoFactor(userId: string): SQL {
  return sql`not exists (select 1 from factors where user_id = ${userId} and status = 'verified')`;
}
