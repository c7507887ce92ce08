import { eq, sql } from "drizzle-orm";
import * as accounts from "#app/auth/accounts.server.ts";
import * as links from "#app/auth/links.server.ts";
import { hashPassword } from "#app/auth/passwords.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import { hour } from "#app/lib/dates.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, sessions as sessionRows, users } from "#drizzle/schema.ts";

/** Mails of this kind to one account within an hour. */
const mostResets = 3;

/** The sessions that were ended, whose sockets are to be closed. */
type Ended = { userId: string; ended: string[] };

/**
 * Mails a link for a new password to the account of an address, if there is one; older links of the kind work no more. Run it after
 * the answer is sent: how long it takes tells whether there is an account. @param email in lower case @param at UTC ms
 */
export async function ask(db: Db, email: string, at: number): Promise<void> {
  const account = await accounts.findByEmail(db, email);
  if (!account || (await outbox.wasMailedSince(db, "reset", account.id, at - hour, mostResets))) return;
  await db.batch(links.mailed(db, "reset", "reset", { userId: account.id, email }, at));
}

/**
 * A new password by a good reset link. Whoever has the link reads the address's mails, so the address is verified too; every session
 * ends. A second factor is asked for at the next sign-in as ever. @param at UTC ms
 */
export async function reset(
  db: Db,
  link: links.Link,
  password: string,
  at: number,
): Promise<Ended | "used" | "over"> {
  const { userId, email } = link;
  const passwordHash = await hashPassword(password);
  try {
    const [, , ended] = await db.batch([
      links.used(db, link, "password_reset", at),
      db
        .update(users)
        .set({ passwordHash, emailVerifiedAt: sql`ifnull(email_verified_at, ${at})` })
        .where(eq(users.id, userId)),
      sessions.allEnded(db, userId, null, at).returning({ id: sessionRows.id }),
      outbox.mail(db, "password_changed", userId, null, at, email),
    ]);
    return { userId, ended: ended.map(({ id }) => id) };
  } catch (error) {
    const why = links.whyNot(error);
    if (!why) throw error;
    return why;
  }
}

/**
 * A new password for the viewer, who has shown the old one; the other sessions end.
 * @param email the account's, which is told @param at UTC ms
 * @returns "signed out": the viewer's session has ended meanwhile, and nothing was changed
 */
export async function change(
  db: Db,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
  at: number,
): Promise<Ended | "signed out"> {
  const passwordHash = await hashPassword(password);
  try {
    const [, , ended] = await db.batch([
      db.insert(accountEvents).values({ userId: sessions.holder(viewer, at), kind: "password_changed", at }),
      db.update(users).set({ passwordHash }).where(eq(users.id, viewer.id)),
      sessions.allEnded(db, viewer.id, viewer.sessionId, at).returning({ id: sessionRows.id }),
      outbox.mail(db, "password_changed", viewer.id, null, at, email),
    ]);
    return { userId: viewer.id, ended: ended.map(({ id }) => id) };
  } catch (error) {
    if (brokeNotNull(error, "account_events.user_id")) return "signed out";
    throw error;
  }
}
