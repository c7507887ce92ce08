// `npm run bench` measures the product. It prints one table in Markdown and writes the same figures to
// bench.json.
//   npm run bench -- bytes rows      only these parts
//   --gigs N                         the size of the large market, which only `rows` uses (20,000)
//   --schedules N                    how many random schedules run (20,000: more than an hour)
//   --state DIR                      measures the local state in that folder, which no server may use
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bytes } from "./bench/bytes.ts";
import { type Figure, machine, tableOf } from "./bench/figure.ts";
import { runLighthouse } from "./bench/lighthouse.ts";
import { type Market, type MarketSource, openMarket, seedMarket } from "./bench/market.ts";
import { pictures } from "./bench/pictures.ts";
import { rates } from "./bench/rates.ts";
import { rows } from "./bench/rows.ts";
import { schedules, steps } from "./bench/schedules.ts";
import { screens } from "./bench/screens.ts";
import { findBrowser } from "./browser.ts";
import { root, stopAll } from "./processes.ts";

/** Generated gigs of the market that all parts but `rows` use. */
const usualGigs = 1000;
const report = join(root, "bench.json");

let market: Promise<Market> | null = null;
let browser: Promise<string> | null = null;

/**
 * The parts, run one after the other in this order, so that none measures another. `rows` and `rates` start
 * their own servers, so they run before the shared market is opened.
 */
const parts: Record<string, () => Promise<Figure[]>> = {
  rows: () => rows(large),
  rates: async () => rates(await seedMarket("state" in large ? large : { gigs: usualGigs })),
  bytes: () => inBrowser(bytes),
  pictures: () => inBrowser(pictures),
  lighthouse: () => inBrowser(runLighthouse),
  screens: () => inBrowser(screens),
  steps,
  schedules: () => schedules(scheduleCount),
};

const { chosenParts, large, scheduleCount } = readArguments();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.on(signal, () => void stopAll().then(() => process.exit(130)));
}
try {
  const at = new Date();
  const figures: Figure[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (chosenParts.length > 0 && !chosenParts.includes(name)) continue;
    const began = Date.now();
    figures.push(...(await part()));
    console.error(`${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
  writeFileSync(report, JSON.stringify({ at, machine: machine(), figures }, null, 2));
  console.log(`\n${tableOf(figures, at)}\n\nThe same as data: ${report}`);
  process.exitCode = figures.every(({ holds }) => holds !== false) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await stopAll();
process.exit();

/** Runs a part that opens the usual market in a browser. Both are started once. */
async function inBrowser(
  part: (origin: string, browserPath: string) => Promise<Figure[]>,
): Promise<Figure[]> {
  browser ??= findBrowser(console.error);
  const executable = await browser;
  market ??= openMarket("state" in large ? large : { gigs: usualGigs });
  return part((await market).url, executable);
}

/** @returns `chosenParts`: empty if all parts run */
function readArguments(): { chosenParts: string[]; large: MarketSource; scheduleCount: number } {
  const known = Object.keys(parts);
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        gigs: { type: "string", default: "20000" },
        schedules: { type: "string", default: "20000" },
        state: { type: "string" },
      },
    });
    const unknown = positionals.find((name) => !known.includes(name));
    if (unknown !== undefined)
      throw new Error(`There is no part '${unknown}'; the parts are ${known.join(", ")}.`);
    if (!/^\d{1,7}$/.test(values.gigs)) throw new Error("--gigs takes a number.");
    if (!/^\d{1,7}$/.test(values.schedules)) throw new Error("--schedules takes a number.");
    const { state, gigs } = values;
    return {
      chosenParts: positionals,
      scheduleCount: Number(values.schedules),
      large: state === undefined ? { gigs: Number(gigs) } : { state: resolve(state) },
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}
