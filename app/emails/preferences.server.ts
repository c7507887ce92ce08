import { and, eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { optOutGroups, type SwitchableGroup, switchableGroups } from "#app/emails/mail-groups.ts";
import * as savedNews from "#app/gigs/saved/saved-news.server.ts";
import * as guards from "#app/lib/guards.server.ts";
import { mailSwitches, users } from "#drizzle/schema.ts";

// Which emails a user gets (docs/specification.md#email-preferences). A row of `mail_switches` is a group
// that is off; a row of `saved_news`, that the group `saved` is on.

/** A user's choice. `complaints`: the groups that a complaint has switched off, and when (UTC ms). */
type Choice = { on: SwitchableGroup[]; complaints: { group: SwitchableGroup; at: number }[] };

/**
 * Statements: turn these groups of emails off for a user (docs/specification.md#email-preferences). A group
 * that is already off keeps the time when it was turned off.
 * @param by who asked for it @param at UTC ms
 */
export function switchedOff(
  db: Db,
  userId: string,
  groups: SwitchableGroup[],
  by: "user" | "link" | "complaint",
  at: number,
): BatchItem<"sqlite">[] {
  const rows = optOut(groups).map((mailGroup) => ({ userId, mailGroup, by, offAt: at }));
  return [
    ...(rows.length > 0 ? [db.insert(mailSwitches).values(rows).onConflictDoNothing()] : []),
    ...(groups.includes("saved") ? savedNews.turnedOff(db, userId) : []),
  ];
}

/** Statements: a user gets the emails of these groups. @param at UTC ms */
function switchedOn(db: Db, userId: string, groups: SwitchableGroup[], at: number) {
  return [
    db
      .delete(mailSwitches)
      .where(and(eq(mailSwitches.userId, userId), inArray(mailSwitches.mailGroup, optOut(groups)))),
    ...(groups.includes("saved") ? savedNews.turnedOn(db, userId, at) : []),
  ];
}

const optOut = (groups: SwitchableGroup[]) => optOutGroups.filter((group) => groups.includes(group));

/** Which groups a user gets. */
export async function find(db: Db, userId: string): Promise<Choice> {
  const [switches, hasNews] = await Promise.all([
    db.select().from(mailSwitches).where(eq(mailSwitches.userId, userId)),
    savedNews.isOn(db, userId),
  ]);
  const isOn = (group: SwitchableGroup) =>
    group === "saved" ? hasNews : !switches.some(({ mailGroup }) => mailGroup === group);
  const complaints = switches.filter(({ by }) => by === "complaint");
  return {
    on: switchableGroups.filter(isOn),
    complaints: complaints.map(({ mailGroup, offAt }) => ({ group: mailGroup, at: offAt })),
  };
}

/**
 * Turns groups of the viewer's emails on and off, and leaves the others. It breaks the rule `session` if the
 * viewer's session has ended.
 * @param at UTC ms
 */
export async function choose(
  db: Db,
  viewer: Viewer,
  { on, off }: { on: SwitchableGroup[]; off: SwitchableGroup[] },
  at: number,
): Promise<void> {
  await db.batch([
    sessions.held(db, viewer, at),
    ...switchedOn(db, viewer.id, on, at),
    ...switchedOff(db, viewer.id, off, "user", at),
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
  const written =
    to === "off" ? switchedOff(db, userId, groups, "link", at) : switchedOn(db, userId, groups, at);
  try {
    await db.batch([guards.that(db, "link-valid", exists), ...written]);
    return true;
  } catch (error) {
    if (guards.broken(error) === "link-valid") return false;
    throw error;
  }
}

/** A user's address, and the groups that they get; null if the account was deleted. */
export async function findForLink(db: Db, userId: string) {
  const [[owner], { on }] = await Promise.all([
    db.select({ email: users.email, deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId)),
    find(db, userId),
  ]);
  return owner && owner.deletedAt === null ? { email: owner.email, on } : null;
}

/** A statement: a deleted account's switches are deleted; `saved_news` is deleted with what it saved. */
export function ofUserDeleted(db: Db, userId: string) {
  return db.delete(mailSwitches).where(eq(mailSwitches.userId, userId));
}
