import { afterEach, beforeEach, expect, vi } from "vitest";

let written: string[] = [];
let expected: string[] = [];

/** Says that this test makes the product write an error log that contains the text; without that, any error log fails it. */
export function expectErrorLog(text: string): void {
  expected.push(text);
}

/** Makes a `console.error` that no test asked for a failure. */
export function refuseErrorLogs(): void {
  beforeEach(() => {
    written = [];
    expected = [];
    vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
      written.push(parts.map(String).join(" "));
    });
  });
  afterEach(() => {
    const isExpected = (line: string) => expected.some((text) => line.includes(text));
    expect(
      written.filter((line) => !isExpected(line)),
      "error logs that no test asked for",
    ).toEqual([]);
    const missing = expected.filter((text) => !written.some((line) => line.includes(text)));
    expect(missing, "error logs that were asked for and did not come").toEqual([]);
  });
}
