import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import * as links from "#app/auth/links.server.ts";
import { hashPassword, needsRehash, passwordMatches } from "#app/auth/passwords.server.ts";
import type { Db } from "#app/context.ts";
import { day, minute } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { users } from "#drizzle/schema.ts";

export type Account = Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt" | "passwordHash">;

/**
 * Sends another verify link, unless one was sent in the last 10 minutes (docs/specification.md#verification).
 * An address that takes no email must be verified again. All of the user's links redirect to the page that
 * the user wanted last.
 * @param at UTC ms
 * @param redirectTo the new path that the links redirect to; null: unchanged
 * @returns "verified" if there is nothing to verify; "sent recently" if no new link was sent
 */
export async function resendVerifyLink(
  db: Db,
  userId: string,
  at: number,
  redirectTo: string | null,
): Promise<"sent" | "sent recently" | "verified"> {
  const account = await find(db, userId);
  if (!account || (await hasWorkingAddress(db, account))) return "verified";
  if (redirectTo !== null) await links.redirectVerifyLinks(db, userId, redirectTo);
  if (await outbox.wasMailedSince(db, "verify", userId, at - 10 * minute)) return "sent recently";
  const back = redirectTo ?? (await links.findVerifyPath(db, userId));
  await db.batch(links.issued(db, "verify", "verify", { userId, email: account.email }, at, back));
  return "sent";
}

/** True if an account's address is verified, and no email to it has bounced since. */
export async function hasWorkingAddress(
  db: Db,
  { email, emailVerifiedAt }: { email: string; emailVerifiedAt: number | null },
): Promise<boolean> {
  return emailVerifiedAt !== null && !(await badAddresses.has(db, email));
}

/**
 * Consumes a verify link and marks the address as verified and as taking email.
 * @param at UTC ms
 */
export async function verify(db: Db, link: links.Link, at: number): Promise<"done" | "used" | "expired"> {
  try {
    await db.batch([
      ...links.consumed(db, link, "verified", at),
      db.update(users).set({ emailVerifiedAt: at }).where(eq(users.id, link.userId)),
      badAddresses.cleared(db, link.email),
    ]);
    return "done";
  } catch (error) {
    const failure = links.consumeFailure(error);
    if (!failure) throw error;
    return failure;
  }
}

/**
 * Finds the user with this email address and password. An unknown address takes the same time as a wrong
 * password. A hash weaker than the current cost is replaced now, while the password is known.
 * @returns the user's id and the stored hash; null if the credentials are wrong
 */
export async function findByCredentials(
  db: Db,
  email: string,
  password: string,
): Promise<{ id: string; passwordHash: string } | null> {
  const user = await findByEmail(db, email);
  const hash = user?.passwordHash ?? null;
  if (!(await passwordMatches(password, hash)) || !user || !hash) return null;
  if (needsRehash(hash)) {
    // The condition includes the old hash, so that a concurrent password change is not overwritten.
    const passwordHash = await hashPassword(password);
    const { meta } = await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, hash)));
    if (meta.changes > 0) return { id: user.id, passwordHash };
  }
  return { id: user.id, passwordHash: hash };
}

/** Warns the owner that someone is guessing this account's password, at most once a day. @param at UTC ms */
export async function warnOwnerOfAttempts(db: Db, email: string, at: number): Promise<void> {
  const user = await findByEmail(db, email);
  if (user && !(await outbox.wasMailedSince(db, "sign_in_attempts", user.id, at - day)))
    await outbox.mail(db, "sign_in_attempts", user.id, null, at, email);
}

/** Finds the account of an address. @param email in lower case */
export async function findByEmail(db: Db, email: string): Promise<Account | null> {
  return await findWhere(db, eq(users.email, email));
}

/** Finds a user's account; null if there is none or it was deleted. */
export async function find(db: Db, userId: string): Promise<Account | null> {
  return await findWhere(db, eq(users.id, userId));
}

async function findWhere(db: Db, condition: SQL): Promise<Account | null> {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(and(condition, isNull(users.deletedAt)));
  return user ?? null;
}

/**
 * Finds the account that an address belongs to: the account that has it, or one that can still take it back
 * with a way-back link. Without the second rule, an attacker who took an account over could block its
 * recovery by signing up with the old address.
 * @param email in lower case
 * @param at UTC ms
 */
export async function findAddressOwner(db: Db, email: string, at: number): Promise<Account | null> {
  return await findWhere(
    db,
    sql`(${users.email} = ${email} or ${users.id} in (${waysBackTo(email, at)})
      and not exists (select 1 from users u where u.email = ${email}))`,
  );
}

/** A statement: guard `address-free`: no other account can be taken back to this address. @param at UTC ms */
export function addressFree(db: Db, email: string, userId: string, at: number) {
  return guards.that(
    db,
    "address-free",
    sql`not exists (select 1 from (${waysBackTo(email, at)}) where user_id <> ${userId})`,
  );
}

/** SQL: the users who can take their account back to an address. @param at UTC ms */
function waysBackTo(email: string, at: number): SQL {
  return sql`select l.user_id from account_links l
    where l.email = ${email} and l.kind in ('undo_email', 'way_back') and l.expires_at > ${at}
    and not exists (select 1 from account_events e where e.link_id = l.id)`;
}
