import { afterEach, expect, test, vi } from "vitest";
import { readableSink } from "#scripts/local/request-log.ts";

afterEach(() => vi.unstubAllEnvs());

/** What is printed of each line. */
function printed(...lines: [level: string, message: string][]): string[] {
  const all: string[] = [];
  const sink = readableSink((line, isError) => all.push(isError ? `! ${line}` : line));
  for (const [level, message] of lines) sink(level, message);
  return all;
}

const lineOf = (level: string, event: string, fields: object = {}) =>
  JSON.stringify({ level, event, requestId: "r1", ...fields });
const request = lineOf("info", "request", { method: "GET", path: "/search", status: 200, ms: 12 });
const failure = lineOf("error", "request failed", { path: "/", error: "Error: no\n  at x" });
const health = lineOf("info", "request", { method: "GET", path: "/healthz", status: 200, ms: 1 });

test("A request is one line, an error shows its request and stack, and usual lines are left out", () => {
  expect(
    printed(
      ["log", request],
      ["error", failure],
      ["log", lineOf("warn", "origin refused", { path: "/x" })],
      ["log", lineOf("warn", "clock")],
      ["log", health],
      ["log", lineOf("info", "sweep", { mails: 1 })],
      ["warn", "NOSENTRY SQLite alarm handler canceled"],
      ["log", "a developer's own line"],
      ["log", '{"level":broken'],
    ),
  ).toEqual([
    "GET /search 200 12 ms",
    '! error: request failed {"path":"/"} (request r1)\nError: no\n  at x',
    'warn: origin refused {"path":"/x"} (request r1)',
    "warn: clock (request r1)",
    "a developer's own line",
    '{"level":broken',
  ]);
});

test("With LOG=json every line of the workers is left unchanged", () => {
  vi.stubEnv("LOG", "json");
  expect(printed(["log", request], ["log", health], ["warn", "NOSENTRY x"])).toEqual([request, health]);
});
