import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { demoMarket } from "../support/demo/market.ts";
import { db, origin, visitor } from "../support/visitor.ts";

await demoMarket(db);
const guest = visitor.passingBy();

it("A page holds the styles that it shows; the whole stylesheets come with its scripts", async () => {
  const { html } = await guest.get("/categories/graphics-design");
  const styles = /<style id="css"[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  expect(styles).toContain(".card{");
  expect(styles).not.toMatch(/\.(lost|sk|topics|filters)\b/);
  const links = [...html.matchAll(/<link rel="later" href="([^"]+)"/g)].map(([, href = ""]) => href);
  const whole = await Promise.all(
    links.map(async (href) => (await env.ASSETS.fetch(new URL(href, origin))).text()),
  );
  expect(whole).toHaveLength(2);
  for (const part of [".toast{", ".lost{", ".sk{", ".topics", ".g31{"])
    expect(whole.join("")).toContain(part);
});

it("In Lite, too, a page holds only the styles that it shows, and requests no others", async () => {
  const lite = visitor.passingBy();
  lite.setCookie("lite", "1");
  const { html } = await lite.get("/no/such/page");
  expect(html).toMatch(/\.lost[{>]/);
  expect(html).not.toMatch(/\.card\{|rel="(later|stylesheet)"/);
});
