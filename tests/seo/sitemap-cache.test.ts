import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createExecutionContext } from "#tests/support/runtime.ts";
import worker from "#workers/local/app.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { db, origin, visitor } from "../support/visitor.ts";

/** A database that lists the statements about gigs and categories. */
function watched() {
  const reads: string[] = [];
  const DB = faultyDatabase(env.DB, (sql) => {
    if (/gigs|categories/.test(sql)) reads.push(sql);
    return false;
  });
  return { DB, reads };
}

it("A file that was sent completely is served from the cache, also to HEAD; one that was not is read again", async () => {
  await gig(db);
  const { DB, reads } = watched();
  const broken = await worker.fetch(
    new Request(`${origin}/sitemaps/gigs-1.xml`) as Request<unknown, IncomingRequestCfProperties>,
    { ...env, DB },
    createExecutionContext(),
  );
  await broken.body?.cancel();
  const crawler = visitor.passingBy();
  crawler.send = productWith({ DB });
  const paths = ["/sitemap.xml", "/sitemaps/catalog.xml", "/sitemaps/gigs-1.xml"];
  const first: string[] = [];
  for (const path of paths) {
    const before = reads.length;
    first.push((await crawler.get(path)).html);
    expect([path, reads.length > before]).toEqual([path, true]);
  }
  expect(first[2]).toMatch(/<\/urlset>\n$/);
  const before = reads.length;
  for (const [i, path] of paths.entries()) {
    const again = await crawler.get(`${path}?from=elsewhere`);
    expect([again.status, again.html]).toEqual([200, first[i]]);
    expect(again.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
    const head = await crawler.fetch(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  }
  expect(reads.length).toBe(before);
});

it("Files that must be read are rate-limited", async () => {
  await gig(db);
  const busy = visitor.passingBy();
  busy.send = productWith({
    APP_ORIGIN: "https://b.example",
    READ_RATE: { limit: async () => ({ success: false }) },
  });
  const page = await busy.get("/sitemaps/gigs-2.xml");
  expect([page.status, page.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(page.text).toContain("Please wait a moment");
});
