import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hour, minute } from "#app/lib/dates.ts";
import { isBeingTried, never, nextTry, pauses, triedFor, tryLasts } from "#app/outbox/tries.ts";
import { db } from "#tests/support/visitor.ts";

/** When an email that was written at 0 is tried again after `attempts` tries and one at `at`, in ms. */
async function tryAfter(attempts: number, at: number): Promise<number> {
  const [row] = await db.all<{ due: number }>(
    sql`select ${nextTry(at)} as due from (select cast(${attempts} as integer) as attempts, 0 as created_at)`,
  );
  return row?.due ?? 0;
}

/** When an email is tried if every try fails, in ms after it was written, by a sweep that is `late`. */
async function tries(late: number): Promise<number[]> {
  const times: number[] = [];
  let due = 0;
  while (due < never) {
    times.push(due + late);
    due = await tryAfter(times.length - 1, due + late);
  }
  return times;
}

test("An email is tried 8 times within 48 hours, with growing pauses", async () => {
  const times = await tries(0);
  expect(times).toEqual([0, ...pauses.map((_, i) => sum(pauses.slice(0, i + 1)))]);
  expect(times.length).toBe(8);
  expect(times.at(-1)).toBeLessThan(triedFor);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test("If the sweep is late, the last try is planned for 48 hours after the email was written", async () => {
  expect((await tries(minute)).length).toBe(8);
  for (const late of [hour, 4 * hour, 12 * hour]) {
    const times = await tries(late);
    expect(times.length).toBeLessThanOrEqual(8);
    expect(times.at(-1)).toBeLessThanOrEqual(triedFor + late);
  }
  expect(await tryAfter(6, 30 * hour)).toBe(triedFor);
  expect(await tryAfter(0, triedFor + 1)).toBe(never + triedFor + 1);
});

test("An email counts as being tried for 20 s after each try began, even the last one, unless it failed sooner", async () => {
  const isTried = async (attempts: number, due: number, at: number) => {
    const [row] = await db.all<{ is: 0 | 1 }>(
      sql`select ${isBeingTried(at)} as "is" from (select cast(${attempts} as integer) as attempts, cast(${due} as integer) as due_at)`,
    );
    return row?.is;
  };
  const at = 10 * hour;
  for (const attempts of [1, 7, 8, 9]) {
    const due = await tryAfter(attempts - 1, at);
    expect(await isTried(attempts, due, at)).toBe(1);
    expect(await isTried(attempts, due, at + tryLasts + 1)).toBe(0);
  }
  expect(await isTried(8, never, at)).toBe(0);
  expect(await isTried(0, at, at)).toBe(0);
});

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
