import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { gigs } from "#drizzle/schema.ts";
import { createExecutionContext } from "#tests/support/runtime.ts";
import worker from "#workers/local/app.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { category, gig } from "../support/factories.ts";
import { forgetSitemaps } from "../support/pages/sitemap-cache.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

const ann = visitor.passingBy();
// Waits for the work after the response, so that the file is in the cache and `forgetSitemaps` can remove it.
ann.send = productWith({});

/** The addresses of a file in their order, as an XML parser reads them. */
async function addresses(path: string, crawler: Visitor = ann): Promise<string[]> {
  await forgetSitemaps();
  const { status, html, headers } = await crawler.get(path);
  expect([path, status]).toEqual([path, 200]);
  expect(headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  expect(html).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<(urlset|sitemapindex) xmlns="[^"]+">\n/);
  expect(html).toMatch(/\n<\/(urlset|sitemapindex)>\n$/);
  return [...html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = ""]) => loc.replaceAll("&amp;", "&"));
}

/** A listed gig with this number. */
async function numbered(number: number, options: Parameters<typeof gig>[1] = {}) {
  const made = await gig(db, options);
  // The number is the row id, which otherwise only a market of that size would reach.
  await db.update(gigs).set({ number }).where(eq(gigs.id, made.id));
  return made;
}

/** Listed gigs with the numbers `from` to `to`, in one statement. */
async function many(from: number, to: number): Promise<void> {
  const { sellerId, categoryId } = await gig(db, { listed: false });
  await env.DB.prepare(
    `with recursive numbers(number) as (select cast(?1 as integer) union all select number + 1 from numbers where number < ?2)
     insert into gigs (number, id, slug, title, description, price_cents, delivery_time, revisions, features, further_images, faqs,
       seller_id, category_id, questions, listed, created_at, updated_at)
     select number, 'id-' || number, 'gig-' || number, 'Gig ' || number, 'A piece of work', 8000, 3, 1, '[]', '[]', '[]', ?3, ?4, '[]', 1, number, number
     from numbers`,
  )
    .bind(from, to, sellerId, categoryId)
    .run();
}

/** A visitor whose database records the SQL and the values of each statement. */
function watched(fault: (sql: string, values: unknown[]) => boolean = () => false) {
  const asked: { sql: string; values: unknown[] }[] = [];
  const DB = faultyDatabase(env.DB, (sql, values) => {
    asked.push({ sql, values });
    return fault(sql, values);
  });
  const files = () => asked.filter(({ sql }) => sql.includes('select "number", "slug"'));
  return { DB, files };
}

/** The worker's response with an unread body. */
function unread(path: string, { DB = env.DB, method = "GET" }): Promise<Response> {
  const request = new Request(origin + path, { method });
  return worker.fetch(
    request as Request<unknown, IncomingRequestCfProperties>,
    { ...env, DB },
    createExecutionContext(),
  );
}

beforeEach(async () => {
  await forgetSitemaps();
  await db.delete(gigs);
});

describe("/sitemap.xml", () => {
  it("lists the catalogue and the files with gigs, with the origin of this deployment", async () => {
    expect(await addresses("/sitemap.xml")).toEqual([`${origin}/sitemaps/catalog.xml`]);
    await numbered(50_000);
    await numbered(120_001, { listed: false });
    await numbered(200_001);
    expect(await addresses("/sitemap.xml")).toEqual([
      `${origin}/sitemaps/catalog.xml`,
      `${origin}/sitemaps/gigs-1.xml`,
      `${origin}/sitemaps/gigs-5.xml`,
    ]);
  });

  it("reads one or two rows for each file", async () => {
    await many(1, 3000);
    await many(50_001, 53_000);
    const measured = measuredDatabase(env.DB);
    const reader = visitor.passingBy();
    reader.send = productWith({ DB: measured.database });
    expect(await addresses("/sitemap.xml", reader)).toHaveLength(3);
    expect(measured.read()).toBeLessThan(20);
  });

  it("uses APP_ORIGIN in production, whatever the requested host", async () => {
    await numbered(1);
    const far = visitor.passingBy();
    far.send = productWith({
      ENVIRONMENT: "production",
      STRIPE_API: "https://api.stripe.com",
      APP_ORIGIN: "https://handiwork.example",
    });
    for (const path of ["/sitemap.xml", "/sitemaps/catalog.xml", "/sitemaps/gigs-1.xml"])
      for (const address of await addresses(path, far))
        expect(address).toMatch(/^https:\/\/handiwork\.example\//);
    expect((await far.get("/robots.txt")).html).toContain("Sitemap: https://handiwork.example/sitemap.xml");
  });
});

describe("the files of gigs", () => {
  it("contain exactly the listed gigs, at their final addresses with the time of the last change", async () => {
    const one = await numbered(7, { title: "A stamp for bread" });
    const two = await numbered(9, { title: "Brotstempel für Größe & Würde" });
    const hidden = await numbered(8, { listed: false });
    await db
      .update(gigs)
      .set({ updatedAt: Date.UTC(2026, 1, 3, 4, 5, 6) })
      .where(eq(gigs.id, one.id));
    const { html } = await ann.get("/sitemaps/gigs-1.xml");
    expect(await addresses("/sitemaps/gigs-1.xml")).toEqual(
      [one, two].map(({ slug }) => `${origin}/services/s/${encodeURIComponent(slug)}`),
    );
    expect(html).toContain(`${one.slug}</loc><lastmod>2026-02-03T04:05:06.000Z</lastmod>`);
    expect(html).not.toContain(hidden.slug);
    expect(html).not.toContain("größe");
  });

  it("do not contain a gig that is no longer listed", async () => {
    const one = await numbered(1);
    await numbered(2);
    await db.update(gigs).set({ listed: false }).where(eq(gigs.id, one.id));
    expect(await addresses("/sitemaps/gigs-1.xml")).toHaveLength(1);
  });

  it("contain 50,000 numbers each: gig 50,000 ends the first file, gig 50,001 starts the second", async () => {
    const last = await numbered(50_000);
    const first = await numbered(50_001);
    expect(await addresses("/sitemaps/gigs-1.xml")).toEqual([`${origin}/services/s/${last.slug}`]);
    expect(await addresses("/sitemaps/gigs-2.xml")).toEqual([`${origin}/services/s/${first.slug}`]);
  });

  it("escape the special characters of XML in a slug", async () => {
    const odd = await numbered(1);
    await db.update(gigs).set({ slug: "a<b>&\"c'" }).where(eq(gigs.id, odd.id));
    const { html } = await ann.get("/sitemaps/gigs-1.xml");
    expect(html).toContain(`<loc>${origin}/services/s/a%3Cb%3E%26%22c'</loc>`);
  });

  it("answer 404 without a gig, and under any other name", async () => {
    await numbered(50_001);
    for (const path of [
      "/sitemaps/gigs-1.xml",
      "/sitemaps/gigs-3.xml",
      "/sitemaps/gigs-0.xml",
      "/sitemaps/gigs-02.xml",
      "/sitemaps/gigs-99999999999999999999.xml",
      "/sitemaps/gigs-a.xml",
      "/sitemaps/",
    ]) {
      const page = await ann.get(path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.text).toContain("Oops! Page not found");
    }
  });

  it("are complete for many gigs, and read in parts, each from the end of the previous one", async () => {
    await many(1, 6000);
    const measured = measuredDatabase(env.DB);
    const { DB, files } = watched();
    const reader = visitor.passingBy();
    reader.send = productWith({ DB });
    const found = await addresses("/sitemaps/gigs-1.xml", reader);
    expect(found).toHaveLength(6000);
    expect(new Set(found).size).toBe(6000);
    expect(found.at(-1)).toBe(`${origin}/services/s/gig-6000`);
    expect(files().map(({ values }) => values)).toEqual([
      [1, 0, 50_000, 2500],
      [1, 2500, 50_000, 2500],
      [1, 5000, 50_000, 2500],
    ]);
    reader.send = productWith({ DB: measured.database });
    await addresses("/sitemaps/gigs-1.xml", reader);
    expect(measured.read()).toBeLessThan(6100);
  });

  it("end when the gigs fill the last read exactly", async () => {
    await many(1, 2500);
    expect(await addresses("/sitemaps/gigs-1.xml")).toHaveLength(2500);
  });

  it("are read no faster than the client reads, and no further after it stops", async () => {
    await many(1, 6000);
    const { DB, files } = watched();
    const response = await unread("/sitemaps/gigs-1.xml", { DB });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(files()).toHaveLength(1);
    await reader?.read();
    expect(files()).toHaveLength(2);
    await reader?.cancel();
    expect(files()).toHaveLength(2);
  });

  it("abort when a read fails, so that no client takes a part for the whole file", async () => {
    expectErrorLog("main read failed");
    await many(1, 3000);
    const { DB } = watched((_, values) => values[1] === 2500);
    const response = await unread("/sitemaps/gigs-1.xml", { DB });
    expect(response.status).toBe(200);
    const got: string[] = [];
    const whole = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: (part) => void got.push(part) }));
    await expect(whole).rejects.toThrow("could not be read to its end");
    expect(got.join("")).toContain("gig-2500</loc>");
    expect(got.join("")).not.toContain("</urlset>");
  });
});

it("The catalogue's file contains home, the category index, each category and subcategory, and the other pages that are built", async () => {
  const pottery = await category(db, "Pottery & clay", ["Bowls"]);
  const found = await addresses("/sitemaps/catalog.xml");
  expect(found.slice(0, 2)).toEqual([`${origin}/`, `${origin}/categories`]);
  expect(found).toContain(`${origin}/categories/${pottery.slug}`);
  expect(found).toContain(`${origin}/categories/${pottery.slug}/${pottery.subcategories[0]?.slug}`);
  expect(new Set(found).size).toBe(found.length);
  for (const address of found) {
    const page = await ann.get(address.slice(origin.length));
    expect([address, page.status]).toEqual([address, 200]);
    expect(page.html).toContain(`<link rel="canonical" href="${address}"`);
    expect(page.html).not.toContain('content="noindex"');
  }
});

describe("Every sitemap file", () => {
  const paths = ["/robots.txt", "/sitemap.xml", "/sitemaps/catalog.xml", "/sitemaps/gigs-1.xml"];

  it("may be cached for an hour by any cache, and sets no cookie", async () => {
    await numbered(1);
    const bea = await visitor.signedIn();
    for (const path of paths) {
      const page = await bea.get(path);
      expect([path, page.headers.get("Cache-Control")]).toEqual([path, "public, max-age=3600"]);
      expect(page.headers.get("Set-Cookie")).toBeNull();
    }
  });

  it("answers HEAD like GET, without the body", async () => {
    await numbered(1);
    for (const path of paths) {
      const response = await unread(path, { method: "HEAD" });
      const { headers } = await ann.get(path);
      expect([path, response.status, response.body]).toEqual([path, 200, null]);
      expect(response.headers.get("Content-Type")).toBe(headers.get("Content-Type"));
    }
    expect((await ann.fetch("/sitemaps/gigs-9.xml", { method: "HEAD" })).status).toBe(404);
  });

  it("answers 503, not to be cached, when its first read fails", async () => {
    expectErrorLog("main read failed");
    const cut = visitor.passingBy();
    cut.send = productWith({ DB: faultyDatabase(env.DB, (sql) => /"?(gigs|categories)"?/.test(sql)) });
    for (const path of paths.slice(1)) {
      const page = await cut.get(path);
      expect([path, page.status]).toEqual([path, 503]);
      expect([page.headers.get("Cache-Control"), page.headers.get("Retry-After")]).toEqual(["no-store", "5"]);
      expect(page.html).not.toContain("D1_ERROR");
    }
    expect((await cut.get("/robots.txt")).status).toBe(200);
  });
});
