import { and, desc, eq, gt, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { suggestions } from "#app/profiles/username.ts";
import { accountEvents, formerUsernames, profiles } from "#drizzle/schema.ts";

/** How long the addresses of an old name lead to the new one, and nobody else may have it, in ms. */
export const formerNameTtl = 90 * day;
/** So many changes of name are possible within `changesPer`, in ms. */
export const maxChanges = 3;
export const changeWindow = 30 * day;

/** How many free names are shown. */
const maxSuggestions = 3;

/**
 * A name as the value of a NOT NULL column: null, and so no name, while somebody else's old addresses still have it. That nobody has it
 * now, the unique key says. @param userId who wants it @param at UTC ms
 */
export function freeOrNull(name: string, userId: string, at: number): SQL<string> {
  return sql`(select ${name} where not exists (select 1 from former_usernames where username = ${name} and user_id <> ${userId} and until > ${at}))`;
}

/** Which of some names somebody has, or had until lately. @param at UTC ms */
async function listTaken(db: Db, names: string[], at: number): Promise<Set<string>> {
  const [now, formerly] = await db.batch([
    db.select({ username: profiles.username }).from(profiles).where(inArray(profiles.username, names)),
    db
      .select({ username: formerUsernames.username })
      .from(formerUsernames)
      .where(and(inArray(formerUsernames.username, names), gt(formerUsernames.until, at))),
  ]);
  return new Set([...now, ...formerly].map(({ username }) => username));
}

/** True for a name that a new account cannot have. @param at UTC ms */
export async function isTaken(db: Db, name: string, at: number): Promise<boolean> {
  return (await listTaken(db, [name], at)).has(name);
}

/** Names like a taken one that nobody has, the nearest first, at most 3. @param at UTC ms */
export async function listFree(db: Db, taken: string, at: number): Promise<string[]> {
  const numbers = Array.from({ length: 4 }, () => 10 + Math.floor(Math.random() * 9990));
  const names = suggestions(taken, numbers);
  const gone = await listTaken(db, names, at);
  return names.filter((name) => !gone.has(name)).slice(0, maxSuggestions);
}

/**
 * How somebody is called now, when they had this name until lately or have it now; null: it is not theirs.
 * @param at UTC ms
 */
export async function findCurrent(db: Db, userId: string, name: string, at: number): Promise<string | null> {
  const [row] = await db
    .select({ username: profiles.username })
    .from(profiles)
    .leftJoin(
      formerUsernames,
      and(
        eq(formerUsernames.userId, profiles.id),
        eq(formerUsernames.username, name),
        gt(formerUsernames.until, at),
      ),
    )
    .where(and(eq(profiles.id, userId), or(eq(profiles.username, name), eq(formerUsernames.username, name))));
  return row?.username ?? null;
}

/** When the next change of name is possible, UTC ms; null: now. @param at UTC ms */
export async function findNextChange(db: Db, userId: string, at: number): Promise<number | null> {
  const rows = await db
    .select({ at: accountEvents.at })
    .from(accountEvents)
    .where(recentChangesOf(userId, at))
    .orderBy(desc(accountEvents.at))
    .limit(maxChanges);
  const first = rows[maxChanges - 1];
  return first ? first.at + changeWindow : null;
}

function recentChangesOf(userId: string, at: number): SQL | undefined {
  return and(
    eq(accountEvents.userId, userId),
    eq(accountEvents.kind, "username_changed"),
    gt(accountEvents.at, at - changeWindow),
  );
}

/**
 * Statements: somebody has another name, and the old one leads to it for a while. They break `account_events.user_id` when the session
 * has ended or there were too many changes, `profiles.username` when somebody else has the name or had it until lately.
 * @param holder the viewer's id while their session is alive (auth/sessions) @param at UTC ms
 */
export function changed(db: Db, userId: string, name: string, holder: SQL<string>, at: number) {
  const changes = sql`(select count(*) from account_events where ${recentChangesOf(userId, at)})`;
  const own = sql<string>`(select username from profiles where id = ${userId})`;
  return [
    db.insert(accountEvents).values({
      userId: sql`case when ${changes} < ${maxChanges} then ${holder} end`,
      kind: "username_changed",
      at,
    }),
    db
      .insert(formerUsernames)
      .values({ username: own, userId, until: at + formerNameTtl })
      .onConflictDoUpdate({ target: formerUsernames.username, set: { userId, until: at + formerNameTtl } }),
    db
      .delete(formerUsernames)
      .where(
        and(
          eq(formerUsernames.username, name),
          or(eq(formerUsernames.userId, userId), lte(formerUsernames.until, at)),
        ),
      ),
    db
      .update(profiles)
      .set({ username: freeOrNull(name, userId, at) })
      .where(eq(profiles.id, userId)),
  ] as const;
}
