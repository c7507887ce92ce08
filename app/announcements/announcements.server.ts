import { eq, sql } from "drizzle-orm";
import { type Announcement, announcementKinds } from "#app/announcements/announcement.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { announcements } from "#drizzle/schema.ts";

// How an announcement is sent (docs/specification.md#announcements).

/** How many accounts one run handles. */
const accountsAtOnce = 500;

/** While this many emails of any kind are due, no more are written. */
const maxDue = 100;

/** Finds an announcement; null if there is none. */
export async function find(db: Db, id: string): Promise<Announcement | null> {
  const [row] = await db.select().from(announcements).where(eq(announcements.id, id));
  return row ?? null;
}

/** Sends the oldest running announcement: each run writes the emails to the next accounts. */
export const dueAnnouncements: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }) {
    const running = await db.all<{ id: string }>(
      sql`select id from announcements where state = 'running' order by number limit 1`,
    );
    return running.length === 0 || (await isBusy(db, clock.now())) ? [] : running.map(({ id }) => id);
  },
  async run({ db, clock }, id) {
    const announcement = await find(db, id);
    // A queue message may arrive twice.
    if (announcement?.state !== "running" || (await isBusy(db, clock.now()))) return false;
    const { kind, doneNumber, lastNumber } = announcement;
    const accounts = await listNext(db, announcement);
    const last = accounts.at(-1)?.number ?? lastNumber;
    const isDone = accounts.length < accountsAtOnce || last === lastNumber;
    const readers = accounts.filter(({ isReader }) => isReader).map((account) => account.id);
    const at = clock.now();
    try {
      await db.batch([
        // If two runs overlap, only one writes. A stopped announcement is not sent.
        guards.that(
          db,
          "announcement-unchanged",
          sql`(select done_number from announcements where id = ${id} and state = 'running') = ${doneNumber}`,
        ),
        outbox.mailEach(
          db,
          announcementKinds[kind].mail,
          sql`select value as user_id, ${id} as subject_id from json_each(${JSON.stringify(readers)})`,
          at,
          sql`subject_id || ':' || user_id`,
        ),
        db
          .update(announcements)
          .set({
            written: sql`written + ${readers.length}`,
            ...(isDone
              ? { doneNumber: lastNumber ?? 0, state: "done", endedAt: at }
              : { doneNumber: last ?? 0 }),
          })
          .where(eq(announcements.id, id)),
      ]);
      return true;
    } catch (error) {
      if (guards.broken(error) !== "announcement-unchanged") throw error;
      return false;
    }
  },
};

const isBusy = async (db: Db, at: number) => (await outbox.countDue(db, at, maxDue)) === maxDue;

/**
 * The next accounts by number. `isReader`: it gets the email. Changes of Terms and Privacy go to every
 * account that is not deleted. News goes neither to suspended accounts, nor to addresses that may be a
 * stranger's.
 */
async function listNext(db: Db, { kind, doneNumber, lastNumber }: Announcement) {
  const isReader =
    kind === "news"
      ? sql`deleted_at is null and suspended_at is null and email_verified_at is not null`
      : sql`deleted_at is null`;
  return await db.all<{ number: number; id: string; isReader: 0 | 1 }>(sql`
    select number, id, ${isReader} as isReader from users
    where number > cast(${doneNumber} as integer) and number <= cast(${lastNumber} as integer)
    order by number limit ${accountsAtOnce}`);
}
