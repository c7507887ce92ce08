import { eq, lte, sql } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { isNews, lookAt, maxNamed, type NewsItem, newsPause } from "#app/gigs/saved/saved-news.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { savedNews, savedSeen, users } from "#drizzle/schema.ts";

// The weekly email about saved gigs (docs/specification.md#saved-news). Times are in UTC ms.

const newsKind: outbox.MailKind = "saved_news";

/** True if a user wants the email. */
export async function isOn(db: Db, userId: string): Promise<boolean> {
  const rows = await db.select({ on: savedNews.nextAt }).from(savedNews).where(eq(savedNews.userId, userId));
  return rows.length > 0;
}

/**
 * Turns the email on or off for the viewer; both are idempotent. The current state of the saved gigs is the
 * baseline: only later changes are news. The guard `session` fails if the viewer's session has ended.
 */
export async function turn(db: Db, viewer: Viewer, to: "on" | "off", at: number): Promise<void> {
  const written = to === "on" ? turnedOn(db, viewer.id, at) : turnedOff(db, viewer.id);
  await db.batch([sessions.held(db, viewer, at), ...written]);
}

/** Statements that turn the email on for a user. They change nothing if it is on. @param at UTC ms */
export function turnedOn(db: Db, userId: string, at: number) {
  return [
    db
      .insert(savedSeen)
      .select(
        sql`select s.user_id, s.gig_id, g.price_cents, g.listed, null, 0 from saved_gigs s join gigs g on g.id = s.gig_id
          where s.user_id = ${userId} and not exists (select 1 from saved_news where user_id = s.user_id)`,
      )
      .onConflictDoUpdate({
        target: [savedSeen.userId, savedSeen.gigId],
        set: { priceCents: sql`excluded.price_cents`, available: sql`excluded.available` },
      }),
    db
      .insert(savedNews)
      .values({ userId, nextAt: at + newsPause })
      .onConflictDoNothing(),
  ] as const;
}

/** Statements that turn the email off for a user, and delete what the last look found. */
export function turnedOff(db: Db, userId: string) {
  return [
    db.delete(savedNews).where(eq(savedNews.userId, userId)),
    db.delete(savedSeen).where(eq(savedSeen.userId, userId)),
  ] as const;
}

/** A condition on `users`: the user can get news. */
const isReader = sql`${users.suspendedAt} is null and ${users.emailVerifiedAt} is not null`;

/** The users whose saved gigs are due for a check. */
export const dueNews: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }, limit) {
    const rows = await db
      .select({ id: savedNews.userId })
      .from(savedNews)
      .where(lte(savedNews.nextAt, clock.now()))
      .orderBy(savedNews.nextAt)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  async run({ db, clock }, id) {
    const at = clock.now();
    const [due] = await db
      .select({ nextAt: savedNews.nextAt, isReader: isReader.mapWith(Boolean) })
      .from(savedNews)
      .innerJoin(users, eq(users.id, savedNews.userId))
      .where(eq(savedNews.userId, id));
    if (!due || due.nextAt > at) return false;
    // For a user who cannot get news, nothing is compared until they can: then they learn what has changed.
    const looks = due.isReader ? await look(db, id) : [];
    const isDue = sql`exists (select 1 from saved_news where user_id = ${id} and next_at = ${due.nextAt})`;
    const mail = sql`select ${crypto.randomUUID()} as id, ${newsKind} as kind, ${id} as user_id, null as subject_id, ${at} as due_at`;
    try {
      await db.batch([
        guards.that(db, "saved-news-due", isDue),
        db
          .update(savedNews)
          .set({ nextAt: at + newsPause })
          .where(eq(savedNews.userId, id)),
        seen(
          db,
          id,
          looks.filter(({ isChanged }) => isChanged),
        ),
        ...(looks.some(isNews) ? [outbox.mailRows(db, mail, at)] : []),
      ]);
    } catch (error) {
      // Another run was first, or the user has turned it off.
      if (guards.broken(error) === "saved-news-due") return false;
      throw error;
    }
    return true;
  },
};

/** Compares what a user saved with the last look. It reads three rows for each gig. */
async function look(db: Db, userId: string) {
  const rows = await db.all<{
    gigId: string;
    savedCents: number;
    priceCents: number;
    available: number;
    seenCents: number | null;
    seenAvailable: number | null;
    seenNews: number | null;
  }>(sql`
    select s.gig_id as gigId, s.price_cents as savedCents, g.price_cents as priceCents, g.listed as available,
      n.price_cents as seenCents, n.available as seenAvailable, n.was_cents is not null or n.is_back as seenNews
    from saved_gigs s join gigs g on g.id = s.gig_id
    left join saved_seen n on n.user_id = s.user_id and n.gig_id = s.gig_id
    where s.user_id = ${userId}`);
  return rows.map(({ gigId, savedCents, seenCents, seenAvailable, seenNews, ...now }) => {
    const before = { priceCents: seenCents ?? savedCents, available: seenAvailable !== 0 };
    const found = lookAt(before, { priceCents: now.priceCents, available: now.available === 1 });
    const isSame = found.priceCents === seenCents && found.available === before.available && !isNews(found);
    return { gigId, ...found, isChanged: seenCents === null || !isSame || seenNews === 1 };
  });
}

/** One statement that stores what the looks found, for the gigs that are still saved. */
function seen(db: Db, userId: string, looks: Awaited<ReturnType<typeof look>>) {
  return db
    .insert(savedSeen)
    .select(
      sql`select ${userId}, value ->> '$.gigId', value ->> '$.priceCents', value ->> '$.available', value ->> '$.wasCents', value ->> '$.isBack'
        from json_each(${JSON.stringify(looks)})
        where exists (select 1 from saved_gigs where user_id = ${userId} and gig_id = value ->> '$.gigId')`,
    )
    .onConflictDoUpdate({
      target: [savedSeen.userId, savedSeen.gigId],
      set: {
        priceCents: sql`excluded.price_cents`,
        available: sql`excluded.available`,
        wasCents: sql`excluded.was_cents`,
        isBack: sql`excluded.is_back`,
      },
    });
}

/**
 * What the email says, if it is still true: at most `maxNamed`, and how many more there are.
 * @returns null if nothing is left to report, or the user cannot get news
 */
export async function findNews(db: Db, userId: string): Promise<{ items: NewsItem[]; more: number } | null> {
  const items = await db.all<NewsItem>(sql`
    select g.title, g.slug, g.price_cents as priceCents, iif(g.price_cents < n.was_cents, n.was_cents, null) as wasCents
    from users join saved_seen n on n.user_id = users.id
    join saved_gigs s on s.user_id = n.user_id and s.gig_id = n.gig_id join gigs g on g.id = n.gig_id
    where users.id = ${userId} and ${isReader} and g.listed = 1 and (n.is_back = 1 or g.price_cents < n.was_cents)
    order by s.at desc, s.rowid desc`);
  if (items.length === 0) return null;
  return { items: items.slice(0, maxNamed), more: Math.max(0, items.length - maxNamed) };
}
