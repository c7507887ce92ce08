// `npm run bench`: measures the product and prints one table, in Markdown, and the same as bench.json. `npm run bench -- bytes rows`: some
// parts only; `--gigs N`: the size of the large market (20,000), which only `rows` looks at; `--schedules N`: so many
// random schedules (20,000: more than an hour); `--state DIR`: all parts look at the local
// state of that folder instead, which must not be running.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bytes } from "./bench/bytes.ts";
import { type Figure, machine, tableOf } from "./bench/figure.ts";
import { lighthouseOf } from "./bench/lighthouse.ts";
import { filledState, type Market, openMarket } from "./bench/market.ts";
import { pictures } from "./bench/pictures.ts";
import { rates } from "./bench/rates.ts";
import { rows } from "./bench/rows.ts";
import { schedules, steps } from "./bench/schedules.ts";
import { screens } from "./bench/screens.ts";
import { findBrowser } from "./browser.ts";
import { root, stopAll } from "./children.ts";

/** Gigs of the market that all parts but `rows` look at. */
const usualGigs = 1000;
const report = join(root, "bench.json");

let market: Promise<Market> | null = null;
let browser: Promise<string> | null = null;

/** In this order, one after the other, so that none measures the other. `rows` and `rates` have servers of their own, which the rest must not meet. */
const parts: Record<string, () => Promise<Figure[]>> = {
  rows: () => rows(large),
  rates: async () => rates(await filledState("state" in large ? large : { gigs: usualGigs })),
  bytes: () => looked(bytes),
  pictures: () => looked(pictures),
  lighthouse: () => looked(lighthouseOf),
  screens: () => looked(screens),
  steps,
  schedules: () => schedules(many),
};

const { asked, large, many } = read();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.on(signal, () => void stopAll().then(() => process.exit(130)));
}
try {
  const at = new Date();
  const figures: Figure[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
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

/** A part that looks at the usual market with a browser. Both are found once. */
async function looked(part: (origin: string, browser: string) => Promise<Figure[]>): Promise<Figure[]> {
  browser ??= findBrowser(console.error);
  const executable = await browser;
  market ??= openMarket("state" in large ? large : { gigs: usualGigs });
  return part((await market).url, executable);
}

/** @returns no parts: all of them */
function read(): { asked: string[]; large: { gigs: number } | { state: string }; many: number } {
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
    const strange = positionals.find((name) => !known.includes(name));
    if (strange !== undefined)
      throw new Error(`There is no part '${strange}'; there are ${known.join(", ")}.`);
    if (!/^\d{1,7}$/.test(values.gigs)) throw new Error("--gigs takes a number.");
    if (!/^\d{1,7}$/.test(values.schedules)) throw new Error("--schedules takes a number.");
    const { state, gigs } = values;
    return {
      asked: positionals,
      many: Number(values.schedules),
      large: state === undefined ? { gigs: Number(gigs) } : { state: resolve(state) },
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}
