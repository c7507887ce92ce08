import { eq } from "drizzle-orm";
import * as accounts from "#app/auth/accounts.server.ts";
import * as links from "#app/auth/links.server.ts";
import { hashPassword } from "#app/auth/passwords.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { hour } from "#app/lib/dates.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, sessions as sessionRows, users } from "#drizzle/schema.ts";

/** At most this many reset emails go to an account in an hour. */
const maxResetMails = 3;

/** The ids of the ended sessions; the caller closes their sockets. */
type EndedSessions = { userId: string; ended: string[] };

/**
 * Mails a reset link to the account with this address, if there is one; older reset links stop working. Run
 * it after the response is sent: its duration reveals whether the address has an account.
 * @param email in lower case
 * @param at UTC ms
 * @param redirectTo the path to open after the user has set the new password
 */
export async function requestReset(db: Db, email: string, at: number, redirectTo: string): Promise<void> {
  const account = await accounts.findByEmail(db, email);
  if (!account || (await outbox.wasMailedSince(db, "reset", account.id, at - hour, maxResetMails))) return;
  await db.batch(links.issued(db, "reset", "reset", { userId: account.id, email }, at, redirectTo));
}

/**
 * Sets a new password by a reset link and ends every session (docs/specification.md#password-reset). The link
 * proves access to the address, so the address becomes verified. The next sign-in still asks for the second
 * factor. The email has no way-back link: anyone who can read it can also request another reset link.
 * @param at UTC ms
 * @returns "used" or "expired" (or no longer valid) if the link does not work; nothing was written
 */
export async function reset(
  db: Db,
  link: links.Link,
  password: string,
  at: number,
): Promise<EndedSessions | "used" | "expired"> {
  const { userId, email } = link;
  const passwordHash = await hashPassword(password);
  try {
    const [, , , , ended] = await db.batch([
      ...links.consumed(db, link, "password_reset", at),
      db.update(users).set({ passwordHash, emailVerifiedAt: at }).where(eq(users.id, userId)),
      badAddresses.cleared(db, email),
      sessions.allEnded(db, userId, null, at).returning({ id: sessionRows.id }),
      outbox.mail(db, "password_changed", userId, null, at, email),
    ]);
    return { userId, ended: ended.map(({ id }) => id) };
  } catch (error) {
    const why = links.consumeFailure(error);
    if (!why) throw error;
    return why;
  }
}

/**
 * Sets the viewer's new password and ends the other sessions. The caller has confirmed the current password.
 * @param account the viewer's; its address gets an email with a way-back link
 * @param at UTC ms
 */
export async function change(
  db: Db,
  viewer: Viewer,
  account: accounts.Account,
  password: string,
  at: number,
): Promise<EndedSessions> {
  const passwordHash = await hashPassword(password);
  const [, , , ended] = await db.batch([
    sessions.held(db, viewer, at),
    db.insert(accountEvents).values({ userId: viewer.id, kind: "password_changed", at }),
    db.update(users).set({ passwordHash }).where(eq(users.id, viewer.id)),
    sessions.allEnded(db, viewer.id, viewer.sessionId, at).returning({ id: sessionRows.id }),
    ...links.wayBackMailed(db, "way_back", "password_changed", account, at),
  ]);
  return { userId: viewer.id, ended: ended.map(({ id }) => id) };
}
