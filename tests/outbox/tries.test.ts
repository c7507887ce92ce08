import { expect, test } from "vitest";
import { hour, minute } from "#app/lib/dates.ts";
import { afterFailure, never, nextTry, pauses, triedFor } from "#app/outbox/tries.ts";

/** When an email is tried if every try fails, in ms after it was written, by a sweep that is `late`. */
function tries(late: number): number[] {
  const times: number[] = [];
  let due = 0;
  while (due !== never) {
    times.push(due + late);
    due = nextTry({ attempts: times.length - 1, createdAt: 0 }, due + late);
  }
  return times;
}

test("An email is tried 8 times within 48 hours, with growing pauses", () => {
  expect(tries(0)).toEqual([0, ...pauses.map((_, i) => sum(pauses.slice(0, i + 1)))]);
  expect(tries(0).length).toBe(8);
  expect(tries(0).at(-1)).toBeLessThan(triedFor);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test("If the sweep is late, the last try is planned for 48 hours after the email was written", () => {
  expect(tries(minute).length).toBe(8);
  for (const late of [hour, 4 * hour, 12 * hour]) {
    expect(tries(late).length).toBeLessThanOrEqual(8);
    expect(tries(late).at(-1)).toBeLessThanOrEqual(triedFor + late);
  }
  expect(nextTry({ attempts: 6, createdAt: 0 }, 30 * hour)).toBe(triedFor);
  expect(nextTry({ attempts: 0, createdAt: 0 }, triedFor + 1)).toBe(never);
});

test("The row says how many tries there were", () => {
  expect(afterFailure({ attempts: 6, createdAt: 0 }, "Sorry", hour)).toEqual({ error: "Sorry" });
  const last = afterFailure({ attempts: 7, createdAt: 0 }, "Sorry", hour);
  expect(last).toEqual({ error: "Given up after 8 tries: Sorry", dueAt: never });
  expect(afterFailure({ attempts: 0, createdAt: 0 }, "Sorry", triedFor).error).toContain("after 1 try:");
});

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
