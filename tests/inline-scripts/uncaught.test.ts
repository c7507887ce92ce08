import { expect, it } from "vitest";
import { uncaught } from "#app/inline-scripts/inline-scripts.ts";

// docs/specification.md#client-errors

const origin = "https://handiwork.test";
const place = `${origin}/assets/order-1.js:1:20`;
const ours = `at a (${place})`;
const sentence = "Something went wrong. We're working on it!";

type Uncaught = { error?: unknown; reason?: unknown };

/** A page that runs the script: its toasts, and what it has sent. */
function page({ timing = [{ serverTiming: [{ description: "request-1" }] }] as unknown[] } = {}) {
  const heard = new Map<string, (event: unknown) => void>();
  const later: (() => void)[] = [];
  const seen = { toasts: [] as object[], sent: [] as [string, unknown][] };
  const toast = () => ({
    setAttribute(name: string, value: string) {
      Object.assign(this, { [name]: value });
    },
    remove() {
      seen.toasts.splice(seen.toasts.indexOf(this), 1);
    },
  });
  const globals = {
    addEventListener: (name: string, act: (event: unknown) => void) => heard.set(name, act),
    document: {
      createElement: toast,
      getElementById: (id: string) => seen.toasts.find((shown) => "id" in shown && shown.id === id) ?? null,
      body: { appendChild: (element: object) => seen.toasts.push(element) },
    },
    location: { origin },
    performance: { getEntriesByType: () => timing },
    navigator: { sendBeacon: (to: string, body: string) => seen.sent.push([to, JSON.parse(body)]) },
    setTimeout: (act: () => void, ms: number) => ms === 10_000 && later.push(act),
  };
  new Function(...Object.keys(globals), uncaught)(...Object.values(globals));
  return {
    seen,
    meets: (event: Uncaught) => heard.get("error" in event ? "error" : "unhandledrejection")?.(event),
    passTenSeconds: () => {
      for (const act of later.splice(0)) act();
    },
  };
}

const thrown = (message: string, stack = ours) => ({ message, stack: `TypeError: ${message}\n${stack}` });

it("Uncaught errors and rejected promises show the toast, and are reported with request, message and location", () => {
  for (const event of [{ error: thrown("x is not a function") }, { reason: thrown("x is not a function") }]) {
    const { seen, meets, passTenSeconds } = page();
    meets(event);
    expect(seen.toasts).toEqual([
      expect.objectContaining({ className: "toast", role: "alert", textContent: sentence }),
    ]);
    expect(seen.sent).toEqual([
      ["/client-errors", ["x is not a function", place, [{ description: "request-1" }]]],
    ]);
    passTenSeconds();
    expect(seen.toasts).toEqual([]);
  }
});

it("Errors are reported once in ten seconds", () => {
  const { seen, meets, passTenSeconds } = page();
  for (let n = 0; n < 5; n++) meets({ error: thrown(`error ${n}`) });
  expect([seen.toasts.length, seen.sent.length]).toEqual([1, 1]);
  passTenSeconds();
  meets({ error: thrown("one more") });
  expect([seen.toasts.length, seen.sent.length]).toEqual([1, 2]);
});

it("Errors of extensions are neither shown nor reported", () => {
  const { seen, meets } = page();
  meets({ error: thrown("x", `at x (chrome-extension://abc/content.js:1:2)\n${ours}`) });
  meets({ error: thrown("x", "x@moz-extension://abc/content.js:1:2") });
  meets({ error: thrown("x", `${ours}\nat x (safari-web-extension://abc/content.js:1:2)`) });
  meets({ error: thrown("x", `${ours}\nx@webkit-masked-url://hidden/:1:2`) });
  expect([seen.toasts, seen.sent]).toEqual([[], []]);
});

it("Whatever is thrown shows the toast; without a place in our files it is not reported", () => {
  for (const event of [
    { error: thrown("x", "at x (https://other.test/script.js:1:2)") },
    { error: thrown(`No answer from ${origin}:8787`, "") },
    { error: null },
    { reason: undefined },
    { reason: {} },
    { reason: "a text" },
  ]) {
    const { seen, meets } = page();
    meets(event);
    expect([seen.toasts.length, seen.sent]).toEqual([1, []]);
  }
});

it("An aborted navigation is not an error", () => {
  const { seen, meets } = page();
  meets({ reason: { ...thrown("The user aborted a request."), name: "AbortError" } });
  expect([seen.toasts, seen.sent]).toEqual([[], []]);
});

it("A long message is cut, and a browser that does not know the request's id reports the rest", () => {
  const { seen, meets } = page({ timing: [] });
  meets({ error: thrown("a".repeat(5000)) });
  expect(seen.sent).toEqual([["/client-errors", ["a".repeat(300), place, null]]]);
});
