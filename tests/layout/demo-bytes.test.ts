import { env } from "cloudflare:workers";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { demoMarket } from "../support/demo/market.ts";
import { db, origin, visitor } from "../support/visitor.ts";

/** docs/specification.md#byte-budgets. In bytes. */
const limits = { brotli: 14_336, gzip: 16_384 };

await demoMarket(db);
const guest = visitor.passingBy();
const search = "/search?q=logo";
const gig = /href="(\/services\/s\/[^"?#]+)"/.exec((await guest.get(search)).html)?.[1] ?? "";

it.each(["/", "/categories/graphics-design", search, gig])(
  "All of %s on the demo market fits the first flight of a browser that takes brotli",
  async (path) => {
    const { html } = await guest.get(path);
    expect(html.match(/<img class="ph/g)?.length).toBeGreaterThan(0);
    const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    expect(brotli.byteLength).toBeLessThanOrEqual(limits.brotli);
    expect(gzipSync(html, { level: 6 }).byteLength).toBeLessThanOrEqual(limits.gzip);
  },
);

it("A page holds the styles that it shows; the whole stylesheets come with its scripts", async () => {
  const { html } = await guest.get("/categories/graphics-design");
  const styles = /<style id="css"[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  expect(styles).toContain(".card{");
  expect(styles).not.toMatch(/\.(toast|lost|sk|topics|filters)\b/);
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
