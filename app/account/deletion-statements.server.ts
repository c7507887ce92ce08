import { and, eq, type SQL, sql } from "drizzle-orm";
import { endingStopped } from "#app/auth/second-factor/factors.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import {
  accountEvents,
  accountLinks,
  adminNotifications,
  factorChallenges,
  factors,
  recoveryCodes,
  sessions as sessionRows,
  users,
} from "#drizzle/schema.ts";

// The statements of the batch that deletes an account (deletions.server.ts).

/**
 * Statements: the claim of a deletion, first in its batch. They break a rule (`brokeClaim`) if the session
 * has ended, if it has not used the user's second factor, if the user is an operator, or if `blocked` holds.
 * @param at UTC ms
 */
export function claimed(db: Db, viewer: Viewer, blocked: SQL<boolean>, at: number) {
  const factorMissing = sql`(select aal from sessions where id = ${viewer.sessionId}) <> 'aal2'
    and exists (select 1 from factors where user_id = ${viewer.id} and status = 'verified')`;
  const isOperator = sql`(select role from users where id = ${viewer.id}) = 'operator'`;
  return [
    sessions.held(db, viewer, at),
    guards.that(db, "account-deletable", sql`not ((${factorMissing}) or ${isOperator} or ${blocked})`),
    db.insert(accountEvents).values({ userId: viewer.id, kind: "deleted", at }),
  ] as const;
}

/** True if a batch was rolled back by `claimed`. */
export function brokeClaim(error: unknown): boolean {
  const rule = guards.broken(error);
  return rule === "session" || rule === "account-deletable";
}

/** An address that receives nothing and is unique to the deleted account. */
function deletedAddress(userId: string): string {
  return `${userId}@deleted.invalid`;
}

/**
 * Statements: delete second factors and recovery codes, expire mailed links and erase their address. The
 * account's events stay.
 * @param at UTC ms
 */
export function credentialsErased(db: Db, userId: string, at: number) {
  return [
    endingStopped(db, userId, "owner", at),
    db.delete(factors).where(eq(factors.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db
      .update(accountLinks)
      .set({ email: deletedAddress(userId), expiresAt: sql`min(expires_at, ${at})` })
      .where(eq(accountLinks.userId, userId)),
  ] as const;
}

/**
 * Two statements: delete the user's open factor challenges and all sessions. The second returns the ids of
 * the sessions, so that the caller can close their tabs.
 */
export function signedOutEverywhere(db: Db, userId: string) {
  return [
    db
      .delete(factorChallenges)
      .where(sql`${factorChallenges.factorId} in (select id from factors where user_id = ${userId})`),
    db.delete(sessionRows).where(eq(sessionRows.userId, userId)).returning({ id: sessionRows.id }),
  ] as const;
}

/**
 * A statement: the account can no longer sign in, and its address is free for a new account.
 * @param at UTC ms
 */
export function anonymised(db: Db, userId: string, at: number) {
  return db
    .update(users)
    .set({
      email: deletedAddress(userId),
      passwordHash: null,
      emailVerifiedAt: null,
      deletedAt: at,
    })
    .where(eq(users.id, userId));
}

/** A statement: the signup notice to the operators no longer names the user. */
export function signupNoticeAnonymised(db: Db, userId: string) {
  return db
    .update(adminNotifications)
    .set({
      userName: "User",
      message: "This account was deleted",
      details: sql`json_set(details, '$.email', ${deletedAddress(userId)})`,
    })
    .where(and(eq(adminNotifications.type, "signup"), eq(adminNotifications.userId, userId)));
}
