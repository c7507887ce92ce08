import { expect, it } from "vitest";
import { keepSignedIn } from "#app/inline-scripts/inline-scripts.ts";

/** The browser objects that the script uses, with a clock that the test moves. */
function pageOf(answers: { status: number; expires_in?: number }[]) {
  let now = 1_000_000;
  let tick: (() => void) | null = null;
  const page = {
    asked: 0,
    reloads: 0,
    fields: [] as Record<string, unknown>[],
    state: "visible",
    listen: () => {},
  };
  const document = {
    get visibilityState() {
      return page.state;
    },
    querySelectorAll: () => page.fields,
    addEventListener: (name: string, heard: () => void) => {
      if (name === "visibilitychange") page.listen = heard;
    },
    removeEventListener: () => {
      page.listen = () => {};
    },
  };
  const fetch = async (path: string, init: { method: string }) => {
    expect([path, init.method]).toEqual(["/auth/refresh", "POST"]);
    page.asked++;
    const { status, expires_in } = answers.shift() ?? { status: 599 };
    if (status === 0) throw new Error("The connection is lost");
    return { ok: status === 200, status, json: async () => ({ expires_in }) };
  };
  const given = {
    document,
    fetch,
    location: { reload: () => page.reloads++ },
    Date: { now: () => now },
    setInterval: (act: () => void) => {
      tick = act;
      return 1;
    },
    clearInterval: () => {
      tick = null;
    },
  };
  const run = (expiresIn: number) =>
    new Function(...Object.keys(given), keepSignedIn(expiresIn))(...Object.values(given));
  const pass = async (seconds: number) => {
    await new Promise((resolve) => setTimeout(resolve));
    for (let passed = 0; passed < seconds; passed += 30) {
      now += 30_000;
      tick?.();
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const turn = async (state: string) => {
    page.state = state;
    page.listen();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { page, run, pass, turn };
}

it("A token is renewed shortly before it expires, and so is the next one", async () => {
  const { page, run, pass } = pageOf([
    { status: 200, expires_in: 600 },
    { status: 200, expires_in: 600 },
  ]);
  run(600_000);
  await pass(8 * 60);
  expect(page.asked).toBe(0);
  await pass(30);
  expect(page.asked).toBe(1);
  await pass(9 * 60);
  expect(page.asked).toBe(2);
});

it("A token about to expire is renewed immediately; a hidden page waits until it is visible again", async () => {
  const { page, run, pass, turn } = pageOf([
    { status: 200, expires_in: 600 },
    { status: 200, expires_in: 600 },
  ]);
  run(20_000);
  await pass(0);
  expect(page.asked).toBe(1);
  await turn("hidden");
  await pass(60 * 60);
  expect(page.asked).toBe(1);
  await turn("visible");
  expect(page.asked).toBe(2);
});

it("A failed request is repeated; the answer 401 stops the timer and reloads the page", async () => {
  const { page, run, pass } = pageOf([{ status: 0 }, { status: 503 }, { status: 401 }]);
  run(90_000);
  await pass(60);
  expect([page.asked, page.reloads]).toEqual([3, 1]);
  await pass(60 * 60);
  expect(page.asked).toBe(3);
});

it("Unsaved input prevents the reload", async () => {
  const { page, run, pass } = pageOf([{ status: 401 }]);
  page.fields.push({ type: "textarea", value: "A long text", defaultValue: "" });
  run(0);
  await pass(30);
  expect([page.asked, page.reloads]).toEqual([1, 0]);
});
