import { join } from "node:path";
import { build } from "#scripts/build.ts";
import { type Result, root, run } from "#scripts/processes.ts";
import { atMost, type Figure, noLimit } from "./figure.ts";

/** How much one runtime runs: its database grows with each schedule and each order. */
const perRuntime = { schedules: 500, requests: 5000 };

/** Runs tests with more cases than `npm test` does. @param flags of Vitest */
function runTests(file: string, env: Record<string, string>, ...flags: string[]): Promise<Result> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  return run([vitest, "run", "--silent=false", ...flags, file], { ...env, NO_COLOR: "1" });
}

/**
 * Measures the scheduled work (tests/workers/work/throughput.test.ts): how long the queue takes to complete
 * 10,000 due orders and send their emails, and how many rows it reads to find the first of 100,000.
 */
export async function sweep(): Promise<Figure[]> {
  await build();
  const measure = async (dueOrders: number, ...flags: string[]) => {
    const { text } = await runTests(
      "tests/workers/work/throughput",
      { DUE_ORDERS: String(dueOrders) },
      ...flags,
    );
    const lines = [...text.matchAll(/^figures: (\{.*\})$/gm)];
    if (lines.length === 0) throw new Error(`The scheduled work was not measured:\n${text}`);
    const figures: { seconds?: number; rows?: number }[] = lines.map(([, json]) => JSON.parse(json ?? "{}"));
    return Object.assign({}, ...figures) as (typeof figures)[number];
  };
  const done = await measure(10_000);
  const found = await measure(100_000, "-t=reads");
  return [
    atMost("10,000 due orders completed, with their mails", (done.seconds ?? Infinity) / 60, "min", 10),
    atMost("rows read to find work, 100,000 orders due", found.rows ?? Infinity, "rows", 2000),
  ];
}

/**
 * Runs random schedules of orders and money (tests/payments/schedules.test.ts). Prints each failing seed
 * immediately.
 * @param from the first seed
 */
export async function schedules(count: number, from: number): Promise<Figure[]> {
  await build();
  const began = Date.now();
  const failed: string[] = [];
  for (let done = 0; done < count; done += perRuntime.schedules) {
    const next = Math.min(perRuntime.schedules, count - done);
    const env = { SCHEDULES: String(next), FROM: String(from + done) };
    const { code, text } = await runTests(
      "tests/payments/schedules",
      env,
      "-t",
      "After any sequence of events",
    );
    const seeds = [...text.matchAll(/Seed (\d+):/g)].flatMap(([, seed]) => (seed ? [seed] : []));
    failed.push(...new Set(seeds));
    if (code !== 0) console.error(text);
    const perSecond = (1000 * (done + next)) / (Date.now() - began);
    console.error(`schedules: ${done + next}, ${failed.length} failed, ${perSecond.toFixed(1)} a second`);
    if (code !== 0 && seeds.length === 0) throw new Error("The schedules could not be run; see above.");
  }
  const seeds = `${count.toLocaleString("en-US")} from seed ${from}`;
  const note = failed.length > 0 ? `seeds ${failed.join(", ")}` : undefined;
  return [
    atMost(`random schedules that failed, of ${seeds}`, failed.length, "", 0, note),
    noLimit("random schedules a second", (1000 * count) / (Date.now() - began), ""),
  ];
}

/**
 * Sends requests that no page sends (tests/workers/fuzz.test.ts), from the seed after the last one of
 * `npm test`. No answer may be a 5xx or take long.
 */
export async function fuzz(count: number): Promise<Figure[]> {
  await build();
  const failures: string[] = [];
  let longest = { ms: 0, what: "" };
  for (let done = 0; done < count; done += perRuntime.requests) {
    const next = Math.min(perRuntime.requests, count - done);
    const env = { FUZZ: String(next), SEED: String(501 + done) };
    const { code, text } = await runTests("tests/workers/fuzz", env);
    const line = /^fuzz: (\{.*\})$/m.exec(text)?.[1];
    if (!line) throw new Error(`The requests were not sent:\n${text}`);
    const outcome: { failures: string[]; longest: typeof longest } = JSON.parse(line);
    if (code !== 0 && outcome.failures.length === 0) throw new Error(text);
    failures.push(...outcome.failures);
    if (outcome.longest.ms > longest.ms) longest = outcome.longest;
    console.error(`fuzz: ${done + next}, ${failures.length} failed`);
  }
  for (const failure of failures) console.error(failure);
  const requests = `${count.toLocaleString("en-US")} requests`;
  return [
    atMost(`5xx answers or error lines, of ${requests}`, failures.length, "", 0),
    atMost("longest of them", longest.ms, "ms", 200, longest.what),
  ];
}
