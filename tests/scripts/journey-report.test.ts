import type { JSONReport } from "@playwright/test/reporter";
import { expect, test } from "vitest";
import { journeyRuns } from "#scripts/journey-report.ts";
import config from "../../playwright.config.ts";

const file = "layout/crash.js.e2e.ts";
const spec = (title: string, ...statuses: string[]) => ({
  file,
  title,
  tests: statuses.map((status) => ({ projectName: "js", status })),
});
const report = {
  suites: [
    { specs: [spec("Steady", "expected")], suites: [{ specs: [spec("Unsteady", "flaky", "unexpected")] }] },
  ],
} as unknown as JSONReport;

test("A journey has a second try, and the report names each run with its outcome", () => {
  expect(config.retries).toBe(1);
  expect(journeyRuns(report)).toEqual([
    { name: `${file} [js]: Steady`, outcome: "expected" },
    { name: `${file} [js]: Unsteady`, outcome: "flaky" },
    { name: `${file} [js]: Unsteady`, outcome: "unexpected" },
  ]);
});
