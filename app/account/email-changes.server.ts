import { eq } from "drizzle-orm";
import * as accounts from "#app/auth/accounts.server.ts";
import { auditedWrite } from "#app/auth/audited-write.server.ts";
import * as links from "#app/auth/links.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { hour } from "#app/lib/dates.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { sessions as sessionRows, users } from "#drizzle/schema.ts";

/**
 * Mails a confirmation link to the viewer's new address. The caller has confirmed the password. If the
 * address belongs to another account, its owner gets a mail that says so (at most once an hour). The result
 * is the same, so that it does not reveal which addresses have an account
 * (docs/specification.md#email-change).
 * @param email in lower case
 * @param at UTC ms
 * @returns "signed out" if the viewer's session ended meanwhile; nothing was written
 */
export async function requestChange(
  db: Db,
  viewer: Viewer,
  email: string,
  at: number,
): Promise<"done" | "signed out"> {
  const owner = await accounts.findAddressOwner(db, email, at);
  const isTaken = owner !== null && owner.id !== viewer.id;
  const ownerWasTold = isTaken && (await outbox.wasMailedSince(db, "email_taken", owner.id, at - hour));
  const mails = isTaken
    ? ownerWasTold
      ? []
      : [outbox.mail(db, "email_taken", owner.id, null, at, email)]
    : links.issued(db, "change_email", "change_email", { userId: viewer.id, email }, at);
  const done = await auditedWrite(db, "email_change_asked", sessions.activeUserId(viewer, at), at, [
    ...mails,
  ]);
  return done ? "done" : "signed out";
}

/** Ids of the sessions that ended; the caller closes their sockets. */
type EndedSessions = { ended: string[] };
type Refusal = "used" | "expired" | "taken";

/**
 * Sets the account's address to that of a `change_email` link and ends the sessions. The old address gets a
 * mail. The mail carries an undo link only if the old address was verified: an unverified one may be a typing
 * mistake, and the stranger who reads it must not be able to take the account.
 * @param old the account before the change
 * @param except the session that goes on; null if all end
 * @param at UTC ms
 */
export async function confirmChange(
  db: Db,
  link: links.Link,
  old: { email: string; emailVerifiedAt: number | null },
  except: string | null,
  at: number,
): Promise<EndedSessions | Refusal> {
  const { userId } = link;
  const mails =
    old.emailVerifiedAt === null
      ? ([outbox.mail(db, "email_changed", userId, null, at, old.email)] as const)
      : links.issued(db, "undo_email", "email_changed", { userId, email: old.email }, at);
  return await setAddress(db, link, "email_changed", except, mails, at);
}

/**
 * Restores the old address by an `undo_email` link and ends every session. The restored address gets a reset
 * link, because someone else may know the password.
 * @param at UTC ms
 */
export async function undoChange(db: Db, link: links.Link, at: number): Promise<EndedSessions | Refusal> {
  const { userId, email } = link;
  const mails = links.issued(db, "reset", "email_restored", { userId, email }, at);
  return await setAddress(db, link, "email_restored", null, mails, at);
}

async function setAddress(
  db: Db,
  link: links.Link,
  kind: "email_changed" | "email_restored",
  except: string | null,
  mails: readonly (ReturnType<typeof outbox.mail> | ReturnType<typeof links.issued>[0])[],
  at: number,
): Promise<EndedSessions | Refusal> {
  const { userId, email } = link;
  try {
    const [, , ended] = await db.batch([
      links.consumed(db, link, kind, at),
      db.update(users).set({ email, emailVerifiedAt: at }).where(eq(users.id, userId)),
      sessions.allEnded(db, userId, except, at).returning({ id: sessionRows.id }),
      ...mails,
    ]);
    return { ended: ended.map(({ id }) => id) };
  } catch (error) {
    if (brokeUnique(error, "users.email")) return "taken";
    const why = links.consumeFailure(error);
    if (!why) throw error;
    return why;
  }
}
