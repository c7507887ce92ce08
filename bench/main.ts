// `npm run bench` measures the product (bench/README.md). It prints one table in Markdown and writes the same
// figures to bench/figures.json.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findBrowser } from "#scripts/browser.ts";
import { root, stopAll } from "#scripts/processes.ts";
import { bytes } from "./bytes.ts";
import { consoleLists } from "./console/console.ts";
import { deployment } from "./deployment/deployment.ts";
import { type Figure, machine, tableOf } from "./figure.ts";
import { lighthouse } from "./lighthouse.ts";
import { live } from "./live.ts";
import { load } from "./load/load.ts";
import { type Market, type MarketSource, openMarket, seedMarket } from "./market.ts";
import { rates } from "./rates.ts";
import { rows } from "./rows.ts";
import { screens } from "./screens.ts";
import { searchCpu } from "./search-cpu.ts";
import { fuzz, schedules, sweep } from "./tests.ts";
import { unsteady } from "./unsteady.ts";

const report = join(root, "bench/figures.json");
const options = {
  gigs: { type: "string", default: "20000" },
  users: { type: "string", default: "1000000" },
  orders: { type: "string", default: "100000" },
  schedules: { type: "string", default: "20000" },
  from: { type: "string", default: "1" },
  requests: { type: "string", default: "30000" },
  accounts: { type: "string", default: "50" },
  seconds: { type: "string", default: "120" },
  journeys: { type: "string", default: "layout/crash,layout/retries,payouts/setup,sellers/autosave" },
  times: { type: "string", default: "5" },
  minutes: { type: "string", default: "10" },
  state: { type: "string" },
} as const;
const { values, positionals: chosen } = parse();
const number = (name: Exclude<keyof typeof options, "journeys" | "state">, least = 1): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < least || value > 9_999_999)
    return refuse(`--${name} takes a whole number from ${least}.`);
  return value;
};
const large: MarketSource =
  values.state === undefined ? { gigs: number("gigs", 0) } : { state: resolve(values.state) };
/** The market of all parts except `rows`, `search-cpu` and `console`. */
const usual: MarketSource = "state" in large ? large : { gigs: 1000 };
const [count, from, requests] = [number("schedules"), number("from"), number("requests")];
const [accounts, seconds] = [number("accounts", 3), number("seconds")];
const [times, minutes] = [number("times"), number("minutes")];

let market: Promise<Market> | null = null;
let browser: Promise<string> | null = null;

/**
 * The parts, run one after another in this order, so that none affects another's figures. The first six start
 * their own servers, so they run before the shared market is opened.
 */
const parts: Record<string, () => Promise<Figure[]>> = {
  rows: () => rows(large),
  "search-cpu": async () => searchCpu(await seedMarket(large)),
  console: () => consoleLists(number("gigs"), number("users"), number("orders")),
  rates: async () => rates(await seedMarket(usual)),
  load: () => load(usual, accounts, seconds),
  live: () => live(usual),
  bytes: () => inBrowser(bytes),
  lighthouse: () => inBrowser(lighthouse),
  screens: () => inBrowser(screens),
  sweep,
  schedules: () => schedules(count, from),
  fuzz: () => fuzz(requests),
  unsteady: () => unsteady(values.journeys.split(","), times, minutes),
  deployment,
};

const unknown = chosen.find((name) => !(name in parts));
if (unknown !== undefined)
  refuse(`There is no part '${unknown}'; the parts are ${Object.keys(parts).join(", ")}.`);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.on(signal, () => void stopAll().then(() => process.exit(130)));
}
try {
  const at = new Date();
  const figures: Figure[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const began = Date.now();
    figures.push(...(await part()));
    console.error(`${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
  writeFileSync(report, JSON.stringify({ at, machine: machine(), figures }, null, 2));
  console.log(`\n${tableOf(figures, at)}\n\nThe same as data: ${report}`);
  process.exitCode = figures.every(({ holds }) => holds !== false) ? 0 : 1;
} catch (error) {
  // With its cause, which alone says why a connection was lost.
  console.error(error);
  process.exitCode = 1;
}
await stopAll();
process.exit();

/** Runs a part that opens the usual market in a browser. Market and browser are started once. */
async function inBrowser(
  part: (origin: string, browserPath: string) => Promise<Figure[]>,
): Promise<Figure[]> {
  browser ??= findBrowser("measurements", console.error);
  const executable = await browser;
  market ??= openMarket(usual);
  return part((await market).url, executable);
}

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
