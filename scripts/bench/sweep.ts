import { join } from "node:path";
import { build } from "../build.ts";
import { root, run } from "../processes.ts";
import { atMost, type Figure } from "./figure.ts";

/**
 * Measures the scheduled work (tests/workers/work/throughput.test.ts): how long the queue needs for 10,000
 * orders that are to be completed, with their mails, and what finding the first of 100,000 costs.
 */
export async function sweep(): Promise<Figure[]> {
  await build();
  const done = await measure(10_000);
  const found = await measure(100_000, "-t=reads");
  return [
    atMost("10,000 due orders completed, with their mails", (done.seconds ?? Infinity) / 60, "min", 10),
    atMost("rows read to find work, 100,000 orders due", found.rows ?? Infinity, "rows", 2000),
  ];
}

/** @returns what the tests print */
async function measure(dueOrders: number, ...flags: string[]): Promise<{ seconds?: number; rows?: number }> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const env = { DUE_ORDERS: String(dueOrders), NO_COLOR: "1" };
  const { text } = await run(
    [vitest, "run", "--silent=false", ...flags, "tests/workers/work/throughput"],
    env,
  );
  const lines = [...text.matchAll(/^figures: (\{.*\})$/gm)];
  if (lines.length === 0) throw new Error(`The scheduled work was not measured:\n${text}`);
  return Object.assign({}, ...lines.map(([, json]) => JSON.parse(json ?? "{}")));
}
