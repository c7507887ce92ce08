import { describe, expect, it } from "vitest";
import { origin, visitor } from "../support/visitor.ts";

const ann = visitor.passingBy();

describe("/robots.txt", () => {
  /** True if robots may read a path. robots.txt has only Disallow rules. */
  const open = (robots: string, path: string) =>
    [...robots.matchAll(/^Disallow: (.+)$/gm)].every(([, rule = ""]) => !path.startsWith(rule));

  it("allows public pages and those with noindex, and disallows addresses that need a session or are not pages", async () => {
    const { html, headers } = await ann.get("/robots.txt");
    expect(headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(html).toContain("User-agent: *\n");
    expect(html).toMatch(new RegExp(`^Sitemap: ${origin}/sitemap.xml$`, "m"));
    for (const path of [
      "/",
      "/categories",
      "/categories/a",
      "/contact",
      "/services/s/orders",
      "/services/sell",
      "/@live/a",
      "/images/a",
    ])
      expect([path, open(html, path)]).toEqual([path, true]);
    for (const path of ["/search", "/sign-in", "/sign-up", "/services/recent"]) {
      expect([path, open(html, path)]).toEqual([path, true]);
      expect((await ann.get(path)).html).toContain('<meta name="robots" content="noindex"');
    }
    for (const path of [
      "/orders",
      "/orders/1",
      "/dashboard",
      "/dashboard/services",
      "/earnings",
      "/messages",
      "/notices",
      "/contact/requests",
      "/contact/requests/1",
      "/offers/new",
      "/appeal/1",
      "/services/sell/receipt",
      "/payment-success",
      "/functions/create-placeholders",
      "/dev/mailbox",
      "/webhooks/stripe",
    ])
      expect([path, open(html, path)]).toEqual([path, false]);
  });
});
