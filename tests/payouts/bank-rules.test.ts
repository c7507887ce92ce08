import { expect, test } from "vitest";
import {
  failureText,
  isLater,
  nextReading,
  payoutAmount,
  payoutText,
} from "#app/payouts/bank/bank-payout.ts";
import {
  arrivesAbout,
  decideSchedule,
  intervalOf,
  nextPayoutDay,
  type ScheduleFacts,
  scheduleAtStripe,
} from "#app/payouts/bank/schedule.ts";

const day = 86_400_000;
const hour = 3_600_000;
const date = (text: string) => Date.parse(`${text}Z`);
const iso = (at: number) => new Date(at).toISOString().slice(0, 10);

test("Payouts are made on Tuesdays, or on every working day, and arrive two working days later", () => {
  // 3 December 2025 is a Wednesday.
  for (const [interval, sent, paid, arrives] of [
    ["weekly", "2025-12-03T10:00", "2025-12-09", "2025-12-11"],
    ["weekly", "2025-12-08T23:59", "2025-12-09", "2025-12-11"],
    ["weekly", "2025-12-09T00:00", "2025-12-16", "2025-12-18"],
    ["daily", "2025-12-03T10:00", "2025-12-04", "2025-12-08"],
    ["daily", "2025-12-05T10:00", "2025-12-08", "2025-12-10"],
    ["daily", "2025-12-06T10:00", "2025-12-08", "2025-12-10"],
  ] as const) {
    expect(iso(nextPayoutDay(interval, date(sent))), sent).toBe(paid);
    expect(iso(arrivesAbout(interval, date(sent))), sent).toBe(arrives);
  }
});

test("The setting is weekly unless it says daily, and weekly means Tuesday", () => {
  expect([undefined, "", "daily", "weekly", "hourly"].map(intervalOf)).toEqual([
    "weekly",
    "weekly",
    "daily",
    "weekly",
    "weekly",
  ]);
  expect(scheduleAtStripe("weekly")).toEqual({ interval: "weekly", weekly_payout_days: ["tuesday"] });
  expect(scheduleAtStripe("daily")).toEqual({ interval: "daily" });
  expect(scheduleAtStripe("manual")).toEqual({ interval: "manual" });
});

test("The schedule is manual while the bank account is new or its owner holds it, for at most 80 days", () => {
  const at = date("2026-01-01T00:00");
  const old: ScheduleFacts = {
    bankSince: at - 100 * day,
    bankIsFirst: false,
    heldUntil: null,
    schedule: "weekly",
    scheduleAt: at - 90 * day,
    manualSince: null,
  };
  const manual = { schedule: "manual", scheduleAt: at - 79 * day } as const;
  for (const [name, facts, decided] of [
    ["old", {}, { schedule: "weekly", manualSince: null, until: null }],
    [
      "a first one is new for 7 days",
      { bankSince: at - day, bankIsFirst: true },
      { schedule: "manual", manualSince: at, until: at + 6 * day },
    ],
    [
      "a changed one for 3",
      { bankSince: at - day },
      { schedule: "manual", manualSince: at, until: at + 2 * day },
    ],
    ["not longer", { bankSince: at - 3 * day }, { schedule: "weekly", manualSince: null, until: null }],
    [
      "held by the owner",
      { heldUntil: at + 30 * day },
      { schedule: "manual", manualSince: at, until: at + 30 * day },
    ],
    [
      "a hold of 90 days is cut at 80",
      { heldUntil: at + 90 * day },
      { schedule: "manual", manualSince: at, until: at + 80 * day },
    ],
    [
      "a change does not restart the 80 days",
      { bankSince: at, ...manual, manualSince: at - 79 * day },
      { schedule: "manual", manualSince: at - 79 * day, until: at + day },
    ],
    [
      "after 80 days it is paid",
      { bankSince: at, ...manual, manualSince: at - 80 * day },
      { schedule: "weekly", manualSince: at - 80 * day, until: at + 3 * day },
    ],
    [
      "nor do a few days of payouts",
      { bankSince: at, scheduleAt: at - 2 * day, manualSince: at - 70 * day },
      { schedule: "manual", manualSince: at - 70 * day, until: at + 3 * day },
    ],
    [
      "a week of payouts does",
      { bankSince: at, scheduleAt: at - 8 * day, manualSince: at - 70 * day },
      { schedule: "manual", manualSince: at, until: at + 3 * day },
    ],
    ["no bank account", { bankSince: null }, { schedule: "manual", manualSince: null, until: null }],
  ] as const)
    expect(decideSchedule({ ...old, ...facts }, "weekly", at), name).toEqual(decided);
  expect(decideSchedule(old, "daily", at).schedule).toBe("daily");
});

test("A payout's state only goes forward, and a failed one stays failed", () => {
  for (const [from, to, later] of [
    ["pending", "in_transit", true],
    ["pending", "paid", true],
    ["in_transit", "pending", false],
    ["paid", "in_transit", false],
    ["paid", "failed", true],
    ["paid", "paid", false],
    ["failed", "paid", false],
    ["failed", "canceled", false],
    ["pending", "canceled", true],
  ] as const)
    expect(isLater(from, to), `${from} ${to}`).toBe(later);
});

test("A payout is read until it can no longer fail, and until its transfers are known", () => {
  const at = date("2026-01-20T00:00");
  const arrivesAt = at - day;
  for (const [state, arrives, isComplete, next] of [
    ["pending", at + day, false, at + 6 * hour],
    ["in_transit", arrivesAt, true, at + 6 * hour],
    ["paid", arrivesAt, true, at + day],
    ["paid", at - 10 * day, true, null],
    ["paid", at - 10 * day, false, at + day],
    ["paid", at - 30 * day, false, null],
    ["failed", arrivesAt, true, null],
    ["failed", arrivesAt, false, at + day],
    ["canceled", arrivesAt, false, null],
  ] as const)
    expect(nextReading({ state, arrivesAt: arrives }, isComplete, at), `${state} ${isComplete}`).toBe(next);
});

test("A payout in another currency shows both sums", () => {
  const euros = { amount: 7776, currency: "eur", cents: 8640, arrivesAt: date("2026-12-11T00:00") };
  expect(payoutAmount(euros)).toBe("€77.76 ($86.40)");
  expect(payoutAmount({ ...euros, cents: null })).toBe("€77.76");
  expect(payoutAmount({ amount: 8640, currency: "usd", cents: 8640 })).toBe("$86.40");
  expect(payoutAmount({ amount: 500, currency: "jpy", cents: null })).toBe("¥500");
  expect(payoutText({ ...euros, state: "paid" })).toBe(
    "In your bank on 11 Dec 2026, in a payout of €77.76 ($86.40).",
  );
  expect(payoutText({ ...euros, state: "in_transit" })).toContain("In your bank about 11 Dec 2026");
  expect(payoutText({ ...euros, state: "failed" })).toContain(
    "failed. The money is still in your Stripe account.",
  );
});

test("Each of Stripe's failure codes has its own reason, and every failure says how to fix it", () => {
  const codes = [
    "account_closed",
    "account_frozen",
    "bank_account_restricted",
    "bank_ownership_changed",
    "could_not_process",
    "debit_not_authorized",
    "declined",
    "incorrect_account_holder_address",
    "incorrect_account_holder_name",
    "incorrect_account_holder_tax_id",
    "insufficient_funds",
    "invalid_account_number",
    "invalid_currency",
    "no_account",
  ];
  const texts = [...codes, null, "a_new_code"].map(failureText);
  expect(new Set(texts.map(({ reason }) => reason)).size).toBe(codes.length + 1);
  for (const { reason, mend } of texts)
    expect(`${reason} ${mend}`).toMatch(/^[A-Z].*\. (Please .*|You don't have to do anything: .*)\.$/);
  const without = codes.filter((code) => failureText(code).mend.startsWith("You don't have to"));
  expect(without).toEqual(["insufficient_funds"]);
  expect(failureText("account_closed")).toEqual({
    reason: "The bank account has been closed.",
    mend: "Please change your bank account.",
    isOfBank: true,
  });
});
