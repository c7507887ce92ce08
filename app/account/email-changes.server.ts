import { eq } from "drizzle-orm";
import * as accounts from "#app/auth/accounts.server.ts";
import * as links from "#app/auth/links.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { hour } from "#app/lib/dates.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, sessions as sessionRows, users } from "#drizzle/schema.ts";

/**
 * Mails a link to the new address of the viewer, who has shown their password. An address that is somebody else's gets a mail that says
 * so, and the answer is the same: nobody learns here who is registered. @param email in lower case @param at UTC ms
 * @returns "signed out": the viewer's session has ended meanwhile, and nothing was done
 */
export async function ask(db: Db, viewer: Viewer, email: string, at: number): Promise<"done" | "signed out"> {
  const owner = await accounts.ownerOf(db, email, at);
  const isTaken = owner !== null && owner.id !== viewer.id;
  const told = isTaken && (await outbox.wasMailedSince(db, "email_taken", owner.id, at - hour));
  const mails = isTaken
    ? told
      ? []
      : [outbox.mail(db, "email_taken", owner.id, null, at, email)]
    : links.mailed(db, "change_email", "change_email", { userId: viewer.id, email }, at);
  try {
    await db.batch([
      db
        .insert(accountEvents)
        .values({ userId: sessions.holder(viewer, at), kind: "email_change_asked", at }),
      ...mails,
    ]);
    return "done";
  } catch (error) {
    if (brokeNotNull(error, "account_events.user_id")) return "signed out";
    throw error;
  }
}

/** The sessions that were ended, whose sockets are to be closed. */
type Moved = { ended: string[] };
type Refused = "used" | "over" | "taken";

/**
 * The account has the address of a good link of its kind. The old one is told, with a link to take it back if it was ever proved to be
 * the owner's: a stranger whose address was a slip of the pen must not get an account by it.
 * @param old the account as it is @param except a session that goes on; null: all end @param at UTC ms
 */
export async function change(
  db: Db,
  link: links.Link,
  old: { email: string; emailVerifiedAt: number | null },
  except: string | null,
  at: number,
): Promise<Moved | Refused> {
  const { userId } = link;
  const told =
    old.emailVerifiedAt === null
      ? ([outbox.mail(db, "email_changed", userId, null, at, old.email)] as const)
      : links.mailed(db, "undo_email", "email_changed", { userId, email: old.email }, at);
  return await move(db, link, "email_changed", except, told, at);
}

/**
 * The account has its old address again. Every session ends, and a link for a new password goes to that address, because somebody else may
 * know this one. @param at UTC ms
 */
export async function undo(db: Db, link: links.Link, at: number): Promise<Moved | Refused> {
  const { userId, email } = link;
  const told = links.mailed(db, "reset", "email_restored", { userId, email }, at);
  return await move(db, link, "email_restored", null, told, at);
}

async function move(
  db: Db,
  link: links.Link,
  kind: "email_changed" | "email_restored",
  except: string | null,
  told: readonly (ReturnType<typeof outbox.mail> | ReturnType<typeof links.mailed>[0])[],
  at: number,
): Promise<Moved | Refused> {
  const { userId, email } = link;
  try {
    const [, , ended] = await db.batch([
      links.used(db, link, kind, at),
      db.update(users).set({ email, emailVerifiedAt: at }).where(eq(users.id, userId)),
      sessions.allEnded(db, userId, except, at).returning({ id: sessionRows.id }),
      ...told,
    ]);
    return { ended: ended.map(({ id }) => id) };
  } catch (error) {
    if (brokeUnique(error, "users.email")) return "taken";
    const why = links.whyNot(error);
    if (!why) throw error;
    return why;
  }
}
