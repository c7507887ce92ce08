import { sql } from "drizzle-orm";
import { haveFactor, isInForce, secondOperatorKey } from "#app/admin/approvals/second-operator.server.ts";
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
  const keys = sql.join(
    all.map(({ key, standard }) => sql`(${key}, ${standard})`),
    sql`, `,
  );
  const rows = await db.all<CurrentValue & { key: string }>(sql`
    with k (key, standard) as (values ${keys})
    select k.key, ifnull(s.value, k.standard) as value, s.key is not null as isSet, a.at as at,
      (select username from profiles where id = a.operator_id) as operator
    from k left join settings s on s.key = k.key left join audit_log a on a.number =
      (select number from audit_log indexed by audit_log_subject where subject_id = k.key and action = 'set' order by number desc limit 1)`);
  return Object.fromEntries(rows.map(({ key, ...current }) => [key, current]));
}

/**
 * Sets a value, with an audit row that says what it was before.
 * @param seen the value that the operator saw
 * @returns `changed` if it is no longer in force
 * @throws the guard `second-operator`: while a second operator is asked, one alone does not end that
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
      ...(key === secondOperatorKey && decision.confirms === undefined
        ? [guards.that(db, "second-operator", sql`not ${isInForce(at)}`)]
        : []),
      ...audited(db, "set", key, decision, at, facts),
      db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } }),
      ...(key === "payout_schedule" ? [accounts.allCheckedSoon(db, at)] : []),
    ]),
  );
}

/** True if two operators have a second factor, so that each can confirm what the other proposes. */
export async function canAskSecond(db: Db): Promise<boolean> {
  const [row] = await db.all<{ can: 0 | 1 }>(sql`select ${haveFactor(2)} as can`);
  return row?.can === 1;
}
