import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { listingTtl } from "#app/browse/listing.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { dayNumber, shownDays } from "#app/gigs/figures/gig-figures.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { isListed } from "#app/gigs/gigs.server.ts";
import { hour } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import { completedDays, gigs, popularGigs } from "#drizzle/schema.ts";

/** How many Popular Services are shown (docs/specification.md#assistant-popular). */
const shown = 3;
/** How many gigs with completed orders are examined: some may not be on the market. */
const examined = 500;
/** How many expired days one run deletes. */
const daysAtOnce = 500;
/** How many events of orders one run counts. */
const eventsAtOnce = 4000;
/** The id of the only row and of the only unit of work. */
const only = 1;

/** What the list shows of a gig. */
export type PopularGig = Pick<GigSummary, "slug" | "title" | "priceCents" | "imageUrl">;

/** Chooses the Popular Services, once an hour. */
export const duePopular: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }) {
    const last = await findLast(db);
    const isDue = last === null ? await hasGigs(db) : last.chosenAt <= clock.now() - hour;
    return isDue ? [String(only)] : [];
  },
  async run({ db, clock }) {
    const [at, last] = [clock.now(), await findLast(db)];
    if (last !== null && last.chosenAt > at - hour) return false;
    // While uncounted events or expired days may be left, the sums are wrong.
    if (await countCompleted(db, last?.countedTo ?? 0)) return true;
    if ((await forgetDays(db, at)) === daysAtOnce) return true;
    const row = { gigIds: await choose(db), chosenAt: at };
    // Parallel runs choose the same gigs.
    await db
      .insert(popularGigs)
      .values({ id: only, ...row })
      .onConflictDoUpdate({ target: popularGigs.id, set: row });
    return true;
  },
};

/** Whether there is a gig to choose. */
async function hasGigs(db: Db): Promise<boolean> {
  return (await db.select({ id: gigs.id }).from(gigs).where(isListed).limit(1)).length > 0;
}

/** Deletes days older than 30 days, at most `daysAtOnce`. @returns how many */
async function forgetDays(db: Db, at: number): Promise<number> {
  const over = sql`select rowid from completed_days where day <= ${dayNumber(at) - shownDays} limit ${daysAtOnce}`;
  return (await db.run(sql`delete from completed_days where rowid in (${over})`)).meta.changes;
}

/**
 * Adds completed orders to the days of their gigs, from the events after a number. Of two concurrent runs
 * only one counts.
 * @returns true if events may be left
 */
async function countCompleted(db: Db, after: number): Promise<boolean> {
  const [row] = await db.all<{ newest: number }>(
    sql`select ifnull(max(number), 0) as newest from order_events`,
  );
  const newest = row?.newest ?? 0;
  const countedTo = Math.min(newest, after + eventsAtOnce);
  if (countedTo <= after) return false;
  const isNext = sql`ifnull((select counted_to from popular_gigs where id = ${only}), 0) = ${after}`;
  try {
    await db.batch([
      guards.that(db, "completed-uncounted", isNext),
      db
        .insert(completedDays)
        .select(
          sql`select e.at / 86400000, o.gig_id, count(*) from order_events e cross join orders o on o.id = e.order_id
            where e.number > ${after} and e.number <= ${countedTo} and e.kind = 'completed' group by 1, 2`,
        )
        .onConflictDoUpdate({
          target: [completedDays.day, completedDays.gigId],
          set: { completed: sql`completed_days.completed + excluded.completed` },
        }),
      db
        .insert(popularGigs)
        .values({ id: only, gigIds: [], chosenAt: 0, countedTo })
        .onConflictDoUpdate({ target: popularGigs.id, set: { countedTo } }),
    ]);
  } catch (error) {
    if (guards.broken(error) === "completed-uncounted") return true;
    throw error;
  }
  return countedTo < newest;
}

/**
 * When the Popular Services were last chosen (UTC ms; 0: not yet), and the last event counted; null: neither.
 */
async function findLast(db: Db) {
  const [row] = await db
    .select({ chosenAt: popularGigs.chosenAt, countedTo: popularGigs.countedTo })
    .from(popularGigs)
    .where(eq(popularGigs.id, only));
  return row ?? null;
}

/** The ids of the listed gigs with the most completed orders in 30 days; the newest gigs fill the list. */
async function choose(db: Db): Promise<string[]> {
  const [most, newest] = await db.batch([
    db
      .select({ id: gigs.id })
      .from(
        sql`(select gig_id, completed, number from completed_sums order by completed desc, number desc limit ${examined}) as popular`,
      )
      .crossJoin(gigs)
      .where(and(sql`${gigs.id} = popular.gig_id`, isListed))
      .orderBy(sql`popular.completed desc, popular.number desc`)
      .limit(shown),
    db.select({ id: gigs.id }).from(gigs).where(isListed).orderBy(desc(gigs.number)).limit(shown),
  ]);
  return [...new Set([...most, ...newest].map(({ id }) => id))].slice(0, shown);
}

/** The Popular Services, cached as long as a listing. */
export const popular = { name: "popular", ttl: listingTtl, read: listPopular };

/**
 * The Popular Services that are still listed, most popular first; empty until the sweep has chosen them.
 * Reads at most 6 rows.
 */
async function listPopular(db: Db): Promise<PopularGig[]> {
  const [row] = await db
    .select({ gigIds: popularGigs.gigIds })
    .from(popularGigs)
    .where(eq(popularGigs.id, only));
  if (!row || row.gigIds.length === 0) return [];
  const found = await db
    .select({
      id: gigs.id,
      slug: gigs.slug,
      title: gigs.title,
      priceCents: gigs.priceCents,
      imageUrl: gigs.imageUrl,
    })
    .from(gigs)
    .where(and(inArray(gigs.id, row.gigIds), isListed));
  return row.gigIds.flatMap((id) => {
    const gig = found.find((each) => each.id === id);
    return gig
      ? [{ slug: gig.slug, title: gig.title, priceCents: gig.priceCents, imageUrl: gig.imageUrl }]
      : [];
  });
}
