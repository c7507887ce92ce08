import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";

/** A journey that ran. `flaky`: it failed, and passed on retry. */
export type JourneyRun = { name: string; outcome: "expected" | "unexpected" | "flaky" | "skipped" };

/**
 * Reads Playwright's JSON report. A repeated journey appears once for each run.
 * @returns `name`: its file below tests/e2e, its project and its title
 */
export function journeyRuns(report: JSONReport): JourneyRun[] {
  const runsOf = ({ specs, suites = [] }: JSONReportSuite): JourneyRun[] => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, status }) => ({
        name: `${file} [${projectName}]: ${title}`,
        outcome: status,
      })),
    ),
    ...suites.flatMap(runsOf),
  ];
  return report.suites.flatMap(runsOf);
}
