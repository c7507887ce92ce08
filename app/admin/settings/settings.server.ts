import { sql } from "drizzle-orm";
import { haveFactor, isInForce, secondOperatorKey } from "#app/admin/approvals/second-operator.server.ts";
import { audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import { settings as all, settingOf, valueText } from "#app/admin/settings/setting.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import { OutdatedForm, refuse, refuseField } from "#app/lib/refusal.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { settings } from "#drizzle/schema.ts";

/**
 * A value in force. `isSet`: 1 if a row stores it, 0 if it is the default. `at`: since when, UTC ms, and
 * `operator`: who set it; null: never set on the page.
 */
export type CurrentValue = { value: string; isSet: 0 | 1; at: number | null; operator: string | null };

/** Finds the values in force, by key. */
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

/** The refusal of a form that shows an older value, or none. */
export const changed = "This was changed in the meantime. Review it and try again.";

/**
 * Sets a value, with an audit row that says what it was before.
 * @param input `seen`: the value that the operator saw; `value`: what they typed
 * @returns the notice
 * @throws Refusal; the guard `second-operator`: a change of that setting needs a second operator
 */
export async function runSetting(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  { id: key, seen, value: typed }: { id: string; seen: string; value: string },
  decision: Decision,
): Promise<string> {
  const setting = settingOf(key) ?? refuse("stale", "There is no such setting");
  const value = setting.parse(typed) ?? refuseField("value", setting.refusal);
  const current = (await findCurrent(db))[key]?.value;
  if (current !== seen) throw new OutdatedForm(changed);
  if (value === current) refuseField("value", "This is the current value");
  if (key === secondOperatorKey && value !== "" && !(await canAskSecond(db)))
    refuse("refused", "Two operators with a second factor are needed first");
  const at = clock.now();
  const facts = { before: valueText(setting, seen), after: valueText(setting, value) };
  const inForce = sql`ifnull((select value from settings where key = ${key}), ${setting.standard})`;
  const result = await runAudited(() =>
    db.batch([
      guards.that(db, "subject-unchanged", sql`${inForce} = ${seen}`),
      ...(key === secondOperatorKey && decision.confirms === undefined
        ? [guards.that(db, "second-operator", sql`not ${isInForce(at)}`)]
        : []),
      ...audited(db, "set", key, decision, at, facts),
      db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } }),
      ...(key === "payout_schedule" ? [accounts.allCheckedSoon(db, at)] : []),
    ]),
  );
  if (result === "changed") throw new OutdatedForm(changed);
  return `${setting.label}: ${facts.after}`;
}

/** True while a change of `second_operator` is only proposed. @param at UTC ms */
export async function asksSecond(db: Db, at: number): Promise<boolean> {
  const [row] = await db.all<{ asks: 0 | 1 }>(sql`select ${isInForce(at)} as asks`);
  return row?.asks === 1;
}

/** True if two operators have a second factor, so that each can confirm what the other proposes. */
async function canAskSecond(db: Db): Promise<boolean> {
  const [row] = await db.all<{ can: 0 | 1 }>(sql`select ${haveFactor(2)} as can`);
  return row?.can === 1;
}
