import { and, between, eq, sql } from "drizzle-orm";
import { uncountedSince } from "#app/admin/figures/counting.server.ts";
import { type FiguresSearch, startsOf, total } from "#app/admin/figures/figure.ts";
import type { Db } from "#app/context.ts";
import { day, minute } from "#app/lib/dates.ts";
import { figures } from "#drizzle/schema.ts";

/** How long counting may take, in ms. After that, the page says that figures are missing. */
const patience = 5 * minute;

/**
 * The figures of the periods of one page (docs/specification.md#operator-figures).
 * @param at UTC ms
 * @returns `starts`: the periods, newest first; those without a row have only zeros. `next`: the `after` of
 * the next page; null on the last one. `since`: since when figures are missing, UTC ms; null if none are
 */
export async function list(db: Db, search: FiguresSearch, at: number) {
  const starts = startsOf(search, at);
  const [newest = 0, oldest = 0] = [starts[0], starts.at(-1)];
  const [rows, [first], since] = await Promise.all([
    db
      .select()
      .from(figures)
      .where(and(eq(figures.period, search.by), between(figures.start, oldest, newest))),
    db.all<{ start: number | null }>(
      sql`select min(start) as start from figures where period = ${search.by}`,
    ),
    uncountedSince(db),
  ]);
  return {
    starts,
    rows,
    next: (first?.start ?? oldest) < oldest ? oldest : null,
    since: since !== null && since < at - patience ? since : null,
  };
}

/** The sums of the last 7 days, today included, and of the 7 days before. @param at UTC ms */
export async function listWeeks(db: Db, at: number) {
  const today = Math.floor(at / day);
  const rows = await db
    .select()
    .from(figures)
    .where(and(eq(figures.period, "day"), between(figures.start, today - 13, today)));
  return {
    last: total(rows.filter(({ start }) => start > today - 7)),
    before: total(rows.filter(({ start }) => start <= today - 7)),
  };
}
