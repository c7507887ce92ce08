import { join } from "node:path";
import { build } from "../build.ts";
import { type Result, root, run } from "../processes.ts";
import { atMost, type Figure } from "./figure.ts";

/** How many schedules one runtime runs: its database grows with each. */
const perRuntime = 500;

/**
 * Runs random schedules of orders and money (tests/payments/schedules.test.ts). Prints each seed that fails
 * at once.
 * @param from the first seed
 */
export async function schedules(count: number, from: number): Promise<Figure[]> {
  await build();
  const began = Date.now();
  const failed: string[] = [];
  for (let done = 0; done < count; done += perRuntime) {
    const next = Math.min(perRuntime, count - done);
    const seedsOf = { SCHEDULES: String(next), FROM: String(from + done) };
    const { code, text } = await runTests(seedsOf, "After any sequence of events");
    const seeds = [...text.matchAll(/Seed (\d+):/g)].flatMap(([, seed]) => (seed ? [seed] : []));
    failed.push(...new Set(seeds));
    if (code !== 0) console.error(text);
    const perSecond = (1000 * (done + next)) / (Date.now() - began);
    console.error(`schedules: ${done + next}, ${failed.length} failed, ${perSecond.toFixed(1)} a second`);
    if (code !== 0 && seeds.length === 0) throw new Error("The schedules could not be run; see above.");
  }
  const seconds = (Date.now() - began) / 1000;
  const seeds = `${count.toLocaleString("en-US")} from seed ${from}`;
  const note = failed.length > 0 ? `seeds ${failed.join(", ")}` : undefined;
  return [
    atMost(`random schedules that failed, of ${seeds}`, failed.length, "", 0, note),
    { what: "random schedules a second", value: count / seconds, unit: "", limit: null, holds: null },
  ];
}

/** Measures the rows that D1 reads and writes for each step of an order and of a seller. */
export async function steps(): Promise<Figure[]> {
  await build();
  const { text } = await runTests({ SCHEDULES: "1" }, "");
  const line = /^steps: (\[.*\])$/m.exec(text)?.[1];
  if (!line) throw new Error(`The steps were not measured:\n${text}`);
  const costs: { step: string; read: number; written: number; most: number; mostWritten: number }[] =
    JSON.parse(line);
  return costs.flatMap(({ step, read, written, most, mostWritten }) => [
    atMost(`rows read: ${step}`, read, "rows", most),
    atMost(`rows written: ${step}`, written, "rows", mostWritten === 75 ? 60 : mostWritten),
  ]);
}

/** @param name runs only the tests whose names contain it */
function runTests(env: Record<string, string>, name: string): Promise<Result> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const plain = { ...env, NO_COLOR: "1" };
  return run([vitest, "run", "--silent=false", "-t", name, "tests/payments/schedules"], plain);
}
