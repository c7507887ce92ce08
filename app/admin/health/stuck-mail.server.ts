import { eq, sql } from "drizzle-orm";
import * as health from "#app/admin/health/health.server.ts";
import { age, alarmAfter, cappedCount, countCap, toTell } from "#app/admin/health/health.ts";
import { mailToOperators, overdueCalls } from "#app/admin/health/overdue.server.ts";
import { waitingCalls } from "#app/admin/health/stuck-jobs.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day } from "#app/lib/dates.ts";
import type { Work } from "#app/lib/work.ts";
import { stuckDays } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "clock">;

/**
 * Tells the operators once a day what is stuck (docs/specification.md#daily-mail). The unit of work is the
 * day: its start in UTC, UTC ms.
 */
export const stuckMail: Work<Deps> = {
  async find({ db, clock }) {
    const at = clock.now();
    const today = at - (at % day);
    const [told] = await db.select({ day: stuckDays.day }).from(stuckDays).where(eq(stuckDays.day, today));
    if (told) return [];
    return (await listStuck(db, at, 1)).length > 0 ? [String(today)] : [];
  },

  async run({ db, clock }, id) {
    const at = clock.now();
    const lines = (await listStuck(db, at, countCap)).map(
      ({ label, stuck, since }) => `${label}: ${cappedCount(stuck)}, the oldest for ${age(since ?? at, at)}`,
    );
    if (lines.length === 0) return false;
    try {
      await db.batch([
        db.insert(stuckDays).values({ day: Number(id), lines }),
        mailToOperators(db, { kind: "stuck", subject: `stuck:${id}`, occasion: `stuck:${id}` }, at),
      ]);
      return true;
    } catch (error) {
      if (brokeUnique(error, "stuck_days.day")) return false;
      throw error;
    }
  },
};

/** @param at UTC ms @param most where counting stops */
async function listStuck(db: Db, at: number, most: number): Promise<health.HealthCheck[]> {
  const [checks, [money]] = await Promise.all([
    health.runChecks(db, at, most),
    db.all<{ isTold: 0 | 1 }>(
      sql`select exists (select 1 from (${overdueCalls(at - alarmAfter)}))
        and not exists (select 1 from (${waitingCalls(sql`state`, at)}) where state = 'failed') as isTold`,
    ),
  ]);
  return toTell(checks, at, money?.isTold === 1);
}
