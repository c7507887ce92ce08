import { expect, it } from "vitest";
import { age, cappedCount } from "#app/admin/health/health.ts";
import { retryForm } from "#app/admin/health/retry.form.ts";
import { day, hour, minute } from "#app/lib/dates.ts";

it("Ages are shown in their largest unit, and counts stop at 100+", () => {
  expect([5 * minute, 59 * minute, hour, 47 * hour, 48 * hour, 9 * day].map((ms) => age(0, ms))).toEqual([
    "5 min",
    "59 min",
    "1 h",
    "47 h",
    "2 d",
    "9 d",
  ]);
  expect([age(9, 3), cappedCount(100), cappedCount(101)]).toEqual(["0 min", "100", "100+"]);
});

it("A retry names an email, a webhook or a money call, with any characters in its id", () => {
  const read = (again: unknown) => retryForm.safeParse({ again, reason: "a long enough reason" }).data?.again;
  expect(read("mail:a:b")).toEqual({ kind: "mail", id: "a:b" });
  expect(read("webhook:evt_1")).toEqual({ kind: "webhook", id: "evt_1" });
  expect(read("money:1")).toEqual({ kind: "money", id: "1" });
  expect([read("mail:"), read("gold:1"), read(undefined)]).toEqual([undefined, undefined, undefined]);
});
