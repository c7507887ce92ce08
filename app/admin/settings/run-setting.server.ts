import { secondOperatorKey } from "#app/admin/approvals/second-operator.server.ts";
import type { Decision } from "#app/admin/audit.server.ts";
import { settingOf, valueText } from "#app/admin/settings/setting.ts";
import { canAskSecond, change, findCurrent } from "#app/admin/settings/settings.server.ts";
import type { Capabilities } from "#app/context.ts";
import { refuse, refuseField } from "#app/lib/refusal.ts";

/** The refusal of a form that shows an older value, or none. */
export const changed = "This was changed in the meantime. Review it and try again.";

/**
 * Sets a value.
 * @param input `seen`: the value that the operator saw; `value`: what they typed
 * @returns the notice
 * @throws Refusal
 */
export async function runSetting(
  deps: Pick<Capabilities, "db" | "clock">,
  { id, seen, value: typed }: { id: string; seen: string; value: string },
  decision: Decision,
): Promise<string> {
  const setting = settingOf(id) ?? refuse("stale", "There is no such setting");
  const value = setting.parse(typed) ?? refuseField("value", setting.refusal);
  const current = (await findCurrent(deps.db))[id]?.value;
  if (current !== seen) refuse("stale", changed);
  if (value === current) refuseField("value", "This is the current value");
  if (id === secondOperatorKey && value !== "" && !(await canAskSecond(deps.db)))
    refuse("refused", "Two operators with a second factor are needed first");
  if ((await change(deps, setting, { seen, value }, decision)) === "changed") refuse("stale", changed);
  return `${setting.label}: ${valueText(setting, value)}`;
}
