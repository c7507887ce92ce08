import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import type { ProfileChange } from "#app/profiles/profile.form.ts";
import * as usernames from "#app/profiles/usernames.server.ts";
import { conversations, formerUsernames, messages, profiles, users } from "#drizzle/schema.ts";

/** The username as others see it: null for somebody whose account was deleted (profile.ts, `Person`). @param profile the table, or an alias of it */
export function shownUsername(profile: { username: SQLWrapper; deletedAt: SQLWrapper }): SQL<string | null> {
  return sql`iif(${profile.deletedAt} is null, ${profile.username}, null)`;
}

/**
 * Statements: a profile holds nothing of its owner any more. Nobody takes the name until then, and nothing leads from it to who it was.
 * @param until UTC ms @param at UTC ms
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
        username: `deleted-${crypto.randomUUID().replaceAll("-", "").slice(0, 22)}`,
        fullName: "",
        avatarUrl: null,
        title: null,
        sellerLevel: null,
        description: null,
        timeZone: null,
        deletedAt: at,
      })
      .where(eq(profiles.id, id)),
  ] as const;
}

/** The IANA name of somebody's time zone; null: they have not told. */
export async function timeZoneOf(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row?.timeZone ?? null;
}

/** The badge stops counting here: nobody reads a higher number, and the read stays small. */
const maxUnread = 100;

/**
 * What the header shows of the viewer, in one statement: name parts, avatar, when the address was verified, messages not yet read (at most 100).
 * Null: no such profile, or the viewer's session has ended.
 * @param reading the conversation that this page shows, and thereby reads; null: none
 * @param holder a sub-select of the viewer's id, null once the session has ended
 */
export async function findHeader(
  db: Db,
  viewerId: string,
  reading: string | null = null,
  holder: SQL = sql`1`,
) {
  // `is_read = 0` is written out: SQLite uses the partial index of unread messages only for the literal.
  const unread = sql<number>`(select count(*) from (
    select 1 from ${conversations} c join ${messages} m on m.conversation_id = c.id and m.is_read = 0
      and m.sender_id = case when c.first_id = ${viewerId} then c.second_id else c.first_id end
    where (c.first_id = ${viewerId} or c.second_id = ${viewerId}) and c.id is not ${reading} limit ${maxUnread}))`;
  const [row] = await db
    .select({
      username: profiles.username,
      fullName: profiles.fullName,
      email: users.email,
      avatarUrl: profiles.avatarUrl,
      emailVerifiedAt: users.emailVerifiedAt,
      unread,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(and(eq(profiles.id, viewerId), sql`${holder} is not null`));
  return row ?? null;
}

/** A profile as its owner edits it; null: there is none. `bio` is the description of docs/specification.md#data-profile. */
export async function find(db: Db, id: string) {
  const [row] = await db
    .select({
      fullName: profiles.fullName,
      username: profiles.username,
      title: profiles.title,
      bio: profiles.description,
      timeZone: profiles.timeZone,
      avatarUrl: profiles.avatarUrl,
    })
    .from(profiles)
    .where(eq(profiles.id, id));
  return row ?? null;
}

/** What became of a change. `too many`: the next change of the username is possible then, UTC ms. */
export type SaveResult = "saved" | "renamed" | "username taken" | "session ended" | { tooManyUntil: number };

/**
 * Writes what somebody says of themselves. Another username is one batch: the event, the old name that leads to the new one, the mail.
 * @param own their username until now @param holder the viewer's id while their session is alive (auth/sessions) @param at UTC ms
 */
export async function save(
  db: Db,
  viewerId: string,
  own: string,
  { username, bio, ...change }: ProfileChange,
  holder: SQL<string>,
  at: number,
): Promise<SaveResult> {
  const said = { ...change, description: bio };
  const written = db
    .update(profiles)
    .set(said)
    .where(and(eq(profiles.id, viewerId), sql`${holder} is not null`));
  // The name's search index counts among the rows changed.
  if (username === own) return (await written).meta.changes > 0 ? "saved" : "session ended";
  try {
    await db.batch([
      ...usernames.changed(db, viewerId, username, holder, at),
      written,
      outbox.mail(db, "username_changed", viewerId, null, at),
    ]);
    return "renamed";
  } catch (error) {
    if (brokeUnique(error, "profiles.username") || brokeNotNull(error, "profiles.username"))
      return "username taken";
    if (!brokeNotNull(error, "account_events.user_id")) throw error;
    const tooManyUntil = await usernames.findNextChange(db, viewerId, at);
    return tooManyUntil === null ? "session ended" : { tooManyUntil };
  }
}

/**
 * Gives somebody another picture, or none. @param avatarUrl `/images/{key}`
 * @returns the address of the one before, which nobody shows any more
 */
export async function setPicture(db: Db, id: string, avatarUrl: string | null): Promise<string | null> {
  const [before] = await db.batch([
    db.select({ avatarUrl: profiles.avatarUrl }).from(profiles).where(eq(profiles.id, id)),
    db.update(profiles).set({ avatarUrl }).where(eq(profiles.id, id)),
  ]);
  return before[0]?.avatarUrl ?? null;
}
