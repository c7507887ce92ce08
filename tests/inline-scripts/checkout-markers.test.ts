import { describe, expect, it } from "vitest";
import { checkoutMarkers } from "#app/inline-scripts/inline-scripts.ts";
import { isPreviousPageOurs } from "#app/payments/payment.ts";

describe("checkout markers", () => {
  /** A page that runs the script, with its local storage. */
  function page(options: { clears?: boolean; typed?: boolean; stored?: Record<string, string> } = {}) {
    const stored = new Map(Object.entries(options.stored ?? {}));
    const heard = new Map<string, (event: unknown) => void>();
    const overlays: string[] = [];
    const seen = {
      stored,
      overlays,
      reloads: 0,
      say: (name: string, event: unknown) => heard.get(name)?.(event),
    };
    const listens = {
      addEventListener: (name: string, act: (event: unknown) => void) => heard.set(name, act),
    };
    const document = {
      ...listens,
      visibilityState: "visible",
      querySelector: () => (options.clears ? {} : null),
      querySelectorAll: () => (options.typed ? [{ type: "text", value: "a", defaultValue: "" }] : []),
      createElement: (name: string) => ({
        setAttribute: () => {},
        appendChild: () => {},
        set textContent(text: string) {
          if (name === "div") overlays.push(text);
        },
      }),
      body: { appendChild: () => {} },
    };
    const window = {
      ...listens,
      location: { reload: () => seen.reloads++ },
      localStorage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: unknown) => stored.set(name, String(value)),
        removeItem: (name: string) => stored.delete(name),
      },
    };
    new Function("document", "window", checkoutMarkers)(document, window);
    return seen;
  }
  const order = { dataset: {}, elements: { token: {}, gigId: { value: "g1" }, package: { value: "pro" } } };
  const underway = () => ({ stripeRedirect: "true", lastVisitTimestamp: String(Date.now() - 60_000) });
  const welcome = "Welcome back! Processing your payment...";

  it("An order form and 'Complete Payment' write four markers; a search form writes none", () => {
    const browser = page();
    browser.say("submit", { target: { dataset: {}, elements: {} } });
    browser.say("submit", { target: order, submitter: { formMethod: "dialog" } });
    expect([...browser.stored]).toEqual([]);
    browser.say("submit", { target: order, submitter: { formMethod: "post" } });
    expect(Object.fromEntries(browser.stored)).toEqual({
      stripeRedirect: "true",
      checkoutServiceId: "g1",
      checkoutPackage: "pro",
      lastVisitTimestamp: expect.stringMatching(/^\d{13}$/),
    });
    // A button in the package comparison orders its own package.
    const compared = page();
    const formAction = "https://shop.test/orders?package=elite";
    compared.say("submit", { target: order, submitter: { formMethod: "post", formAction } });
    expect(compared.stored.get("checkoutPackage")).toBe("elite");
    const dashboard = page();
    dashboard.say("submit", { target: { dataset: { checkout: "g2", package: "elite" }, elements: {} } });
    expect([dashboard.stored.get("checkoutServiceId"), dashboard.stored.get("checkoutPackage")]).toEqual([
      "g2",
      "elite",
    ]);
  });

  it("The form of the registration fee writes the markers that name no service; saving it for later writes none", () => {
    const browser = page();
    const form = { dataset: { checkout: "" }, elements: {} };
    browser.say("submit", { target: form, submitter: { value: "save" } });
    expect([...browser.stored]).toEqual([]);
    browser.say("submit", { target: form, submitter: { value: "submit" }, defaultPrevented: true });
    expect([...browser.stored.keys()]).toEqual(["stripeRedirect", "lastVisitTimestamp"]);
  });

  it("An error screen clears the markers and shows no welcome", () => {
    const ended = page({ clears: true, stored: underway() });
    expect([ended.stored.size, ended.overlays]).toEqual([0, []]);
  });

  it("'Try Again' on the payment-canceled page returns to a page of the product, never to the card page", () => {
    const ours = "https://handiwork.test";
    const isOurs = (state: unknown, from: string) => isPreviousPageOurs(state, from, ours);
    expect(isOurs({ idx: 2 }, "https://checkout.stripe.com/")).toBe(true);
    expect(isOurs({ idx: 0 }, `${ours}/orders/1`)).toBe(true);
    for (const from of ["", "https://checkout.stripe.com/", `${ours}.evil.test/`])
      expect([isOurs({ idx: 0 }, from), isOurs(null, from)]).toEqual([false, false]);
  });

  it("Any other page shows the welcome once, and not after an hour", () => {
    const back = page({ stored: underway() });
    expect([back.overlays, back.stored.size]).toEqual([[welcome], 0]);
    const late = page({ stored: { ...underway(), lastVisitTimestamp: "1" } });
    expect([late.overlays, late.stored.size]).toEqual([[], 0]);
  });

  it("A page from the back/forward cache, or in a tab that becomes visible, is reloaded, unless it has typed input or is being left", () => {
    for (const [name, event] of [
      ["pageshow", { persisted: true }],
      ["visibilitychange", {}],
    ] as const) {
      const plain = page();
      const typed = page({ typed: true });
      for (const one of [plain, typed]) {
        for (const [key, value] of Object.entries(underway())) one.stored.set(key, value);
        one.say(name, event);
      }
      expect([plain.reloads, plain.overlays, typed.reloads, typed.overlays]).toEqual([1, [], 0, [welcome]]);
    }
    const leaving = page();
    leaving.say("submit", { target: order });
    leaving.say("visibilitychange", {});
    expect([leaving.reloads, leaving.overlays]).toEqual([0, []]);
  });
});
