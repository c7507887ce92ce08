import { expect, test } from "vitest";
import { type TransitionName, transitions } from "#app/orders/transitions.ts";
import { runSchedule } from "../support/schedules/schedule.ts";
import { stepCosts } from "../support/schedules/steps.ts";
import { Universe } from "../support/schedules/world.ts";

/** `SEED=17 vitest run tests/payments/schedules`: that one alone; `SCHEDULES=1000 FROM=5001`: so many from there on. */
const { SEED, SCHEDULES = "300", FROM = "1" } = import.meta.env;
const seeds = SEED ? [Number(SEED)] : Array.from({ length: Number(SCHEDULES) }, (_, i) => Number(FROM) + i);

const begun = Universe.begin();

test("whatever happens in whatever order, over a line that breaks anywhere, the books agree and the table was kept", async () => {
  const universe = await begun;
  const made = new Set<TransitionName>();
  const failures: string[] = [];
  for (const seed of seeds) {
    await runSchedule(universe, seed, made).catch((error: unknown) => failures.push(String(error)));
    if (failures.length >= 3) break;
  }
  expect(failures.join("\n\n")).toBe("");
  // A few seeds alone cannot come past every row of the table.
  const missing = Object.keys(transitions).filter((name) => !made.has(name as TransitionName));
  expect(seeds.length < 300 ? [] : missing).toEqual([]);
}, 600_000);

test("no step of an order reads or writes more rows than it must, whatever the market has seen before", async () => {
  const costs = await stepCosts(await begun);
  // `npm run bench -- steps` prints it.
  console.log(`steps: ${JSON.stringify(costs)}`);
  expect(costs.map(({ step }) => step)).toContain("complete");
  expect(costs.filter(({ read, written }) => read > 100 || written > 70)).toEqual([]);
});
