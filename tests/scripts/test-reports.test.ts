import type { JSONReport } from "@playwright/test/reporter";
import { expect, test } from "vitest";
import type { JsonTestResults } from "vitest/reporters";
import { failureLines, journeyRuns, outcomeOfJourneys, outcomeOfTests } from "#scripts/test-reports.ts";
import config from "../../playwright.config.ts";

const file = "layout/crash.js.e2e.ts";
const spec = (title: string, ...statuses: string[]) => ({
  file,
  title,
  tests: statuses.map((status) => ({
    projectName: "js",
    status,
    results:
      status === "unexpected" ? [{ errors: [{ message: "First" }] }, { errors: [{ message: "Last" }] }] : [],
  })),
});
const report = {
  suites: [
    {
      title: file,
      specs: [spec("Steady", "expected")],
      suites: [{ title: "On phones", specs: [spec("Unsteady", "flaky", "unexpected", "skipped")] }],
    },
  ],
  errors: [
    {
      message: "SyntaxError: Unexpected token",
      location: { file: "/e2e/broken.e2e.ts", line: 3, column: 1 },
    },
    { message: "No free port" },
  ],
} as unknown as JSONReport;

test("A journey has a second try, and the report names each run with its outcome", () => {
  expect(config.retries).toBe(1);
  expect(journeyRuns(report)).toEqual([
    { name: `${file} [js]: Steady`, outcome: "expected", error: "" },
    { name: `${file} [js]: On phones › Unsteady`, outcome: "flaky", error: "" },
    { name: `${file} [js]: On phones › Unsteady`, outcome: "unexpected", error: "Last" },
    { name: `${file} [js]: On phones › Unsteady`, outcome: "skipped", error: "" },
  ]);
});

test("A journey that passes on its second try has passed; an error outside a journey is a failure", () => {
  expect(outcomeOfJourneys(report)).toEqual({
    passed: 2,
    failures: [
      { name: `${file} [js]: On phones › Unsteady`, error: "Last" },
      { name: "/e2e/broken.e2e.ts:3", error: "SyntaxError: Unexpected token" },
      { name: "journeys", error: "No free port" },
    ],
  });
});

test("A failed test is named with its file and its groups; a file that did not load is a failure of its own", () => {
  const result = (
    title: string,
    status: string,
    failureMessages: string[],
    ancestorTitles: string[] = [],
  ) => ({
    ancestorTitles,
    title,
    status,
    failureMessages,
  });
  const results = {
    numPassedTests: 7,
    testResults: [
      {
        name: "/handiwork/tests/lib/money.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          result(
            "Cents are whole",
            "failed",
            ["AssertionError: expected 1 to be 2", "Another"],
            ["", "Sums"],
          ),
          result("A sum has a sign", "passed", []),
        ],
      },
      {
        name: "/handiwork/tests/lib/dates.test.ts",
        status: "failed",
        message: "Not found",
        assertionResults: [],
      },
      { name: "/handiwork/tests/lib/hook.test.ts", status: "failed", message: "", assertionResults: [] },
      { name: "/handiwork/tests/lib/forms.test.ts", status: "passed", message: "", assertionResults: [] },
    ],
  } as unknown as JsonTestResults;
  expect(outcomeOfTests(results, "/handiwork")).toEqual({
    passed: 7,
    failures: [
      {
        name: "tests/lib/money.test.ts: Sums › Cents are whole",
        error: "AssertionError: expected 1 to be 2",
      },
      { name: "tests/lib/dates.test.ts", error: "Not found" },
      { name: "tests/lib/hook.test.ts", error: "" },
    ],
  });
});

test("The end of the log has each failure with the first lines of its error, and never more than 61 lines", () => {
  const error = `\u001b[31mError: expected\u001b[39m\n\n  at file:///handiwork/node_modules/vitest/run.js:1\n  at new Promise (<anonymous>)\n${Array.from({ length: 9 }, (_, i) => `line ${i}`).join("\n")}`;
  const failures = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `Test ${i}`, error }));
  expect(failureLines([])).toEqual([]);
  expect(failureLines(failures(1))).toEqual([
    "Test 0",
    "  Error: expected",
    ...[0, 1, 2, 3, 4].map((i) => `  line ${i}`),
  ]);
  expect(failureLines([{ name: "Long", error: "x".repeat(500) }])[1]).toHaveLength(202);
  expect(failureLines(failures(20)).slice(0, 4)).toEqual([
    "Test 0",
    "  Error: expected",
    "  line 0",
    "Test 1",
  ]);
  expect(failureLines(failures(40)).slice(0, 2)).toEqual(["Test 0", "Test 1"]);
  for (const count of [20, 40, 60, 61, 1000])
    expect(failureLines(failures(count)).length).toBeLessThanOrEqual(61);
  expect(failureLines(failures(61)).slice(-2)).toEqual(["Test 59", "and 1 more"]);
});
