import { eq, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { Db } from "#app/context.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, users } from "#drizzle/schema.ts";

/**
 * Verifies a user's address by hand, and tells its owner (docs/specification.md#operator-user).
 * @param email the address that the operator saw
 * @param at UTC ms
 * @returns "changed" if the account has another address, or it is verified and does not bounce
 */
export async function verify(
  db: Db,
  { userId, email, ...decision }: Decision & { userId: string; email: string },
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
