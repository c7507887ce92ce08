import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";

/**
 * The ranges of numbers that have a row: 1 for the numbers from 1 to `size`, 2 for the next `size` numbers,
 * and so on. It reads one index row per range, however many rows the range has.
 * @param rows a table and its condition, such as "gigs where listed = 1", with an index by `number`
 */
export async function rangesOf(db: Db, rows: SQL, size: number): Promise<number[]> {
  // D1 binds numbers as REAL, so the quotient is cast to an integer.
  const firstAfter = (last: unknown) =>
    sql`(select cast((number - 1) / ${size} as integer) + 1 from ${rows} and number > ${last} order by number limit 1)`;
  const found = await db.all<{ range: number }>(
    sql`with recursive ranges(range) as (select ${firstAfter(0)} union all
      select ${firstAfter(sql`range * ${size}`)} from ranges where range is not null)
      select range from ranges where range is not null`,
  );
  return found.map(({ range }) => range);
}
