// `npm test`: everything; `npm test -- orders`: the tests of one area. The last line is `N passed, N failed`.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { build } from "./build.ts";
import { root, run, script, stopAll } from "./children.ts";

type Count = { passed: number; failed: number };
const total: Count = { passed: 0, failed: 0 };
const reports = mkdtempSync(join(tmpdir(), "handiwork-reports-"));

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.on(signal, () => void stopAll().then(() => process.exit(130)));
}
const [area] = process.argv.slice(2);
try {
  await (area === undefined ? everything() : oneArea(area));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function everything(): Promise<void> {
  const browser = await step("browser", () => findBrowser(console.log));
  // Two lanes for two cores; the arrows follow the build, because the door imports it.
  await Promise.all([
    check("types", "typecheck").then(() => check("lint", "lint")),
    step("build", build).then(() => check("arrows", "arrows")),
  ]);
  await step("tests in workerd", () => tests([]));
  await step("journeys in a browser", () => journeys(browser));
}

async function oneArea(name: string): Promise<void> {
  const areas = readdirSync(join(root, "tests"))
    .filter(
      (entry) => !["support", "e2e"].includes(entry) && (!entry.includes(".") || entry.endsWith(".test.ts")),
    )
    .map((entry) => entry.replace(".test.ts", ""));
  if (!areas.includes(name)) throw new Error(`There is no area '${name}'; there are ${areas.join(", ")}.`);
  await step("build", build);
  await step(`tests of ${name}`, () => tests([`tests/${name}/`, `tests/${name}.test.ts`]));
}

/** Runs work under a name and says how long it took. @throws what the work throws */
async function step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const began = Date.now();
  try {
    return await work();
  } finally {
    console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
}

/** A static check counts as one test; what it says is shown when it fails. */
async function check(name: string, command: "typecheck" | "lint" | "arrows"): Promise<void> {
  const { code, text } = await step(name, () => script(command));
  if (code === 0) total.passed += 1;
  else {
    total.failed += 1;
    console.log(`${name} failed:\n${text}`);
  }
}

async function tests(filters: string[]): Promise<void> {
  const report = join(reports, "vitest.json");
  const flags = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await run(
    [join(root, "node_modules/vitest/vitest.mjs"), "run", ...flags, ...filters],
    {},
    true,
  );
  type Report = { numPassedTests: number; numFailedTests: number };
  add(code, report, (r: Report) => ({ passed: r.numPassedTests, failed: r.numFailedTests }));
}

async function journeys(browser: string): Promise<void> {
  const report = join(reports, "playwright.json");
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { code } = await run(
    [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json"],
    env,
    true,
  );
  type Report = { stats: { expected: number; unexpected: number; flaky: number } };
  add(code, report, ({ stats }: Report) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

/** Adds what a runner reported. One that failed without a failed test (a file that does not load, say) counts as one. */
function add<Report>(code: number, file: string, countOf: (report: Report) => Count): void {
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = countOf(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    console.log("The runner ended without a report.");
  }
  const silent = count.failed === 0 && (code !== 0 || count.passed === 0);
  total.passed += count.passed;
  total.failed += count.failed + (silent ? 1 : 0);
}
