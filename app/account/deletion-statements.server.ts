import { and, eq, type SQL, sql } from "drizzle-orm";
import { passwordFits } from "#app/auth/passwords.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import {
  accountEvents,
  accountLinks,
  factorChallenges,
  factors,
  recoveryCodes,
  sessions as sessionRows,
  users,
} from "#drizzle/schema.ts";

// The end of an account: who asks for it, and what is left.

/** A user's address; null: there is no such account any more. */
export async function findEmail(db: Db, userId: string): Promise<string | null> {
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(sql`${users.id} = ${userId} and ${users.deletedAt} is null`);
  return user?.email ?? null;
}

/** Whether this is the user's password; an account without one takes as long and has none that fits. */
export async function knowsPassword(db: Db, userId: string, password: string): Promise<boolean> {
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return await passwordFits(password, user?.hash ?? null);
}

/** Whether somebody has a second factor and this session has not used it. */
export async function needsSecondFactor(db: Db, viewer: Viewer): Promise<boolean> {
  if (viewer.aal === "aal2") return false;
  const [factor] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, viewer.id), eq(factors.status, "verified")))
    .limit(1);
  return factor !== undefined;
}

/**
 * The claim of a deletion, first in its batch: it breaks NOT NULL (`isRefused`) where the session has ended, where it has not used the
 * second factor that there is, and where `hindered` holds. @param at UTC ms
 */
export function claimed(db: Db, viewer: Viewer, hindered: SQL<boolean>, at: number) {
  const owes = sql`(select aal from sessions where id = ${viewer.sessionId}) <> 'aal2'
    and exists (select 1 from factors where user_id = ${viewer.id} and status = 'verified')`;
  return db.insert(accountEvents).values({
    userId: sql`iif((${owes}) or ${hindered}, null, ${sessions.holder(viewer, at)})`,
    kind: "deleted",
    at,
  });
}

/** True when a batch was undone by its claim. */
export function brokeClaim(error: unknown): boolean {
  return brokeNotNull(error, "account_events.user_id");
}

/** What nobody can write to, unique to each account that was deleted. */
function deletedAddress(userId: string): string {
  return `${userId}@deleted.invalid`;
}

/** Statements: factors and recovery codes are gone, links lead nowhere and name no address. The events stay. @param at UTC ms */
export function credentialsErased(db: Db, userId: string, at: number) {
  return [
    db.delete(factors).where(eq(factors.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db
      .update(accountLinks)
      .set({ email: deletedAddress(userId), expiresAt: sql`min(expires_at, ${at})` })
      .where(eq(accountLinks.userId, userId)),
  ] as const;
}

/** Two statements: no session of a user is left, nor what was asked in one; the second answers whose tabs are to be closed. */
export function signedOutEverywhere(db: Db, userId: string) {
  return [
    db
      .delete(factorChallenges)
      .where(sql`${factorChallenges.factorId} in (select id from factors where user_id = ${userId})`),
    db.delete(sessionRows).where(eq(sessionRows.userId, userId)).returning({ id: sessionRows.id }),
  ] as const;
}

/** A statement: nobody can sign in to it, and the address is free for a new account. @param at UTC ms */
export function anonymised(db: Db, userId: string, at: number) {
  return db
    .update(users)
    .set({
      email: deletedAddress(userId),
      passwordHash: null,
      emailVerifiedAt: null,
      role: "user",
      deletedAt: at,
    })
    .where(eq(users.id, userId));
}
