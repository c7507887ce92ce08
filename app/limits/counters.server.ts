import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { second } from "#app/lib/dates.ts";
import type { Counter } from "#app/limits/attempts.server.ts";

/**
 * Adds to all counters, or to none of them if one would exceed its limit: a refused request costs nothing.
 * One statement decides, so concurrent requests cannot exceed it together.
 * @param at UTC ms
 * @returns seconds to wait if it is refused; null if it was counted
 */
export async function spend(db: Db, counters: Counter[], at: number): Promise<number | null> {
  const asked = JSON.stringify(
    counters.map(({ key, most, per, cost = 1 }) => ({ key, most, cost, until: at + per })),
  );
  const { meta } = await db.run(sql`insert into limits (key, count, resets_at)
    select value ->> 'key', value ->> 'cost', value ->> 'until' from json_each(${asked})
    where not exists (${tooFew(asked, at)})
    on conflict (key) do update set
      count = iif(resets_at <= ${at}, excluded.count, count + excluded.count),
      resets_at = iif(resets_at <= ${at}, excluded.resets_at, resets_at)`);
  if (meta.changes > 0) return null;
  const rows = await db.all<{ until: number }>(tooFew(asked, at));
  return Math.max(1, ...rows.map(({ until }) => Math.ceil((until - at) / second)));
}

/** A query: the counters of `asked` with too little left, and until when, UTC ms. */
function tooFew(asked: string, at: number): SQL {
  return sql`select ifnull(resets_at, value ->> 'until') as until
    from json_each(${asked}) left join limits on limits.key = value ->> 'key' and resets_at > ${at}
    where ifnull(count, 0) + (value ->> 'cost') > value ->> 'most'`;
}

/** Takes back a count that was not needed. */
export async function giveBack(db: Db, counters: Counter[]): Promise<void> {
  const costs = JSON.stringify(counters.map(({ key, cost = 1 }) => ({ key, cost })));
  await db.run(sql`update limits set count = max(0, limits.count - (value ->> 'cost'))
    from json_each(${costs}) where limits.key = value ->> 'key'`);
}
