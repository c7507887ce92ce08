import { and, eq, inArray, sql } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { type SwitchableGroup, switchableGroups } from "#app/emails/mail-groups.ts";
import * as guards from "#app/lib/guards.server.ts";
import { mailSwitches, users } from "#drizzle/schema.ts";

// Which emails a user gets (docs/specification.md#email-preferences). A row of `mail_switches` is a group
// that is off.

type Switch = Pick<typeof mailSwitches.$inferSelect, "mailGroup" | "by" | "offAt">;

/**
 * Statement: turns these groups of emails off for a user (docs/specification.md#email-preferences). A group
 * that is off stays off, since its first time.
 * @param groups at least one @param by who asked for it @param at UTC ms
 */
export function switchedOff(
  db: Db,
  userId: string,
  groups: SwitchableGroup[],
  by: "user" | "link" | "complaint",
  at: number,
) {
  return db
    .insert(mailSwitches)
    .values(groups.map((mailGroup) => ({ userId, mailGroup, by, offAt: at })))
    .onConflictDoNothing();
}

/** A statement: a user gets the emails of these groups again. */
function switchedOn(db: Db, userId: string, groups: SwitchableGroup[]) {
  return db
    .delete(mailSwitches)
    .where(and(eq(mailSwitches.userId, userId), inArray(mailSwitches.mailGroup, groups)));
}

/** The groups that a user has switched off. */
export function list(db: Db, userId: string): Promise<Switch[]> {
  const { mailGroup, by, offAt } = mailSwitches;
  return db.select({ mailGroup, by, offAt }).from(mailSwitches).where(eq(mailSwitches.userId, userId));
}

/**
 * Saves which groups the viewer gets; the others are off. It breaks the rule `session` if the viewer's
 * session has ended.
 * @param at UTC ms
 */
export async function choose(db: Db, viewer: Viewer, on: SwitchableGroup[], at: number): Promise<void> {
  const off = switchableGroups.filter((group) => !on.includes(group));
  await db.batch([
    sessions.held(db, viewer, at),
    switchedOn(db, viewer.id, on),
    ...(off.length > 0 ? [switchedOff(db, viewer.id, off, "user", at)] : []),
  ]);
}

/**
 * Switches groups of a link's owner off or on.
 * @param at UTC ms @returns false if the account was deleted; nothing was written
 */
export async function switchByLink(
  db: Db,
  userId: string,
  groups: SwitchableGroup[],
  to: "off" | "on",
  at: number,
): Promise<boolean> {
  const exists = sql`exists (select 1 from users where id = ${userId} and deleted_at is null)`;
  const write = to === "off" ? switchedOff(db, userId, groups, "link", at) : switchedOn(db, userId, groups);
  try {
    await db.batch([guards.that(db, "link-valid", exists), write]);
    return true;
  } catch (error) {
    if (guards.broken(error) === "link-valid") return false;
    throw error;
  }
}

/** A user's address, and the groups that are off; null if the account was deleted. */
export async function findForLink(db: Db, userId: string) {
  const [[owner], off] = await Promise.all([
    db.select({ email: users.email, deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId)),
    list(db, userId),
  ]);
  return owner && owner.deletedAt === null ? { email: owner.email, off } : null;
}

/** A statement: a deleted account's choices are deleted. */
export function ofUserDeleted(db: Db, userId: string) {
  return db.delete(mailSwitches).where(eq(mailSwitches.userId, userId));
}
