import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { report } from "#app/layout/uncaught/uncaught.ts";

// docs/specification.md#client-errors

const origin = "https://handiwork.test";
const place = `${origin}/assets/order-1.js:1:20`;
const ours = `at a (${place})`;
const sentence = "Something went wrong. We're working on it!";

let shown: string[] = [];
let sent: unknown[] = [];
const later: (() => void)[] = [];

/** The toast that the page shows. */
class Shown {
  className = "";
  role = "";
  set textContent(text: string) {
    shown.push(`${this.className} ${this.role}: ${text}`);
  }
  remove() {
    shown.pop();
  }
}

const passTenSeconds = () => {
  for (const act of later.splice(0)) act();
};
const thrown = (message: string, stack = ours) => ({ message, stack: `TypeError: ${message}\n${stack}` });

beforeEach(() => {
  [shown, sent] = [[], []];
  vi.stubGlobal("document", { createElement: () => new Shown(), body: { appendChild: () => {} } });
  vi.stubGlobal("location", { origin });
  vi.stubGlobal("performance", {
    getEntriesByType: () => [{ serverTiming: [{ description: "request-1" }] }],
  });
  vi.stubGlobal("navigator", {
    sendBeacon: (path: string, body: string) => sent.push([path, JSON.parse(body)]),
  });
  vi.stubGlobal("setTimeout", (act: () => void, ms: number) => {
    if (ms === 10_000) later.push(act);
  });
});

afterEach(() => {
  passTenSeconds();
  vi.unstubAllGlobals();
});

it("An error and a rejected promise that no one catches show the toast, and are reported with request, message and place", () => {
  for (const event of [{ error: thrown("x is not a function") }, { reason: thrown("x is not a function") }]) {
    report(event);
    expect(shown).toEqual([`toast alert: ${sentence}`]);
    passTenSeconds();
    expect(shown).toEqual([]);
  }
  const told = ["/client-errors", ["x is not a function", place, [{ description: "request-1" }]]];
  expect(sent).toEqual([told, told]);
});

it("Once in ten seconds", () => {
  for (let n = 0; n < 5; n++) report({ error: thrown(`error ${n}`) });
  expect([shown.length, sent.length]).toEqual([1, 1]);
  passTenSeconds();
  report({ error: thrown("one more") });
  expect([shown.length, sent.length]).toEqual([1, 2]);
});

it("Never for an extension, another site, or what has no place in a file of ours", () => {
  report({ error: thrown("x", `at x (chrome-extension://abc/content.js:1:2)\n${ours}`) });
  report({ error: thrown("x", "x@moz-extension://abc/content.js:1:2") });
  report({ error: thrown("x", `${ours}\nat x (safari-web-extension://abc/content.js:1:2)`) });
  report({ error: thrown("x", "at x (https://other.test/script.js:1:2)") });
  report({ error: null });
  report({ reason: undefined });
  report({ reason: "a text" });
  report({});
  expect([shown, sent]).toEqual([[], []]);
});

it("A long message is cut", () => {
  report({ error: thrown("a".repeat(5000)) });
  expect(JSON.stringify(sent).length).toBeLessThan(600);
});
