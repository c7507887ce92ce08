import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as forgottenFiles from "#app/files/forgotten-files.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { deletedUsername } from "#app/profiles/deleted-username.ts";
import type { ProfileChange } from "#app/profiles/profile.form.ts";
import { isTurnOf } from "#app/profiles/turn.server.ts";
import * as usernames from "#app/profiles/usernames.server.ts";
import * as uploads from "#app/uploads/uploads.server.ts";
import {
  conversationSides,
  formerUsernames,
  profiles,
  uploads as uploadRows,
  users,
} from "#drizzle/schema.ts";

/**
 * The username as other users see it: null if the account was deleted.
 * @param profile the table or an alias of it
 */
export function shownUsername(profile: { username: SQLWrapper; deletedAt: SQLWrapper }): SQL<string | null> {
  return sql`iif(${profile.deletedAt} is null, ${profile.username}, null)`;
}

/**
 * Statements that erase a profile and reserve its username, so that no other user can take it.
 * @param until when the username is free again, UTC ms
 * @param at UTC ms
 */
export function anonymised(db: Db, id: string, until: number, at: number) {
  return [
    db
      .insert(formerUsernames)
      .select(sql`select username, id, ${until} from profiles where id = ${id}`)
      .onConflictDoUpdate({ target: formerUsernames.username, set: { userId: id, until } }),
    db
      .update(profiles)
      .set({
        username: deletedUsername(),
        fullName: "",
        avatarUrl: null,
        title: null,
        sellerLevel: null,
        description: null,
        timeZone: null,
        companyName: null,
        taxNumber: null,
        deletedAt: at,
      })
      .where(eq(profiles.id, id)),
  ] as const;
}

/** The IANA name of a user's time zone; null if they have not chosen one. */
export async function timeZoneOf(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row?.timeZone ?? null;
}

/** The badge counts up to this number, which limits the rows read. */
export const maxUnread = 100;

/**
 * What the header shows about the viewer, in one statement. `unread` is at most 100. `turn`: an order waits
 * for them.
 * @param reading the conversation that this page shows, whose messages do not count as unread; null if none
 * @param holder a sub-select of the viewer's id that is null once the session has ended (auth/sessions)
 * @returns null if there is no such profile or the session has ended
 */
export async function findHeader(
  db: Db,
  viewerId: string,
  reading: string | null = null,
  holder: SQL = sql`1`,
) {
  const unread = unreadOf(viewerId, reading);
  const [row] = await db
    .select({
      username: profiles.username,
      fullName: profiles.fullName,
      email: users.email,
      avatarUrl: profiles.avatarUrl,
      timeZone: profiles.timeZone,
      emailVerifiedAt: users.emailVerifiedAt,
      unread,
      badAddress: sql<string | null>`(select address from bad_addresses where address = ${users.email})`,
      turn: isTurnOf(viewerId),
      sells:
        sql`exists (select 1 from sellers where user_id = ${viewerId} and status in ('active', 'suspended'))`.mapWith(
          Boolean,
        ),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(and(eq(profiles.id, viewerId), sql`${holder} is not null`));
  return row ?? null;
}

/** A sub-select: how many messages a user has not read, in all conversations but one, at most 100. */
function unreadOf(userId: string, but: string | null): SQL<number> {
  return sql<number>`(select min(coalesce(sum(unread), 0), ${maxUnread}) from (
    select unread from ${conversationSides} where user_id = ${userId} and unread > 0 and is_muted = 0
      and conversation is not (select number from conversations where id = ${but}) limit ${maxUnread}))`;
}

/** How many messages a user has not read, at most 100. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const [row] = await db.all<{ unread: number }>(sql`select ${unreadOf(userId, null)} as unread`);
  return row?.unread ?? 0;
}

/** A profile for its owner to edit; null if there is none. `bio` is the column `description`. */
export async function find(db: Db, id: string) {
  const [row] = await db
    .select({
      fullName: profiles.fullName,
      username: profiles.username,
      title: profiles.title,
      bio: profiles.description,
      timeZone: profiles.timeZone,
      companyName: profiles.companyName,
      taxNumber: profiles.taxNumber,
      presence: sql<string>`iif(${profiles.showsPresence}, 'shown', 'hidden')`,
      avatarUrl: profiles.avatarUrl,
    })
    .from(profiles)
    .where(eq(profiles.id, id));
  return row ?? null;
}

/**
 * The result of saving. `nextChangeAt`: the username was changed too often, and this is when it can be
 * changed again, UTC ms.
 */
export type SaveResult = "saved" | "renamed" | "username taken" | "session ended" | { nextChangeAt: number };

/**
 * Saves the viewer's profile. A new username also writes the event, the redirect from the old name and an
 * email, in one batch.
 * @param currentUsername the current username
 * @param holder a sub-select of the viewer's id that is null once the session has ended (auth/sessions)
 * @param at UTC ms
 */
export async function save(
  db: Db,
  viewerId: string,
  currentUsername: string,
  { username, bio, presence, ...change }: ProfileChange,
  holder: SQL<string>,
  at: number,
): Promise<SaveResult> {
  const written = db
    .update(profiles)
    .set({ ...change, description: bio, ...(presence ? { showsPresence: presence === "shown" } : {}) })
    .where(and(eq(profiles.id, viewerId), sql`${holder} is not null`));
  // Greater than 0, not equal to 1: `changes` includes the rows that a trigger writes to the name search
  // index.
  if (username === currentUsername) return (await written).meta.changes > 0 ? "saved" : "session ended";
  try {
    await db.batch([
      ...usernames.changed(db, viewerId, username, holder, at),
      written,
      outbox.mail(db, "username_changed", viewerId, null, at),
    ]);
    return "renamed";
  } catch (error) {
    const rule = guards.broken(error);
    if (rule === "username-free" || brokeUnique(error, "profiles.username")) return "username taken";
    if (rule !== "username-change-limit") throw error;
    return { nextChangeAt: (await usernames.findNextChange(db, viewerId, at)) ?? at };
  }
}

/**
 * Makes an upload the user's picture. The files of the previous one are deleted.
 * @param at UTC ms
 * @returns false if the account or the upload is gone; then nothing has changed
 */
export async function setPicture(db: Db, id: string, uploadId: string, at: number): Promise<boolean> {
  const url = `/images/${uploadId}`;
  const isUsable = sql`${uploads.usable(uploadId, id)} is not null and profiles.deleted_at is null`;
  const [, { meta }] = await db.batch([
    pictureForgotten(db, id, at, sql`${uploads.usable(uploadId, id)} is not null`),
    db
      .update(profiles)
      .set({ avatarUrl: url })
      .where(and(eq(profiles.id, id), isUsable)),
    db
      .delete(uploadRows)
      .where(
        sql`${uploadRows.id} = ${uploadId} and exists (select 1 from profiles where id = ${id} and avatar_url = ${url})`,
      ),
  ]);
  return meta.changes > 0;
}

/** Removes a user's picture. Its files are deleted. @param at UTC ms */
export async function removePicture(db: Db, id: string, at: number): Promise<void> {
  await db.batch([
    pictureForgotten(db, id, at),
    db.update(profiles).set({ avatarUrl: null }).where(eq(profiles.id, id)),
  ]);
}

/**
 * A statement: marks the files of a user's picture for deletion, unless another profile shows it too.
 * @param at UTC ms
 * @param condition if given, must also hold
 */
export function pictureForgotten(db: Db, id: string, at: number, condition: SQL = sql`true`) {
  const prefix = sql`substr(avatar_url, 9, instr(avatar_url || '?', '?') - 9) || '/'`;
  return forgottenFiles.noted(
    db,
    sql`select ${prefix} prefix from profiles shown where id = ${id} and avatar_url like '/images/_%' and ${condition}
      and not exists (select 1 from profiles other where other.avatar_url = shown.avatar_url and other.id <> shown.id)`,
    at,
  );
}
