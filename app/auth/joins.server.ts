import { eq, sql } from "drizzle-orm";
import * as accounts from "#app/auth/accounts.server.ts";
import { auditedWrite } from "#app/auth/audited-write.server.ts";
import * as creditHolders from "#app/auth/credit-holders.server.ts";
import * as links from "#app/auth/links.server.ts";
import { hashPassword } from "#app/auth/passwords.server.ts";
import type { SignUp } from "#app/auth/sign-in/credentials.form.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { hour, minute } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as usernames from "#app/profiles/usernames.server.ts";
import { profiles, users } from "#drizzle/schema.ts";

/**
 * A sign-up. `userId`: the new account, or an unused id if the address already had an account: the person who
 * signs up must not learn which. `sentAt`: when the last email was sent, UTC ms.
 */
export type Joined = {
  userId: string;
  email: string;
  fullName: string;
  username: string;
  passwordHash: string;
  timeZone: string | null;
  sentAt: number;
};

type Deps = Pick<Capabilities, "db" | "secret" | "clientInfo">;

/** How often a browser may ask for another email, in ms. */
const pause = 10 * minute;

/**
 * Creates an account and its profile, and writes the verify email in the same batch
 * (docs/specification.md#signing-up). If the address has an account, its owner gets an email and the result
 * is the same: the response must not reveal who is registered.
 * @param at UTC ms
 * @returns "refused" if the sign-up collided with another change, for a reason that must not be shown
 */
export async function signUp(
  deps: Deps,
  form: SignUp,
  at: number,
): Promise<Joined | "username taken" | "refused"> {
  const { fullName, username, email } = form;
  const passwordHash = await hashPassword(form.password);
  const timeZone = form.timeZone ?? deps.clientInfo.timeZone;
  return await create(
    deps,
    { fullName, username, email, passwordHash, timeZone },
    form.redirectTo ?? null,
    at,
  );
}

async function create(
  { db, secret }: Deps,
  person: Omit<Joined, "userId" | "sentAt">,
  redirectTo: string | null,
  at: number,
): Promise<Joined | "username taken" | "refused"> {
  const { email, username, fullName, passwordHash, timeZone } = person;
  const userId = crypto.randomUUID();
  const joined = { ...person, userId, sentAt: at };
  const [hashes, taken, owner] = await Promise.all([
    creditHolders.addressHashes(secret, email),
    usernames.isTaken(db, username, at),
    accounts.findAddressOwner(db, email, at),
  ]);
  // Check the username first, even if the address has an account. Otherwise a taken username would reveal
  // which addresses are registered.
  if (taken) return "username taken";
  if (owner) {
    await mailAccountExists(db, owner.id, email, at);
    return joined;
  }
  try {
    await db.batch([
      db.insert(users).values({ id: userId, email, passwordHash, createdAt: at }),
      // After the user: if both are taken, the error is about the address.
      usernames.free(db, username, userId, at),
      db.insert(profiles).values({ id: userId, username, fullName, timeZone, createdAt: at }),
      creditHolders.creditWithheld(db, userId, hashes),
      creditHolders.addressRecorded(db, userId, hashes),
      ...links.issued(db, "verify", "verify", { userId, email }, at, redirectTo),
    ]);
    return joined;
  } catch (error) {
    // A concurrent sign-up took the username or the address first.
    if (brokeUnique(error, "profiles.username") || guards.broken(error) === "username-free")
      return "username taken";
    if (!brokeUnique(error, "users.email")) throw error;
    const winner = await accounts.findByEmail(db, email);
    if (!winner) return "refused";
    await mailAccountExists(db, winner.id, email, at);
    return joined;
  }
}

async function mailAccountExists(db: Db, userId: string, email: string, at: number): Promise<void> {
  if (!(await outbox.wasMailedSince(db, "account_exists", userId, at - hour)))
    await outbox.mail(db, "account_exists", userId, null, at, email);
}

/**
 * Sends the email of a sign-up again, at most every 10 minutes (docs/specification.md#after-joining).
 * @param at UTC ms
 * @returns the sign-up; "verified" if the address is already verified
 */
export async function sendAgain(
  deps: Deps,
  joined: Joined,
  redirectTo: string,
  at: number,
): Promise<Joined | "sent recently" | "verified" | "refused"> {
  if (at - joined.sentAt < pause) return "sent recently";
  const account = await accounts.find(deps.db, joined.userId);
  if (account?.email !== joined.email) return await changeAddress(deps, joined, joined.email, redirectTo, at);
  const result = await accounts.resendVerifyLink(deps.db, account.id, at, null);
  return result === "sent" ? { ...joined, sentAt: at } : result;
}

/**
 * Gives the account of a sign-up another address, if its current one is not verified. Links that were sent
 * before stop working. If the new address belongs to another account, its owner gets an email, and this
 * account keeps its address. If the first address belonged to another account, this account is created now.
 * The result is the same in each case, so that it does not reveal which addresses are registered
 * (docs/specification.md#after-joining).
 * @param email in lower case
 * @param redirectTo the path that the link finally redirects to
 * @param at UTC ms
 * @returns "verified" if an address is verified already, and nothing was changed
 */
export async function changeAddress(
  deps: Deps,
  joined: Joined,
  email: string,
  redirectTo: string,
  at: number,
): Promise<Joined | "verified" | "refused"> {
  const { db, secret } = deps;
  const { userId } = joined;
  const account = await accounts.find(db, userId);
  if (!account) {
    const created = await create(deps, { ...joined, email }, redirectTo, at);
    return created === "username taken" ? "refused" : created;
  }
  if (account.emailVerifiedAt !== null) return "verified";
  const changed = { ...joined, email, sentAt: at };
  const owner = await accounts.findAddressOwner(db, email, at);
  if (owner && owner.id !== userId) {
    await links.verifyLinksExpired(db, userId, at);
    await mailAccountExists(db, owner.id, email, at);
    return changed;
  }
  const [before, after] = await Promise.all([
    creditHolders.addressHashes(secret, account.email),
    creditHolders.addressHashes(secret, email),
  ]);
  const isOpen = sql`exists (select 1 from users where id = ${userId} and email = ${account.email}
    and email_verified_at is null and deleted_at is null)`;
  try {
    const written = await auditedWrite(
      db,
      "email_changed",
      userId,
      guards.that(db, "address-open", isOpen),
      at,
      [
        links.verifyLinksExpired(db, userId, at),
        db.update(users).set({ email }).where(eq(users.id, userId)),
        // No one has proved that the first address is theirs: its owner may still get the credit.
        creditHolders.addressForgotten(db, userId, before),
        creditHolders.creditWithheld(db, userId, after),
        creditHolders.addressRecorded(db, userId, after),
        ...links.issued(db, "verify", "verify", { userId, email }, at, redirectTo),
      ],
    );
    if (written) return changed;
    // Another request came first and verified or changed the address.
    return (await accounts.find(db, userId))?.emailVerifiedAt ? "verified" : "refused";
  } catch (error) {
    if (brokeUnique(error, "users.email")) return "refused";
    throw error;
  }
}
