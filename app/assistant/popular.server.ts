import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { listingTtl } from "#app/browse/listing.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { dayNumber, shownDays } from "#app/gigs/figures/gig-figures.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { isListed } from "#app/gigs/gigs.server.ts";
import { hour } from "#app/lib/dates.ts";
import type { Work } from "#app/lib/work.ts";
import { gigs, popularGigs } from "#drizzle/schema.ts";

/** How many Popular Services are shown (docs/specification.md#assistant-popular). */
const shown = 3;
/** How many gigs with completed orders are examined: some may not be on the market. */
const examined = 500;
/** How many expired days one run deletes. */
const daysAtOnce = 500;
/** The id of the only row and of the only unit of work. */
const only = 1;

/** What the list shows of a gig. */
export type PopularGig = Pick<GigSummary, "slug" | "title" | "priceCents" | "imageUrl">;

/** Chooses the Popular Services, once an hour. */
export const duePopular: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }) {
    const last = await findLast(db);
    const isDue = last === null ? await hasGigs(db) : last <= clock.now() - hour;
    return isDue ? [String(only)] : [];
  },
  async run({ db, clock }) {
    const [at, last] = [clock.now(), await findLast(db)];
    if (last !== null && last > at - hour) return false;
    // While expired days may be left, the sums are too high.
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

/** When the Popular Services were last chosen, in UTC ms; null: never. */
async function findLast(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ at: popularGigs.chosenAt })
    .from(popularGigs)
    .where(eq(popularGigs.id, only));
  return row?.at ?? null;
}

/** The ids of the listed gigs with the most completed orders of 30 days, then of the newest ones. */
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
