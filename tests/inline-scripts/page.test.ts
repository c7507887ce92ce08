import { expect, it } from "vitest";
import { pageScript } from "#app/inline-scripts/inline-scripts.ts";

/**
 * Runs the script of every page. @returns `starts`: how often it has started the framework; `gesture`: makes
 * one on the page
 */
function page(stored: Record<string, string>) {
  const heard = new Map<string, Set<(event: unknown) => void>>();
  let starts = 0;
  const element = () => ({ remove: () => {} });
  const document = {
    currentScript: { nonce: "n" },
    documentElement: { setAttribute: () => {} },
    addEventListener: (name: string, act: (event: unknown) => void) =>
      heard.set(name, (heard.get(name) ?? new Set()).add(act)),
    removeEventListener: (name: string, act: (event: unknown) => void) => heard.get(name)?.delete(act),
    querySelector: () => null,
    querySelectorAll: (selector: string) => (selector.includes("text/boot") ? [{ text: "boot()" }] : []),
    createElement: element,
    body: { appendChild: () => starts++ },
  };
  const storage = { getItem: (name: string) => stored[name] ?? null, removeItem: () => {} };
  const window = { addEventListener: () => {}, localStorage: storage, sessionStorage: storage };
  new Function("document", "window", "setTimeout", pageScript)(document, window, () => {});
  const target = { closest: () => null };
  return {
    starts: () => starts,
    gesture: (name: string) => {
      for (const act of [...(heard.get(name) ?? [])]) act({ target });
    },
  };
}

it("The framework is started once, at the first gesture, or immediately on return from the card page", () => {
  for (const [stored, atOnce] of [
    [{}, 0],
    [{ stripeRedirect: "true" }, 1],
  ] as const) {
    const shown = page(stored);
    expect(shown.starts()).toBe(atOnce);
    for (const gesture of ["pointerover", "pointerdown", "focusin"]) shown.gesture(gesture);
    expect(shown.starts()).toBe(1);
  }
});
