import { and, eq, isNull } from "drizzle-orm";
import type { SignUp } from "#app/auth/credentials.form.ts";
import { hashPassword, passwordFits } from "#app/auth/passwords.server.ts";
import type { Db } from "#app/context.ts";
import { hmac, sameText } from "#app/lib/bytes.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { profiles, users } from "#drizzle/schema.ts";

/** How long a verify link works, in ms. */
const verifyLife = day;

/**
 * Makes an account and its profile, and writes the verify mail in the same batch. An address that has an account already gets
 * a mail that says so, and the answer is the same: nobody learns here who is registered.
 * @param at UTC ms
 * @returns "username taken", or "done"
 */
export async function signUp(db: Db, form: SignUp, at: number): Promise<"done" | "username taken"> {
  const [passwordHash, taken, owner] = await Promise.all([
    hashPassword(form.password),
    db.select({ id: profiles.id }).from(profiles).where(eq(profiles.username, form.username)),
    findByEmail(db, form.email),
  ]);
  // The username first, whoever owns the address: otherwise a taken one would tell which addresses have an account.
  if (taken.length > 0) return "username taken";
  if (owner) return await tellOwner(db, owner.id, at);
  const id = crypto.randomUUID();
  try {
    await db.batch([
      db.insert(users).values({ id, email: form.email, passwordHash, createdAt: at }),
      db.insert(profiles).values({ id, username: form.username, fullName: form.fullName, createdAt: at }),
      outbox.mail(db, "verify", id, null, at),
    ]);
    return "done";
  } catch (error) {
    // Two sign-ups at once: the one that came second finds out by the unique key.
    if (brokeUnique(error, "profiles.username")) return "username taken";
    if (!brokeUnique(error, "users.email")) throw error;
    const first = await findByEmail(db, form.email);
    return first ? await tellOwner(db, first.id, at) : "done";
  }
}

async function tellOwner(db: Db, userId: string, at: number): Promise<"done"> {
  if (!(await outbox.hasSince(db, "account_exists", userId, at - hour)))
    await outbox.mail(db, "account_exists", userId, null, at);
  return "done";
}

/** Sends the verify link once more, unless one was sent in the last ten minutes. @param at UTC ms */
export async function remindToVerify(db: Db, userId: string, at: number): Promise<void> {
  if (!(await outbox.hasSince(db, "verify", userId, at - 10 * minute)))
    await outbox.mail(db, "verify", userId, null, at);
}

/** The user whose e-mail and password fit, else null; an unknown address costs the same time. */
export async function findByCredentials(
  db: Db,
  email: string,
  password: string,
): Promise<{ id: string } | null> {
  const user = await findByEmail(db, email);
  return (await passwordFits(password, user?.passwordHash ?? null)) && user ? { id: user.id } : null;
}

async function findByEmail(db: Db, email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? null;
}

/** A user's address, and when it was verified (UTC ms; null: not yet). Null: there is no such user. */
export async function find(
  db: Db,
  userId: string,
): Promise<{ email: string; emailVerifiedAt: number | null } | null> {
  const [user] = await db
    .select({ email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? null;
}

/** The token of a verify link: `{user}.{end}.{signature}`. @param at UTC ms of the mail @param secret of the product */
export async function verifyToken(secret: string, userId: string, at: number): Promise<string> {
  const text = `${userId}.${at + verifyLife}`;
  return `${text}.${await hmac(secret, `verify:${text}`)}`;
}

/**
 * Verifies the address of a verify link. A link followed a second time changes nothing and is still a yes.
 * @param at UTC ms @returns false for a link that is forged or over
 */
export async function verify(db: Db, secret: string, token: string, at: number): Promise<boolean> {
  const [userId = "", end = "", signature = ""] = token.split(".");
  if (!sameText(signature, await hmac(secret, `verify:${userId}.${end}`)) || Number(end) < at) return false;
  await db
    .update(users)
    .set({ emailVerifiedAt: at })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)));
  return true;
}
