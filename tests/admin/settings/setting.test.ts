import { expect, it } from "vitest";
import { settingOf, settings, valueText } from "#app/admin/settings/setting.ts";

it("Values are stored in one form, and values out of range are refused", () => {
  const stored = (key: string, typed: string) => settingOf(key)?.parse(typed);
  for (const [key, typed, value] of [
    ["fee_percent", "0", "0"],
    ["fee_percent", "12.50", "12.5"],
    ["fee_percent", "07.5", "7.5"],
    ["fee_percent", "30", "30"],
    ["fee_percent", "30.5", null],
    ["fee_percent", "12.3", null],
    ["fee_percent", "-1", null],
    ["fee_percent", "12,5", null],
    ["fee_percent", "1e1", null],
    ["fee_percent", "", null],
    ["refund_days", "7", "7"],
    ["refund_days", "14", "14"],
    ["refund_days", "10", null],
    ["clear_days", "1", "1"],
    ["clear_days", "090", "90"],
    ["clear_days", "0", null],
    ["clear_days", "91", null],
    ["clear_days", "1.5", null],
    ["payout_schedule", "daily", "daily"],
    ["payout_schedule", "manual", null],
    ["second_operator", "$1,000", "1000"],
    ["second_operator", "", ""],
    ["second_operator", "0", null],
    ["second_operator", "12.50", null],
    ["second_operator", "-5", null],
    ["second_operator", "1000000", null],
  ] as const)
    expect([key, typed, stored(key, typed)]).toEqual([key, typed, value]);
  expect(settingOf("reconciled")).toBeNull();
});

it("The default value of each setting is allowed, and is shown in words", () => {
  expect(settings.map((setting) => setting.parse(setting.standard))).toEqual(
    settings.map(({ standard }) => standard),
  );
  expect(settings.map((setting) => valueText(setting, setting.standard))).toEqual([
    "0%",
    "14 days",
    "14 days",
    "7 days",
    "Weekly, on Tuesdays",
    "Off",
  ]);
});
