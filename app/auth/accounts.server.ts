import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import * as formerAddresses from "#app/auth/former-addresses.server.ts";
import * as links from "#app/auth/links.server.ts";
import { hashPassword, needsRehash, passwordFits } from "#app/auth/passwords.server.ts";
import type { SignUp } from "#app/auth/sign-in/credentials.form.ts";
import type { Db } from "#app/context.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as usernames from "#app/profiles/usernames.server.ts";
import { profiles, users } from "#drizzle/schema.ts";

export type Account = Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt" | "passwordHash">;

/**
 * Makes an account and its profile, and writes the verify mail in the same batch. An address that has an account already gets
 * a mail that says so, and the answer is the same: nobody learns here who is registered.
 * @param at UTC ms
 * @returns "username taken"; "refused", without a reason that could be told; or "done"
 */
export async function signUp(
  db: Db,
  form: SignUp,
  at: number,
): Promise<"done" | "username taken" | "refused"> {
  const { email } = form;
  const [passwordHash, hash, taken, owner] = await Promise.all([
    hashPassword(form.password),
    formerAddresses.addressHash(email),
    usernames.isTaken(db, form.username, at),
    ownerOf(db, email, at),
  ]);
  // The username first, whoever owns the address: otherwise a taken one would tell which addresses have an account.
  if (taken) return "username taken";
  if (owner) return await tellOwner(db, owner.id, email, at);
  const id = crypto.randomUUID();
  try {
    await db.batch([
      db.insert(users).values({ id, email, passwordHash, createdAt: at }),
      db.insert(profiles).values({
        id,
        username: usernames.ifFree(form.username, id, at),
        fullName: form.fullName,
        createdAt: at,
      }),
      formerAddresses.creditWithheld(db, id, hash),
      ...links.mailed(db, "verify", "verify", { userId: id, email }, at),
    ]);
    return "done";
  } catch (error) {
    // Two sign-ups at once: the one that came second finds out by the unique key.
    if (brokeUnique(error, "profiles.username") || brokeNotNull(error, "profiles.username"))
      return "username taken";
    if (!brokeUnique(error, "users.email")) throw error;
    const first = await findByEmail(db, email);
    return first ? await tellOwner(db, first.id, email, at) : "refused";
  }
}

async function tellOwner(db: Db, userId: string, email: string, at: number): Promise<"done"> {
  if (!(await outbox.wasMailedSince(db, "account_exists", userId, at - hour)))
    await outbox.mail(db, "account_exists", userId, null, at, email);
  return "done";
}

/**
 * Sends the verify link once more, unless one was sent in the last ten minutes. @param at UTC ms
 * @returns "verified": there is nothing to verify; "waiting": one was sent a moment ago
 */
export async function remindToVerify(
  db: Db,
  userId: string,
  at: number,
): Promise<"sent" | "waiting" | "verified"> {
  const account = await find(db, userId);
  if (!account || account.emailVerifiedAt !== null) return "verified";
  if (await outbox.wasMailedSince(db, "verify", userId, at - 10 * minute)) return "waiting";
  await db.batch(links.mailed(db, "verify", "verify", { userId, email: account.email }, at));
  return "sent";
}

/** Verifies the address of a good verify link. @param at UTC ms */
export async function verify(db: Db, link: links.Link, at: number): Promise<"done" | "used" | "over"> {
  try {
    await db.batch([
      links.used(db, link, "verified", at),
      db
        .update(users)
        .set({ emailVerifiedAt: sql`ifnull(email_verified_at, ${at})` })
        .where(eq(users.id, link.userId)),
    ]);
    return "done";
  } catch (error) {
    const why = links.whyNot(error);
    if (!why) throw error;
    return why;
  }
}

/**
 * The user whose e-mail and password fit, and the hash that it fits to, else null; an unknown address costs the same time. A hash that is
 * weaker than today's is replaced while the password is at hand.
 */
export async function findByCredentials(
  db: Db,
  email: string,
  password: string,
): Promise<{ id: string; passwordHash: string } | null> {
  const user = await findByEmail(db, email);
  const hash = user?.passwordHash ?? null;
  if (!(await passwordFits(password, hash)) || !user || !hash) return null;
  if (needsRehash(hash)) {
    // Claimed by the old hash: a password that was changed meanwhile stays.
    const passwordHash = await hashPassword(password);
    const { meta } = await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, hash)));
    if (meta.changes > 0) return { id: user.id, passwordHash };
  }
  return { id: user.id, passwordHash: hash };
}

/** Tells the owner of an account that its password is being guessed, at most once a day. @param at UTC ms */
export async function warnOfAttempts(db: Db, email: string, at: number): Promise<void> {
  const user = await findByEmail(db, email);
  if (user && !(await outbox.wasMailedSince(db, "sign_in_attempts", user.id, at - day)))
    await outbox.mail(db, "sign_in_attempts", user.id, null, at, email);
}

/** The account of an address. @param email in lower case */
export async function findByEmail(db: Db, email: string): Promise<Account | null> {
  return await findWhere(db, eq(users.email, email));
}

/** A user's account. Null: there is no such user. */
export async function find(db: Db, userId: string): Promise<Account | null> {
  return await findWhere(db, eq(users.id, userId));
}

async function findWhere(db: Db, which: SQL): Promise<Account | null> {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(and(which, isNull(users.deletedAt)));
  return user ?? null;
}

/**
 * Whose an address is: of the account that has it, or that may still take it back by the link that was sent there (otherwise whoever took
 * an account over could block its way back with a new one). @param email in lower case @param at UTC ms
 */
export async function ownerOf(db: Db, email: string, at: number): Promise<Account | null> {
  return await findWhere(
    db,
    sql`(${users.email} = ${email} or ${users.id} in (select l.user_id from account_links l
      where l.email = ${email} and l.kind = 'undo_email' and l.expires_at > ${at}
      and not exists (select 1 from account_events e where e.link_id = l.id)
      and not exists (select 1 from users u where u.email = ${email})))`,
  );
}
