// `npm run bench` measures the product. It prints one table in Markdown and writes the same figures to
// bench.json.
//   npm run bench -- bytes rows      only these parts
//   --gigs N                         the size of the large market of `rows`, `assistant` and `search-cpu`
//                                    (20,000); with --state, the size that `assistant` expects there
//   --requests N                     how many hostile requests are sent (30,000)
//   --schedules N                    how many random schedules run (20,000: more than an hour)
//   --from N                         the seed of the first one (1), to run them in parts; and of `live`
//   --accounts N                     how many accounts make the load (50)
//   --seconds N                      how long they do (120)
//   --journeys NAMES                 the journeys that `unsteady` repeats, with commas
//   --times N                        how often (5)
//   --minutes N                      how long at most (10)
//   --state DIR                      measures the local state in that folder, which no server may use
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { assistant } from "./bench/assistant/answers.ts";
import { bytes } from "./bench/bytes.ts";
import { deployment } from "./bench/deployment.ts";
import { type Figure, machine, tableOf } from "./bench/figure.ts";
import { fuzz } from "./bench/fuzz.ts";
import { runLighthouse } from "./bench/lighthouse.ts";
import { live } from "./bench/live/live.ts";
import { load } from "./bench/load/load.ts";
import { start } from "./bench/local/start.ts";
import { type Market, type MarketSource, openMarket, seedMarket } from "./bench/market.ts";
import { nextPage } from "./bench/next-page.ts";
import { pictures } from "./bench/pictures.ts";
import { rates } from "./bench/rates.ts";
import { rows } from "./bench/rows.ts";
import { schedules, steps } from "./bench/schedules.ts";
import { screens } from "./bench/screens.ts";
import { searchCpu } from "./bench/search-cpu.ts";
import { sweep } from "./bench/sweep.ts";
import { unsteady } from "./bench/unsteady.ts";
import { findBrowser } from "./browser.ts";
import { root, stopAll } from "./processes.ts";

/** Generated gigs of the market that all parts but `rows` and `assistant` use. */
const usualGigs = 1000;
const report = join(root, "bench.json");

let market: Promise<Market> | null = null;
let browser: Promise<string> | null = null;

/**
 * The parts, run one after the other in this order, so that none measures another. `rows`, `search-cpu`,
 * `rates`, `load` and `live` start their own servers, so they run before the shared market is opened.
 * `start` runs the product in a copy of the project.
 */
const parts: Record<string, () => Promise<Figure[]>> = {
  rows: () => rows(large),
  assistant: () => assistant(large, gigs),
  "search-cpu": async () => searchCpu(await seedMarket(large)),
  rates: async () => rates(await seedMarket("state" in large ? large : { gigs: usualGigs })),
  load: () => load("state" in large ? large : { gigs: usualGigs }, accounts, seconds),
  live: () => live("state" in large ? large : { gigs: usualGigs }, firstSeed),
  bytes: () => inBrowser(bytes),
  pictures: () => inBrowser(pictures),
  "next-page": () => inBrowser(nextPage),
  lighthouse: () => inBrowser(runLighthouse),
  screens: () => inBrowser(screens),
  start,
  sweep,
  steps,
  schedules: () => schedules(scheduleCount, firstSeed),
  fuzz: () => fuzz(requestCount),
  unsteady: () => unsteady(journeys, times, minutes),
  deployment,
};

const { chosenParts, large, gigs, scheduleCount, firstSeed, requestCount, accounts, seconds, ...repeated } =
  readArguments();
const { journeys, times, minutes } = repeated;
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
  // With its cause: a lost connection says why only there.
  console.error(error);
  process.exitCode = 1;
}
await stopAll();
process.exit();

/** Runs a part that opens the usual market in a browser. Both are started once. */
async function inBrowser(
  part: (origin: string, browserPath: string) => Promise<Figure[]>,
): Promise<Figure[]> {
  browser ??= findBrowser("measurements", console.error);
  const executable = await browser;
  market ??= openMarket("state" in large ? large : { gigs: usualGigs });
  return part((await market).url, executable);
}

/** @returns `chosenParts`: empty if all parts run */
function readArguments(): {
  chosenParts: string[];
  large: MarketSource;
  /** Of the large market. */
  gigs: number;
  scheduleCount: number;
  firstSeed: number;
  requestCount: number;
  /** Of the load: how many accounts, and for how many seconds. */
  accounts: number;
  seconds: number;
  /** Of the repeated journeys: their names, how often they run, and for how long at most. */
  journeys: string[];
  times: number;
  minutes: number;
} {
  const known = Object.keys(parts);
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        gigs: { type: "string", default: "20000" },
        schedules: { type: "string", default: "20000" },
        from: { type: "string", default: "1" },
        requests: { type: "string", default: "30000" },
        accounts: { type: "string", default: "50" },
        seconds: { type: "string", default: "120" },
        journeys: { type: "string", default: "layout/crash,layout/retries,sellers/apply,sellers/autosave" },
        times: { type: "string", default: "5" },
        minutes: { type: "string", default: "10" },
        state: { type: "string" },
      },
    });
    const unknown = positionals.find((name) => !known.includes(name));
    if (unknown !== undefined)
      throw new Error(`There is no part '${unknown}'; the parts are ${known.join(", ")}.`);
    if (!/^\d{1,7}$/.test(values.gigs)) throw new Error("--gigs takes a number.");
    if (!/^\d{1,7}$/.test(values.schedules)) throw new Error("--schedules takes a number.");
    if (!/^[1-9]\d{0,6}$/.test(values.from)) throw new Error("--from takes the number of a seed.");
    if (!/^\d{1,7}$/.test(values.requests)) throw new Error("--requests takes a number.");
    if (!/^([3-9]|[1-9]\d{1,3})$/.test(values.accounts)) throw new Error("--accounts takes a number from 3.");
    if (!/^[1-9]\d{0,3}$/.test(values.seconds)) throw new Error("--seconds takes a number from 1.");
    if (!/^[1-9]\d?$/.test(values.times)) throw new Error("--times takes a number from 1 to 99.");
    if (!/^[1-9]\d?$/.test(values.minutes)) throw new Error("--minutes takes a number from 1 to 99.");
    const { state, gigs } = values;
    return {
      chosenParts: positionals,
      scheduleCount: Number(values.schedules),
      firstSeed: Number(values.from),
      requestCount: Number(values.requests),
      accounts: Number(values.accounts),
      seconds: Number(values.seconds),
      journeys: values.journeys.split(","),
      times: Number(values.times),
      minutes: Number(values.minutes),
      gigs: Number(gigs),
      large: state === undefined ? { gigs: Number(gigs) } : { state: resolve(state) },
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}
