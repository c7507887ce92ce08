// `npm test` runs everything. `npm test -- orders/page` runs the tests of one folder or file below tests/.
// `npm run check` is for use before a commit: types, lint, import rules, and the tests of pure rules. The
// last line is `N passed, N failed`. Before it come the journeys that passed on retry, and what failed.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { build } from "./build.ts";
import { v8Flags } from "./local/v8-flags.ts";
import { root, run, runScript, stopAll } from "./processes.ts";
import {
  failureLines,
  journeyRuns,
  type Outcome,
  outcomeOfJourneys,
  outcomeOfTests,
} from "./test-reports.ts";

const total: Outcome = { passed: 0, failures: [] };
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
  const message = error instanceof Error ? error.message : String(error);
  console.error(message);
  total.failures.push({ name: "npm test", error: message });
}
rmSync(reports, { recursive: true, force: true });
if (unsteady.length > 0) console.log(["\nunsteady (failed once, then passed):", ...unsteady].join("\n  "));
if (total.failures.length > 0) console.log(["\nfailed:", ...failureLines(total.failures)].join("\n  "));
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exit(total.failures.length === 0 && total.passed > 0 ? 0 : 1);

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
    total.failures.push({ name, error: text });
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
  add("vitest", code, report, (text) => outcomeOfTests(JSON.parse(text), root));
}

async function runPlaywright(browser: string): Promise<void> {
  const report = join(reports, "playwright.json");
  const env = {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    MINIFLARE_WORKERD_V8_FLAGS: v8Flags,
  };
  const { code } = await run(
    [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json"],
    env,
    true,
  );
  add("playwright", code, report, (text) => {
    const flaky = journeyRuns(JSON.parse(text)).filter(({ outcome }) => outcome === "flaky");
    unsteady.push(...flaky.map(({ name }) => name));
    return outcomeOfJourneys(JSON.parse(text));
  });
}

/** Adds what a runner did. One that fails although none of its tests did counts as one failure. */
function add(runner: string, code: number, file: string, outcomeOf: (report: string) => Outcome): void {
  const { passed, failures } = existsSync(file)
    ? outcomeOf(readFileSync(file, "utf8"))
    : { passed: 0, failures: [{ name: runner, error: "It ended without a report." }] };
  total.passed += passed;
  total.failures.push(...failures);
  if (failures.length === 0 && (code !== 0 || passed === 0))
    total.failures.push({
      name: runner,
      error: `No test failed, ${passed} passed, and it ended with code ${code}.`,
    });
}
