import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { levels } from "#app/sellers/level.ts";
import { dueLevels } from "#app/sellers/levels.server.ts";
import { reviews } from "./source.ts";

/** The most active gigs of a new seller (docs/specification.md#gig-limit). */
const newSellerGigs = 5;

/**
 * Compares every seller with the table of levels, on the day after the last review, so that the market's
 * levels follow from its orders.
 * @throws Error if no one has a level, or a new seller has too many gigs
 */
export async function seedLevels(db: Db): Promise<void> {
  const at = Math.max(...reviews.map(({ created_at }) => Date.parse(created_at))) + day;
  const deps = { db, clock: { now: () => at } };
  for (const id of await dueLevels.find(deps, 200)) await dueLevels.run(deps, id);
  const held = await db.all<{ level: string; gigs: number }>(sql`select p.seller_level as level, max(
      (select count(*) from gigs g where g.seller_id = p.id and g.listed = 1)) as gigs
    from profiles p join sellers s on s.user_id = p.id where s.level_checked_at = ${at} group by 1`);
  const missing = levels.filter(({ name }) => !held.some(({ level }) => level === name));
  if (missing.length > 0) throw new Error(`No one is ${missing.map(({ name }) => name).join(", ")}.`);
  const most = held.find(({ level }) => level === levels[0].name)?.gigs ?? 0;
  if (most > newSellerGigs) throw new Error(`A new seller has ${most} active gigs.`);
}
