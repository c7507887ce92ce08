import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as accounts from "#app/auth/accounts.server.ts";
import { auditedWrite } from "#app/auth/audited-write.server.ts";
import * as creditHolders from "#app/auth/credit-holders.server.ts";
import * as links from "#app/auth/links.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { hour } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as badAddresses from "#app/outbox/bad-addresses.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { sessions as sessionRows, users } from "#drizzle/schema.ts";

/**
 * Mails a confirmation link to the viewer's new address. The caller has confirmed the password. If the
 * address belongs to another account, its owner gets an email that says so (at most once an hour), and no one
 * gets the link. The result and what is stored are the same, so that they do not reveal which addresses have
 * an account (docs/specification.md#email-change).
 * @param email in lower case
 * @param at UTC ms
 * @returns "signed out" if the viewer's session has ended; nothing was written
 */
export async function requestChange(
  db: Db,
  viewer: Viewer,
  email: string,
  at: number,
): Promise<"done" | "signed out"> {
  const owner = await accounts.findAddressOwner(db, email, at);
  const other = owner?.id === viewer.id ? null : owner;
  const otherWasTold = other && (await outbox.wasMailedSince(db, "email_taken", other.id, at - hour));
  const to = { userId: viewer.id, email };
  const [link, linkMail] = links.issued(db, "change_email", "change_email", to, at);
  const done = await auditedWrite(db, "email_change_asked", viewer.id, sessions.held(db, viewer, at), at, [
    link,
    ...(otherWasTold ? [] : [other ? outbox.mail(db, "email_taken", other.id, null, at, email) : linkMail]),
  ]);
  return done ? "done" : "signed out";
}

/** The ids of the ended sessions; the caller closes their sockets. */
type EndedSessions = { ended: string[] };
type Refusal = "used" | "expired" | "taken";

/**
 * Sets the account's address to the one of a `change_email` link and ends the sessions. The old address gets
 * an email with a way-back link.
 * @param old the account before the change
 * @param except the session to keep; null if all end
 * @param at UTC ms
 */
export async function confirmChange(
  { db, secret }: Pick<Capabilities, "db" | "secret">,
  link: links.Link,
  old: { email: string; emailVerifiedAt: number | null },
  except: string | null,
  at: number,
): Promise<EndedSessions | Refusal> {
  const { userId, email } = link;
  const [before, after] = await Promise.all([
    creditHolders.addressHashes(secret, old.email),
    creditHolders.addressHashes(secret, email),
  ]);
  return await setAddress(db, link, "email_changed", except, at, [
    // The link may be older than a change of the address that its owner can still undo.
    accounts.addressFree(db, email, userId, at),
    creditHolders.addressRecorded(db, userId, before),
    creditHolders.addressRecorded(db, userId, after),
    ...links.wayBackMailed(db, "undo_email", "email_changed", { ...old, id: userId }, at),
  ]);
}

/**
 * Takes an account back by the way-back link that its owner was sent (docs/specification.md#way-back). It
 * restores the address, ends every session and removes the second factors that were added since. It also
 * removes the password, because someone else may know it, and mails the address a link to set a new one.
 * @param at UTC ms
 */
export async function takeBack(db: Db, link: links.Link, at: number): Promise<EndedSessions | Refusal> {
  const { userId, email } = link;
  const kind = link.kind === "undo_email" ? "email_restored" : "taken_back";
  return await setAddress(db, link, kind, null, at, [
    db.update(users).set({ passwordHash: null }).where(eq(users.id, userId)),
    ...factors.removedSince(db, userId, Math.min(link.createdAt, at - links.wayBackLife)),
    ...links.issued(db, "reset", "email_restored", { userId, email }, at),
  ]);
}

async function setAddress(
  db: Db,
  link: links.Link,
  kind: "email_changed" | "email_restored" | "taken_back",
  except: string | null,
  at: number,
  statements: readonly BatchItem<"sqlite">[],
): Promise<EndedSessions | Refusal> {
  const { userId, email } = link;
  try {
    const [, , , , , ended] = await db.batch([
      ...links.consumed(db, link, kind, at),
      badAddresses.ofUserCleared(db, userId),
      badAddresses.cleared(db, email),
      db.update(users).set({ email, emailVerifiedAt: at }).where(eq(users.id, userId)),
      sessions.allEnded(db, userId, except, at).returning({ id: sessionRows.id }),
      ...statements,
    ]);
    return { ended: ended.map(({ id }) => id) };
  } catch (error) {
    if (brokeUnique(error, "users.email") || guards.broken(error) === "address-free") return "taken";
    const why = links.consumeFailure(error);
    if (!why) throw error;
    return why;
  }
}
