// `npm test` runs everything. `npm test -- orders/page` runs the tests of one folder or file below tests/.
// `npm run check` is for use before a commit: types, lint, import rules, and the tests of pure rules. The
// last line is `N passed, N failed`, preceded by the journeys that passed on retry.
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JSONReport } from "@playwright/test/reporter";
import { findBrowser } from "./browser.ts";
import { build } from "./build.ts";
import { journeyRuns } from "./journey-report.ts";
import { root, run, runScript, stopAll } from "./processes.ts";

type Count = { passed: number; failed: number };
const total: Count = { passed: 0, failed: 0 };
/** The journeys that failed once and passed on retry. They count as passed. */
const unsteady: string[] = [];
const reports = mkdtempSync(join(tmpdir(), "handiwork-reports-"));

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
  process.on(signal, () => void stopAll().then(() => process.exit(130)));
}
const [area] = process.argv.slice(2);
try {
  await (area === undefined ? testEverything() : area === "--check" ? checkOnly() : testArea(area));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
}
rmSync(reports, { recursive: true, force: true });
if (unsteady.length > 0) console.log(["\nunsteady (failed once, then passed):", ...unsteady].join("\n  "));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function testEverything(): Promise<void> {
  const browser = await step("browser", () => findBrowser("journeys", console.log));
  // Two lanes for two cores. The import rules run after the build, because workers/ imports its output.
  await Promise.all([
    check("types", "typecheck").then(() => check("lint", "lint")),
    step("build", build).then(() => check("import rules", "import-rules")),
  ]);
  await step("tests in workerd", () => runVitest([]));
  await step("browser tests", () => runPlaywright(browser));
}

/** The checks that need no build and no runtime. */
async function checkOnly(): Promise<void> {
  // The tests of scripts start runtimes, and those of workers read the build.
  const rules = ["--project=rules", "--exclude=tests/scripts/**", "--exclude=tests/workers/**"];
  await Promise.all([
    check("types", "typecheck").then(() => check("lint", "lint")),
    step("tests of rules", () => runVitest(rules)).then(() => check("import rules", "import-rules")),
  ]);
}

/**
 * @param area a folder below tests/, or a test file without `.test.ts`: `orders`, `orders/page`,
 * `orders/life`
 */
async function testArea(area: string): Promise<void> {
  const files = globSync("tests/**/*.test.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  const wanted = files.filter(
    (file) => file.startsWith(`tests/${area}/`) || file === `tests/${area}.test.ts`,
  );
  if (wanted.length === 0) throw new Error(`tests/${area} has no tests. ${namesOf(files)}`);
  await step("build", build);
  await step(`tests of ${area}`, () => runVitest(wanted));
}

function namesOf(files: string[]): string {
  const areas = files.map((file) => file.replace("tests/", "").replace(/(\/[^/]+)?\.test\.ts$/, ""));
  return `The areas are ${[...new Set(areas)].sort().join(", ")}.`;
}

/** Runs work and prints how long it took. @throws what the work throws */
async function step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const began = Date.now();
  try {
    return await work();
  } finally {
    console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
}

/** Runs a static check, which counts as one test. Prints its output if it fails. */
async function check(name: string, command: "typecheck" | "lint" | "import-rules"): Promise<void> {
  const { code, text } = await step(name, () => runScript(command));
  if (code === 0) total.passed += 1;
  else {
    total.failed += 1;
    console.log(`${name} failed:\n${text}`);
  }
}

async function runVitest(files: string[]): Promise<void> {
  const report = join(reports, "vitest.json");
  const flags = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await run(
    [join(root, "node_modules/vitest/vitest.mjs"), "run", ...flags, ...files],
    {},
    true,
  );
  type Report = { numPassedTests: number; numFailedTests: number };
  add(code, report, (r: Report) => ({ passed: r.numPassedTests, failed: r.numFailedTests }));
}

async function runPlaywright(browser: string): Promise<void> {
  const report = join(reports, "playwright.json");
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { code } = await run(
    [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json"],
    env,
    true,
  );
  add(code, report, (r: JSONReport) => {
    const flaky = journeyRuns(r).filter(({ outcome }) => outcome === "flaky");
    unsteady.push(...flaky.map(({ name }) => name));
    return { passed: r.stats.expected + r.stats.flaky, failed: r.stats.unexpected };
  });
}

/**
 * Adds a runner's result. A runner that fails without a failed test counts as one failure: a file may have
 * failed to load.
 */
function add<Report>(code: number, file: string, countOf: (report: Report) => Count): void {
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = countOf(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    console.log("The test runner ended without a report.");
  }
  const failedSilently = count.failed === 0 && (code !== 0 || count.passed === 0);
  total.passed += count.passed;
  total.failed += count.failed + (failedSilently ? 1 : 0);
}
