import { expect, it } from "vitest";
import { toTell, waitingOf } from "#app/admin/health/health.ts";
import { hour, minute } from "#app/lib/dates.ts";

const check = (key: string, since: number | null, facts = {}) => ({
  key,
  since,
  count: since === null ? 0 : 2,
  stuck: since === null ? 0 : 2,
  ...facts,
});

it("The start page lists what the menu counts or what is stuck, oldest first, and nothing twice", () => {
  const checks = [
    check("mails", 500),
    check("not-started", 1, { stuck: 0 }),
    check("applications", 200, { stuck: 0, section: "applications" }),
    check("applications-long", 200, { stuck: 1, partOf: "applications" }),
    check("reports", 300, { section: "reports" }),
    check("late", null),
  ];
  const rows = waitingOf(checks).map(({ key, count, stuck }) => [key, count, stuck]);
  expect(rows).toEqual([
    ["applications", 2, 1],
    ["reports", 2, 2],
    ["mails", 2, 2],
  ]);
});

it("The daily email reports what has been stuck for an hour and is in no other email", () => {
  const at = 10 * hour;
  const told = (isMoneyTold: boolean) =>
    toTell(
      [
        check("late", at - hour),
        check("dispute", at - 59 * minute),
        check("not-started", 0, { stuck: 0 }),
        check("sweep", 0),
        check("webhooks", 0),
        check("overdue-orders", 0),
        check("overdue-mails", 0),
        check("money", 0),
        check("refund", null),
      ],
      at,
      isMoneyTold,
    ).map(({ key }) => key);
  expect(told(false)).toEqual(["late", "money"]);
  expect(told(true)).toEqual(["late"]);
});
