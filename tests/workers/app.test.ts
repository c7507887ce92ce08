import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { db, shop, visitor } from "../support/visitor.ts";

const nonceOf = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];

describe("the headers of every page", () => {
  it("a strict policy with a fresh nonce that the page's inline script and style carry", async () => {
    const who = visitor.signedOut();
    const pages = [await who.get("/"), await who.get("/sign-in"), await who.get("/no/such/page/here")];
    for (const page of pages) {
      const policy = page.headers.get("Content-Security-Policy") ?? "";
      expect(policy).not.toContain("unsafe-inline");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self' http://stripe.test");
      expect(page.html).toContain(`nonce="${nonceOf(policy)}"`);
      const inline = [...page.html.matchAll(/<(script|style)\b([^>]*)>/g)].filter(
        // Structured data is no script that a browser runs.
        (tag) => !/ src=|application\/ld\+json/.test(tag[2] ?? ""),
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

  it("a public page has no script that loads by itself; a desk page hydrates at once", async () => {
    const home = await visitor.signedOut().get("/");
    expect(home.html).toContain('type="text/boot"');
    expect(home.html).not.toMatch(/<(script|link)[^>]*(type="module"|rel="modulepreload")/);
    const desk = await (await visitor.signedIn()).get("/orders");
    expect(desk.html).toMatch(/type="module"/);
    expect(home.headers.get("x-scripts")).toBeNull();
  });

  it("in Lite and under Save-Data no framework script is on any page", async () => {
    const ann = await visitor.signedIn();
    for (const asked of ["Save-Data", "the footer's switch"]) {
      if (asked !== "Save-Data") ann.setCookie("lite", "1");
      for (const path of ["/", "/orders"]) {
        const page = await ann.get(path, asked === "Save-Data" ? { "Save-Data": "on" } : {});
        expect(page.html).not.toMatch(/<script[^>]*(src=|type="(module|text\/boot)")/);
      }
    }
  });
});

describe("the origin check", () => {
  const post = (headers: Record<string, string>) =>
    visitor.signedOut().fetch("/sign-out", { method: "POST", headers, body: new URLSearchParams() });

  it("lets our own pages post, by Origin or by Sec-Fetch-Site", async () => {
    expect((await post({ Origin: shop })).status).toBe(303);
    expect((await post({ "Sec-Fetch-Site": "same-origin" })).status).toBe(303);
  });

  it("refuses strangers' pages, a null origin, and silence", async () => {
    for (const headers of [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
      {},
    ]) {
      expect((await post(headers as Record<string, string>)).status).toBe(403);
    }
    const put = await visitor
      .signedOut()
      .fetch("/orders", { method: "PUT", headers: { Origin: "https://evil.example" } });
    expect(put.status).toBe(403);
  });
});

describe("the worker's own routes", () => {
  it("every answer is told to stay with https and its type, a page or not", async () => {
    const who = visitor.signedOut();
    const answers = [
      await who.fetch("/healthz"),
      await who.fetch("/images/nobody"),
      await who.fetch("/webhooks/stripe", { method: "POST" }),
      await who.fetch("/webhooks/stripe"),
      await who.fetch("/live", { headers: { Origin: shop } }),
    ];
    for (const answer of answers) {
      expect(answer.headers.get("Strict-Transport-Security")).toMatch(/^max-age=/);
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  it("/healthz answers ok, and 503 without detail when the database does not", async () => {
    const well = await visitor.signedOut().get("/healthz");
    expect([well.status, well.html]).toEqual([200, '{"ok":true}']);
    const ill = visitor.signedOut();
    ill.door = shopWith({ DB: faultyDatabase(env.DB, () => true) });
    const page = await ill.get("/healthz");
    expect([page.status, page.html]).toEqual([503, '{"ok":false}']);
  });

  it("/images answers the stored width, immutable, also to HEAD; an unknown key is a 404", async () => {
    await env.BUCKET.put("a-cover/320.webp", "320");
    await env.BUCKET.put("a-cover/640.webp", "640");
    const who = visitor.signedOut();
    const page = await who.get("/images/a-cover?w=320");
    expect([page.status, page.html]).toEqual([200, "320"]);
    expect(page.headers.get("Cache-Control")).toContain("immutable");
    expect((await who.get("/images/a-cover?w=500")).html).toBe("640");
    expect((await who.get("/images/a-cover?w=nonsense")).status).toBe(200);
    const head = await who.fetch("/images/a-cover?w=640", { method: "HEAD" });
    expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([200, "3", ""]);
    for (const key of ["nobody", "..%2fdev", "dev/mailbox/x"])
      expect((await who.get(`/images/${key}?w=320`)).status).toBe(404);
  });

  it("the local addresses are the ordinary 404 in production and for any other host", async () => {
    const { default: worker } = await import("#workers/app.ts");
    const live = { ...env, ENVIRONMENT: "production", STRIPE_API: "https://api.stripe.com" } as const;
    for (const [path, method] of [
      ["/dev/mailbox", "GET"],
      ["/dev/mailbox.json", "GET"],
      ["/dev/sweep", "POST"],
      ["/dev/clock", "POST"],
    ]) {
      for (const [bindings, host] of [
        [live, shop],
        [env, "http://shop.example"],
      ] as const) {
        const request = new Request(`${host}${path}`, {
          method,
          headers: { Host: new URL(host).host, Origin: host },
        });
        const response = await shopWith(bindings)(request);
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.text()).toContain("Oops! Page not found");
      }
    }
    expect(worker).toBeDefined();
  });

  it("refuses to work in production against a stand-in", async () => {
    expectErrorLog("not to a stand-in");
    const response = await shopWith({ ENVIRONMENT: "production" })(new Request(`${shop}/`));
    expect(response.status).toBe(500);
  });

  it("the sweep runs twice and changes nothing more", async () => {
    const sweep = async () => (await visitor.signedOut().fetch("/dev/sweep", { method: "POST" })).json();
    await sweep();
    expect(await sweep()).toEqual({
      webhooks: 0,
      checkouts: 0,
      deadlines: 0,
      reconciliation: 0,
      refunds: 0,
      reminders: 0,
      limits: 0,
      mails: 0,
      pictures: 0,
    });
  });

  it("the clock moves forward only, and the stand-in's with it", async () => {
    const clock = (body: unknown) =>
      visitor.signedOut().fetch("/dev/clock", { method: "POST", body: JSON.stringify(body) });
    expect((await clock({ advance: -5 })).status).toBe(400);
    expect((await clock("x")).status).toBe(400);
    const moved: { now: string } = await (await clock({ advance: 3600 })).json();
    expect(Date.parse(moved.now) - Date.now()).toBeGreaterThan(3_590_000);
  });
});

describe("what bad input gets", () => {
  it("broken percent-encoding is a 400 page", async () => {
    const page = await visitor.signedOut().get("/categories/%E0%A4%A");
    expect(page.status).toBe(400);
    expect(page.text).toContain("Return to Home");
  });

  it("a post to a page that takes none shows nothing of our insides", async () => {
    const service = await gig(db);
    for (const path of ["/", "/search", `/services/s/${service.slug}`, "/dashboard"]) {
      const page = await visitor.signedOut().submit(path, { a: 1 });
      expect([path, page.status]).toEqual([path, 405]);
      expect(page.text).toContain("Something went wrong");
      expect(page.text).not.toContain("did not provide an");
    }
    expect((await visitor.signedOut().submit("/healthz", {})).status).toBe(404);
  });

  it("an unknown path is the specification's 404 with its title", async () => {
    const page = await visitor.signedOut().get("/no-such-page");
    expect(page.status).toBe(404);
    for (const words of ["404", "Oops! Page not found", "Return to Home"]) expect(page.text).toContain(words);
    expect(page.title).toContain("404");
  });

  it("a bug reaches the error screen with the request's id, and the log", async () => {
    expectErrorLog("a fault made by the test");
    const service = await gig(db);
    const ann = await visitor.signedIn();
    ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "orders"')) });
    const page = await ann.submit("/orders", { gigId: service.id });
    expect(page.status).toBe(500);
    expect(page.text).toContain("Something went wrong");
    expect(page.text).toContain("Return to Home");
    expect(page.text).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(page.text).not.toContain("D1_ERROR");
  });

  it("'Failed to load your purchase orders' and 'Failed to load your selling orders' are 503 with header, footer and Try Again", async () => {
    const ann = await visitor.signedIn();
    ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('from "orders"')) });
    for (const [path, sentence] of [
      ["/orders", "Failed to load your purchase orders"],
      ["/orders?tab=selling", "Failed to load your selling orders"],
    ] as const) {
      expectErrorLog("main read failed");
      const page = await ann.get(path);
      expect([page.status, page.text.includes(sentence), page.text.includes("Try Again")]).toEqual([
        503,
        true,
        true,
      ]);
      expect(page.links).toContain("/messages");
    }
  });

  it("'Failed to load conversations' is a 503", async () => {
    expectErrorLog("conversations not read");
    const ann = await visitor.signedIn();
    ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('"last_message"')) });
    const page = await ann.get("/messages");
    expect([page.status, page.text.includes("Failed to load conversations")]).toEqual([503, true]);
  });
});

describe("Stripe does not answer", () => {
  it("'Failed to process payment' with a sentence; the order is kept, pending and payable", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    ann.door = shopWith({ STRIPE_API: "http://127.0.0.1:9" });
    // Whatever the product fetches reaches the stand-in here; a key that it refuses stands for a Stripe that says no.
    ann.door = shopWith({ STRIPE_SECRET_KEY: "not a key" });
    const page = await ann.submitAndFollow("/orders", { gigId: service.id });
    expect(page.text).toContain(
      "Failed to process payment: The payment page could not be opened. Nothing was charged.",
    );
    expect(page.text).toContain("Complete Payment");
    ann.door = visitor.signedOut().door;
    const id = page.links.find((link) => link.startsWith("/messages?user="));
    expect(id).toBeDefined();
  });
});
