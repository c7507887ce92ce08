import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/reporters";

/** What failed: a test, a file that did not load, a static check. @param error its message, with its stack */
export type Failure = { name: string; error: string };
/** What a runner did: how many tests passed, and what failed. */
export type Outcome = { passed: number; failures: Failure[] };

/** A journey that ran. `flaky`: it failed, and passed on retry. `error`: of its last try. */
export type JourneyRun = {
  name: string;
  outcome: "expected" | "unexpected" | "flaky" | "skipped";
  error: string;
};

/**
 * Reads Playwright's JSON report. A repeated journey appears once for each run.
 * @returns `name`: its file below tests/e2e, its project and its title
 */
export function journeyRuns(report: JSONReport): JourneyRun[] {
  const runsOf = ({ specs, suites = [] }: JSONReportSuite, groups: string[]): JourneyRun[] => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        name: `${file} [${projectName}]: ${[...groups, title].join(" › ")}`,
        outcome: status,
        error: results.at(-1)?.errors.at(0)?.message ?? "",
      })),
    ),
    ...suites.flatMap((suite) => runsOf(suite, [...groups, suite.title])),
  ];
  return report.suites.flatMap((suite) => runsOf(suite, []));
}

/** Reads Playwright's JSON report. An error outside a test is a failure: a file may not have loaded. */
export function outcomeOfJourneys(report: JSONReport): Outcome {
  const runs = journeyRuns(report);
  return {
    passed: runs.filter(({ outcome }) => outcome === "expected" || outcome === "flaky").length,
    failures: [
      ...runs.filter(({ outcome }) => outcome === "unexpected"),
      ...report.errors.map(({ message = "", location }) => ({
        name: location ? `${location.file}:${location.line}` : "journeys",
        error: message,
      })),
    ].map(({ name, error }) => ({ name, error })),
  };
}

/**
 * Reads Vitest's JSON report. A file that did not load, or failed outside its tests, is a failure.
 * @param root the folder that file names start from
 */
export function outcomeOfTests({ numPassedTests, testResults }: JsonTestResults, root: string): Outcome {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ ancestorTitles, title, failureMessages }) => ({
        name: `${file}: ${[...ancestorTitles.filter(Boolean), title].join(" › ")}`,
        error: failureMessages?.at(0) ?? "",
      }));
    const isBroken = status === "failed" && (message !== "" || failed.length === 0);
    return isBroken ? [...failed, { name: file, error: message }] : failed;
  });
  return { passed: numPassedTests, failures };
}

/** At the end of a log of which only the last 80 lines may be kept. */
const bounds = { lines: 60, linesOfError: 6, columns: 200 };

/**
 * The failures as lines for the end of a log: each name, and below it the first lines of the error, without
 * the stack's lines of packages. The more tests have failed, the fewer lines each has; at most 60 and a last
 * one.
 */
export function failureLines(failures: Failure[]): string[] {
  const each = Math.floor(bounds.lines / failures.length) - 1;
  const shown = failures.slice(0, bounds.lines).flatMap(({ name, error }) => [
    name,
    ...stripVTControlCharacters(error)
      .split("\n")
      .filter((line) => line.trim() !== "" && !/\/node_modules\/|<anonymous>/.test(line))
      .slice(0, Math.max(0, Math.min(each, bounds.linesOfError)))
      .map((line) => `  ${line.slice(0, bounds.columns)}`),
  ]);
  const left = failures.length - bounds.lines;
  return left > 0 ? [...shown, `and ${left} more`] : shown;
}
