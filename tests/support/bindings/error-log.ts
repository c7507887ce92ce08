import { afterEach, beforeEach, expect, vi } from "vitest";

let written: string[] = [];
let expected: string[] = [];

/**
 * Expects that this test writes an error log with this text. Unexpected and missing error logs fail the test.
 */
export function expectErrorLog(text: string): void {
  expected.push(text);
}

/** The error logs that this test has written. */
export function errorLogs(): readonly string[] {
  return written;
}

/** Fails every test that calls `console.error` unexpectedly. */
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
      "unexpected error logs",
    ).toEqual([]);
    const missing = expected.filter((text) => !written.some((line) => line.includes(text)));
    expect(missing, "expected error logs that are missing").toEqual([]);
  });
}
