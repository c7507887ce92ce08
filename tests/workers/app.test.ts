import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { profiles } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { placeOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, origin, visitor } from "../support/visitor.ts";

await deliveries("off");

const nonceOf = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];

describe("The headers of every page", () => {
  it("A strict content security policy has a new nonce, which every inline script and style carries", async () => {
    const guest = visitor.signedOut();
    const pages = [await guest.get("/"), await guest.get("/sign-in"), await guest.get("/no/such/page/here")];
    for (const page of pages) {
      const policy = page.headers.get("Content-Security-Policy") ?? "";
      expect(policy).not.toContain("unsafe-inline");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self' http://stripe.test");
      expect(page.html).toContain(`nonce="${nonceOf(policy)}"`);
      const inline = [...page.html.matchAll(/<(script|style)\b([^>]*)>/g)].filter(
        // Browsers do not run data.
        (tag) => !/ src=|application\/(ld\+)?json/.test(tag[2] ?? ""),
      );
      expect(inline.length).toBeGreaterThan(0);
      for (const tag of inline) expect(tag[2]).toContain(`nonce="${nonceOf(policy)}"`);
      expect(page.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(page.headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
      expect(page.headers.get("Strict-Transport-Security")).toMatch(/^max-age=\d{8}/);
      expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
      expect(page.html).not.toMatch(/<[a-z][^>]* style=/);
    }
    expect(
      new Set(pages.map((page) => nonceOf(page.headers.get("Content-Security-Policy") ?? ""))).size,
    ).toBe(3);
  });

  it("No page loads a script before it is painted; a signed-in page then hydrates", async () => {
    const home = await visitor.signedOut().get("/");
    expect(home.html).toContain('type="text/boot"');
    expect(home.html).not.toMatch(/<(script|link)[^>]*(type="module"|rel="modulepreload")/);
    const orders = await (await visitor.signedIn()).get("/orders");
    expect(orders.html).not.toMatch(/<(script|link)[^>]*(type="module"|rel="(modulepreload|stylesheet)")/);
    expect(orders.html).toContain('Event("painted")');
    expect(home.html).not.toContain('Event("painted")');
    expect(home.headers.get("x-scripts")).toBeNull();
  });

  it("In Lite and with Save-Data no page has a framework script", async () => {
    const ann = await visitor.signedIn();
    for (const way of ["Save-Data", "the footer's switch"]) {
      if (way !== "Save-Data") ann.setCookie("lite", "1");
      for (const path of ["/", "/orders"]) {
        const page = await ann.get(path, way === "Save-Data" ? { "Save-Data": "on" } : {});
        expect(page.html).not.toMatch(/<script[^>]*(src=|type="(module|text\/boot)")/);
      }
    }
  });
});

describe("The origin check", () => {
  const post = (headers: Record<string, string>) =>
    visitor.signedOut().fetch("/sign-out", { method: "POST", headers, body: new URLSearchParams() });

  it("Pages of this site may post, by Origin or by Sec-Fetch-Site", async () => {
    expect((await post({ Origin: origin })).status).toBe(303);
    expect((await post({ "Sec-Fetch-Site": "same-origin" })).status).toBe(303);
  });

  it("Other sites' pages, a null origin, and a request without both headers are refused", async () => {
    for (const headers of [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
      {},
    ]) {
      expect((await post(headers as Record<string, string>)).status).toBe(403);
    }
  });

  it("A signed link's page accepts its form from any origin: the token is the right to act", async () => {
    const body = new URLSearchParams({ token: "unknown" });
    for (const page of ["/earnings/not-me", "/earnings/claim", "/unsubscribe"])
      for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, {}] as HeadersInit[])
        expect((await visitor.signedOut().fetch(page, { method: "POST", headers, body })).status).toBe(400);
  });
});

describe("The worker's own routes", () => {
  it("Every answer has Strict-Transport-Security and nosniff, including those that are not pages", async () => {
    const guest = visitor.signedOut();
    const answers = [
      await guest.fetch("/healthz"),
      await guest.fetch("/images/nobody"),
      await guest.fetch("/webhooks/stripe", { method: "POST" }),
      await guest.fetch("/webhooks/stripe"),
      await guest.fetch("/webhooks/mail", { method: "POST" }),
      await guest.fetch("/live", { headers: { Origin: origin } }),
    ];
    for (const answer of answers) {
      expect(answer.headers.get("Strict-Transport-Security")).toMatch(/^max-age=/);
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  it("/healthz answers ok, and 503 without detail if the database fails", async () => {
    const healthy = await visitor.signedOut().get("/healthz");
    expect([healthy.status, healthy.html]).toEqual([200, '{"ok":true}']);
    const failing = visitor.signedOut();
    failing.send = productWith({ DB: faultyDatabase(env.DB, () => true) });
    const page = await failing.get("/healthz");
    expect([page.status, page.html]).toEqual([503, '{"ok":false}']);
  });

  it("/images answers the stored width as immutable, for GET and HEAD; an unknown key answers 404", async () => {
    await env.BUCKET.put("a-cover/320.webp", "320");
    await env.BUCKET.put("a-cover/640.webp", "640");
    const guest = visitor.signedOut();
    const page = await guest.get("/images/a-cover?w=320");
    expect([page.status, page.html]).toEqual([200, "320"]);
    expect(page.headers.get("Cache-Control")).toContain("immutable");
    expect((await guest.get("/images/a-cover?w=500")).html).toBe("640");
    expect((await guest.get("/images/a-cover?w=nonsense")).status).toBe(200);
    const head = await guest.fetch("/images/a-cover?w=640", { method: "HEAD" });
    expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([200, "3", ""]);
    for (const key of ["nobody", "..%2fdev", "dev/mailbox/x"])
      expect((await guest.get(`/images/${key}?w=320`)).status).toBe(404);
  });

  it("A production worker refuses to run against the Stripe stand-in", async () => {
    expectErrorLog("not a stand-in");
    const response = await productWith({ ENVIRONMENT: "production" })(new Request(`${origin}/`));
    expect(response.status).toBe(500);
  });
});

describe("Bad input", () => {
  it("Broken percent-encoding is answered by a 400 page", async () => {
    const page = await visitor.signedOut().get("/categories/%E0%A4%A");
    expect(page.status).toBe(400);
    expect(page.text).toContain("Return to Home");
  });

  it("A POST to a page without an action shows no internals", async () => {
    const service = await gig(db);
    for (const path of ["/", "/search", `/services/s/${service.slug}`, "/categories"]) {
      const page = await visitor.signedOut().submit(path, { a: 1 });
      expect([path, page.status]).toEqual([path, 405]);
      expect(page.text).toContain("Something went wrong");
      expect(page.text).not.toContain("did not provide an");
    }
    expect((await visitor.signedOut().submit("/healthz", {})).status).toBe(405);
  });

  it("NUL never reaches a page, from an address or from a row", async () => {
    const { ann, bob, order } = await placeOrder();
    await db.update(profiles).set({ fullName: "Bob\0by" }).where(eq(profiles.id, bob.id));
    const service = await gig(db, { title: "A bowl\0" });
    for (const [guest, path] of [
      [visitor.signedOut(), "/search?q=a%00b"],
      [visitor.passingBy(), "/search?q=a%00b&min=%00"],
      [visitor.signedOut(), "/sign-in?redirectTo=%2F%00"],
      [visitor.passingBy(), "/categories/a%00b"],
      [visitor.passingBy(), `/services/s/${service.slug}`],
      [ann, `/orders/${order.id}`],
      [ann, "/orders?search=%00&status=%00"],
    ] as const)
      expect([path, (await guest.get(path)).html.includes("\0")]).toEqual([path, false]);
  });

  it("An unknown path is answered by the 404 page with its title", async () => {
    const page = await visitor.signedOut().get("/no-such-page");
    expect(page.status).toBe(404);
    for (const text of ["404", "Oops! Page not found", "Return to Home"]) expect(page.text).toContain(text);
    expect(page.title).toContain("404");
  });

  it("A bug is answered by the error screen with the request's id, and logged", async () => {
    expectErrorLog("a fault made by the test");
    const ann = await visitor.signedIn();
    ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('from "orders"')) });
    const page = await ann.submit("/orders/some-order", { intent: "cancel" });
    expect(page.status).toBe(500);
    expect(page.text).toContain("Something went wrong");
    expect(page.text).toContain("Return to Home");
    expect(page.text).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(page.text).not.toContain("D1_ERROR");
  });
});

describe("If Stripe does not answer", () => {
  it("A lost connection is tried once more with the same idempotency key, and the buyer notices nothing", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    const keys: (string | null)[] = [];
    const connected = globalThis.fetch;
    using _ = vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => {
      keys.push(new Headers(init?.headers).get("Idempotency-Key"));
      // The runtime's own error for a connection that the other side has closed.
      return keys.length === 1
        ? Promise.reject(new Error("Network connection lost."))
        : connected(address, init);
    });
    ann.send = productWith({});
    const page = await ann.submit("/orders", { gigId: service.id });
    expect(page.location).toContain("/c/pay/");
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  it("The order is kept, pending and payable, and the page says that nothing was charged", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    // In tests every fetch reaches the stand-in, so a key that it refuses plays a Stripe that does not work.
    ann.send = productWith({ STRIPE_SECRET_KEY: "not a key" });
    const page = await ann.submitAndFollow("/orders", { gigId: service.id });
    expect(page.text).toContain(
      "Failed to process payment: We couldn't open the payment page. Nothing was charged.",
    );
    expect(page.text).toContain("Complete Payment");
    ann.send = visitor.signedOut().send;
    const id = page.links.find((link) => link.startsWith("/messages?user="));
    expect(id).toBeDefined();
  });
});
