import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { dayNumber, shownDays } from "#app/gigs/figures/gig-figures.ts";

/**
 * Adds views to the gigs' counts of the day, in one statement that writes one row for each gig. A gig that no
 * longer exists is left out.
 * @param views how many, by gig id
 * @param at UTC ms
 */
export async function addViews(db: Db, views: ReadonlyMap<string, number>, at: number): Promise<void> {
  const today = dayNumber(at);
  const path = `$."${today}"`;
  await db.run(sql`
    insert into gig_figures (gig_id, views)
      select key, json_object(${String(today)}, value) from json_each(${JSON.stringify(Object.fromEntries(views))})
      where exists (select 1 from gigs where gigs.id = key)
    on conflict (gig_id) do update set views = json_set(
      (select json_group_object(key, value) from json_each(gig_figures.views) where cast(key as integer) > ${today - shownDays}),
      ${path}, ifnull(gig_figures.views ->> ${path}, 0) + (excluded.views ->> ${path}))`);
}
