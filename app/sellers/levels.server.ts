import { and, eq, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day } from "#app/lib/dates.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { type LevelFigures, levelWindow, minRatings, nextLevel } from "#app/sellers/level.ts";
import { profiles, sellers } from "#drizzle/schema.ts";

/** The maximum number of sellers per run of the scheduled work. */
const sellersAtOnce = 200;

/** The levels that are due: each active seller's is compared with the table once a day. */
export const dueLevels: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }, limit) {
    const due = await db.all<{ id: string }>(sql`select id from sellers indexed by sellers_level_due
      where status = 'active' and level_checked_at <= ${clock.now() - day}
      order by level_checked_at limit ${Math.min(limit, sellersAtOnce)}`);
    return due.map(({ id }) => id);
  },
  async run({ db, clock }, id) {
    const at = clock.now();
    const [row] = await db
      .select({ seller: sellers, level: profiles.sellerLevel })
      .from(sellers)
      .innerJoin(profiles, eq(profiles.id, sellers.userId))
      .where(and(eq(sellers.id, id), eq(sellers.status, "active")));
    if (!row || row.seller.levelCheckedAt > at - day) return false;
    await compare(db, row.seller, row.level, at);
    return true;
  },
};

/** Compares a seller's level with the table, and writes the result. @param at UTC ms */
async function compare(db: Db, seller: typeof sellers.$inferSelect, level: string | null, at: number) {
  const figures = await figuresOf(db, seller.userId, at);
  const next = nextLevel({ level, belowSince: seller.belowSince }, figures, at);
  const checked = db
    .update(sellers)
    .set({ levelCheckedAt: at, belowSince: next.belowSince, levelFigures: figures })
    .where(and(eq(sellers.id, seller.id), eq(sellers.levelCheckedAt, seller.levelCheckedAt)));
  if (next.level === level) return void (await checked);
  const { userId } = seller;
  // Everyone starts at the lowest level, without an email. The email's id is the claim, so that two runs
  // write it once.
  const id = `${seller.id}:level:${Math.floor(at / day)}`;
  const mail = level === null ? [] : [outbox.mailOnce(db, id, "level_changed", userId, seller.id, at)];
  try {
    await db.batch([
      checked,
      db.update(profiles).set({ sellerLevel: next.level }).where(eq(profiles.id, userId)),
      ...mail,
    ]);
  } catch (error) {
    if (!brokeUnique(error, "outbox.id")) throw error;
  }
}

/** What the seller dashboard shows about a seller's level; null for a user who is not an active seller. */
export async function findReport(db: Db, userId: string) {
  const [row] = await db
    .select({
      level: profiles.sellerLevel,
      figures: sellers.levelFigures,
      belowSince: sellers.belowSince,
    })
    .from(sellers)
    .innerJoin(profiles, eq(profiles.id, sellers.userId))
    .where(and(eq(sellers.userId, userId), eq(sellers.status, "active")));
  return row ?? null;
}

/** Reads at most one row for each day of the window, and the sums of all days. @param at UTC ms */
export async function figuresOf(db: Db, userId: string, at: number): Promise<LevelFigures> {
  const from = Math.floor(at / day) - levelWindow;
  const [row] = await db.all<LevelFigures & { recent: number; recentSum: number }>(sql`
    select ifnull(t.completed, 0) completed, ifnull(t.ratings, 0) ratings, ifnull(t.rating_sum, 0) ratingSum,
      ifnull(d.on_time, 0) onTime, ifnull(d.late, 0) late, ifnull(d.ratings, 0) recent, ifnull(d.rating_sum, 0) recentSum
    from (select sum(on_time) on_time, sum(late) late, sum(ratings) ratings, sum(rating_sum) rating_sum
      from seller_days where user_id = ${userId} and day > ${from}) d
    left join seller_totals t on t.user_id = ${userId}`);
  const { recent = 0, recentSum = 0, ratings = 0, ratingSum = 0, ...rest } = row ?? {};
  const counts = recent < minRatings ? { ratings, ratingSum } : { ratings: recent, ratingSum: recentSum };
  return { completed: 0, onTime: 0, late: 0, ...rest, ...counts };
}
