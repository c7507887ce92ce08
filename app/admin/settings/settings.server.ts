import { sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import { settings as all, type Setting, valueText } from "#app/admin/settings/setting.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { settings } from "#drizzle/schema.ts";

/**
 * A value in force. `isSet`: it is not the standard value of a new market. `at`: since when, UTC ms, and
 * `operator`: who set it; null: never set on the page.
 */
export type CurrentValue = { value: string; isSet: 0 | 1; at: number | null; operator: string | null };

/** Finds what is in force, by key. */
export async function findCurrent(db: Db): Promise<Record<string, CurrentValue>> {
  const rows = await db.all<CurrentValue & { key: string }>(
    sql.join(
      all.map(
        ({ key, standard }) => sql`select ${key} as key,
          ifnull((select value from settings where key = ${key}), ${standard}) as value,
          exists (select 1 from settings where key = ${key}) as isSet, a.at as at,
          (select username from profiles where id = a.operator_id) as operator
          from (select 1) left join audit_log a on a.number =
            (select number from audit_log indexed by audit_log_subject where subject_id = ${key} order by number desc limit 1)`,
      ),
      sql` union all `,
    ),
  );
  return Object.fromEntries(rows.map(({ key, ...current }) => [key, current]));
}

/**
 * Sets a value, with an audit row that says what it was before.
 * @param seen the value that the operator saw
 * @returns `changed` if it is no longer in force
 */
export async function change(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  setting: Setting,
  { seen, value }: { seen: string; value: string },
  decision: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  const { key, standard } = setting;
  const facts = { before: valueText(setting, seen), after: valueText(setting, value) };
  const current = sql`ifnull((select value from settings where key = ${key}), ${standard})`;
  return await runAudited(() =>
    db.batch([
      guards.that(db, "subject-unchanged", sql`${current} = ${seen}`),
      ...audited(db, "set", key, decision, at, facts),
      db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } }),
      ...(key === "payout_schedule" ? [accounts.allCheckedSoon(db, at)] : []),
    ]),
  );
}
