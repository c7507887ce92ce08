import { eq, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import * as endings from "#app/auth/second-factor/factor-endings.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import type { Db } from "#app/context.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, users } from "#drizzle/schema.ts";

type Change = Decision & { userId: string };

const waiting = (userId: string) =>
  sql`exists (select 1 from factor_endings where user_id = ${userId} and ended_at is null)`;

/**
 * Schedules the end of a user's second factors for a day later (docs/specification.md#factor-endings).
 * @param at UTC ms
 * @returns "changed" if the user has no second factor, is an operator, or its end is already scheduled
 */
export async function endFactor(db: Db, { userId, ...decision }: Change, at: number): Promise<WriteResult> {
  const subject = sql<string>`(select id from users where id = ${userId} and deleted_at is null and role = 'user'
    and exists (select 1 from factors where user_id = ${userId} and status = 'verified') and not ${waiting(userId)})`;
  const statements = await endings.asked(db, userId, decision.operator.id, at);
  return await runAudited(() =>
    db.batch([...audited(db, "end-factor", subject, decision, at), ...statements]),
  );
}

/** Cancels the scheduled end. @param at UTC ms @returns "changed" if none is scheduled */
export async function keepFactor(db: Db, { userId, ...decision }: Change, at: number): Promise<WriteResult> {
  const subject = sql<string>`(select id from users where id = ${userId} and ${waiting(userId)})`;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "keep-factor", subject, decision, at),
      factors.endingStopped(db, userId, "operator", at),
      db.insert(accountEvents).values({ userId, kind: "factor_end_stopped", at }),
    ]),
  );
}

/**
 * Verifies a user's address by hand, and tells its owner (docs/specification.md#operator-user).
 * @param email the address that the operator saw
 * @param at UTC ms
 * @returns "changed" if the account has another address, or it is verified and does not bounce
 */
export async function verifyAddress(
  db: Db,
  { userId, email, ...decision }: Change & { email: string },
  at: number,
): Promise<WriteResult> {
  const subject = sql<string>`(select id from users where id = ${userId} and email = ${email} and (email_verified_at is null or ${badAddresses.isBad(email)}) and deleted_at is null)`;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "verify-address", subject, decision, at),
      db.update(users).set({ emailVerifiedAt: at }).where(eq(users.id, userId)),
      badAddresses.cleared(db, email),
      db.insert(accountEvents).values({ userId, kind: "verified", at }),
      // With the address, so that it greets no one by a name that a stranger may have entered.
      outbox.mail(db, "address_verified", userId, null, at, email),
    ]),
  );
}
