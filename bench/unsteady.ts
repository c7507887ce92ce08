import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JSONReport } from "@playwright/test/reporter";
import { findBrowser } from "#scripts/browser.ts";
import { build } from "#scripts/build.ts";
import { root, run } from "#scripts/processes.ts";
import { journeyRuns } from "#scripts/test-reports.ts";
import { atMost, type Figure } from "./figure.ts";

/**
 * Repeats journeys while two loops keep two cores busy, and counts how many of the runs fail. There are no
 * retries.
 * @param journeys parts of their file names, such as `layout/crash`
 * @param times how often each runs
 * @param minutes after which no further run starts
 * @throws Error if none could be run
 */
export async function unsteady(journeys: string[], times: number, minutes: number): Promise<Figure[]> {
  const browser = await findBrowser("journeys", console.error);
  await build();
  const folder = mkdtempSync(join(tmpdir(), "handiwork-unsteady-"));
  const report = join(folder, "report.json");
  const time = minutes * 60_000;
  // They also end on their own if this process is killed.
  const busy = `const end = Date.now() + ${time}; while (Date.now() < end);`;
  const loops = [1, 2].map(() => spawn(process.execPath, ["-e", busy], { stdio: "ignore" }));
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const bounds = [`--repeat-each=${times}`, "--retries=0", `--global-timeout=${time}`];
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  try {
    await run([playwright, "test", ...journeys, ...bounds, "--reporter=list,json"], env, true);
    return ratesOf(JSON.parse(readFileSync(report, "utf8")));
  } finally {
    for (const loop of loops) loop.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function ratesOf(report: JSONReport): Figure[] {
  const ran = journeyRuns(report).filter(({ outcome }) => outcome !== "skipped");
  if (ran.length === 0) throw new Error("No journey was run; see above.");
  return [...Map.groupBy(ran, ({ name }) => name)].map(([name, runs]) => {
    const failed = runs.filter(({ outcome }) => outcome !== "expected").length;
    const note = `${failed} of ${runs.length}`;
    return atMost(`failed beside two busy loops: ${name}`, (100 * failed) / runs.length, "%", 0, note);
  });
}
