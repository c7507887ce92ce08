import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { gigs, seoFaqs } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { category, gig, person } from "../support/factories.ts";
import { recordOf, recordsOf } from "../support/pages/structured-records.ts";
import { review } from "../support/reviews.ts";
import { db, origin, type Page, visitor } from "../support/visitor.ts";

const hostile = 'A </script><script>alert(1)</script> & "mark" <!--';

const seller = await person(db);
const marks = await category(db, "Marks & seals", ["Stamps"]);
const [stamps] = marks.subcategories;
if (!stamps) throw new Error("No subcategory");
const stamp = await gig(db, {
  title: hostile,
  sellerId: seller.id,
  categoryId: marks.id,
  subcategoryId: stamps.id,
  imageUrl: "/images/one",
  imageAlt: 'A "stamp" in bread',
  faqs: [
    { question: "How <big>?", answer: "As </script> you like." },
    { question: "Unanswered?", answer: " " },
  ],
});
for (let i = 0; i < 25; i++) await gig(db, { categoryId: marks.id, subcategoryId: stamps.id });
await db.insert(seoFaqs).values({
  categoryId: marks.id,
  question: "Which <b>wood</b>?",
  answer: "Pear & beech.",
  displayOrder: 1,
});

const slugRoute = `/services/s/${stamp.slug}`;
const categoryPage = `/categories/${marks.slug}`;
const subcategoryPage = `${categoryPage}/${stamps.slug}`;
const open = (path: string) => visitor.signedOut().get(path);

function unescaped(html: string): string {
  const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => signs[name] ?? "");
}

function head(page: Page): string {
  return page.html.slice(0, page.html.indexOf("</head>"));
}

/** The content of these head elements. Each occurs once. */
function told(page: Page): Record<string, string> {
  const pairs = [...head(page).matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)];
  const names = pairs.map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  return Object.fromEntries(pairs.map(([, name, content = ""]) => [name, unescaped(content)]));
}

function canonicals(page: Page): string[] {
  return [...page.html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, to = ""]) => unescaped(to));
}

describe("The canonical link of each public page is absolute and occurs once", () => {
  it.each([
    ["/?utm_source=mail", "/"],
    ["/categories?x=1", "/categories"],
    ["/categories/", "/categories"],
    [`${categoryPage}?sort=price-low&page=1&from=mail`, categoryPage],
    [`${categoryPage}?sort=price-low&page=2&from=mail`, `${categoryPage}?page=2`],
    [subcategoryPage, subcategoryPage],
    [`${subcategoryPage}?page=2`, `${subcategoryPage}?page=2`],
    [`${slugRoute}?package=pro&fbclid=1`, slugRoute],
    [`/@${seller.username}/${stamp.slug}`, slugRoute],
    ["/search", "/search"],
    ["/search?q=gig&sort=price-low&x=1", "/search?q=gig"],
    ["/services/recent?ids=a.b", "/services/recent"],
    ["/sign-in?redirectTo=%2Forders&message=x", "/sign-in"],
    ["/sign-up?x=1", "/sign-up"],
  ])("%s", async (path, canonical) => {
    const page = await open(path);
    expect([page.status, canonicals(page)]).toEqual([200, [origin + canonical]]);
    expect(head(page)).toContain('rel="canonical"');
    expect(told(page).description).toMatch(/^.{20,}/);
    expect(page.title).toContain("Handiwork");
    expect(page.html).toMatch(/^<!DOCTYPE html><html lang="en"/i);
  });

  it("A cached page has the same link as a fresh one", async () => {
    const kept = await visitor.passingBy().get(`${categoryPage}?sort=price-low&page=2&x=1`);
    expect(canonicals(kept)).toEqual([`${origin}${categoryPage}?page=2`]);
  });

  it("A missing page has no link, no share tags and no structured data", async () => {
    for (const path of ["/categories/none", `${categoryPage}/none`, "/services/s/none", "/no/such/page"]) {
      const page = await open(path);
      expect([path, page.status, canonicals(page), recordsOf(page)]).toEqual([path, 404, [], []]);
      expect(page.html).not.toContain("og:");
    }
  });

  it("A page that could not be read has none of them either", async () => {
    expectErrorLog("main read failed");
    const cut = visitor.signedOut();
    cut.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => /"package_details"|from "categories"/.test(sql)),
    });
    for (const path of ["/categories", categoryPage, slugRoute]) {
      const page = await cut.get(path);
      expect([path, page.status, canonicals(page), recordsOf(page)]).toEqual([path, 503, [], []]);
      expect(page.html).not.toContain("og:");
    }
  });
});

describe("Structured data says what the page shows", () => {
  const crumbsShown = (page: Page) =>
    [
      ...(/<nav class="crumbs"[\s\S]*?<\/nav>/.exec(page.html)?.[0] ?? "").matchAll(/<li>([\s\S]*?)<\/li>/g),
    ].map(([, item = ""]) => ({
      name: unescaped(item.replace(/<[^>]+>/g, "")),
      item: /href="([^"]*)"/.exec(item)?.[1],
    }));

  it.each([categoryPage, subcategoryPage, slugRoute, "/categories"])(
    "the breadcrumbs of %s are the ones that it shows",
    async (path) => {
      const page = await open(path);
      const shown = crumbsShown(page);
      expect(shown.length).toBeGreaterThan(1);
      expect(recordOf(page, "BreadcrumbList")?.itemListElement).toEqual(
        shown.map(({ name, item }, i) => ({
          "@type": "ListItem",
          position: i + 1,
          name,
          ...(item === undefined ? {} : { item: origin + item }),
        })),
      );
    },
  );

  it("A category with questions has a record of them", async () => {
    const page = await open(categoryPage);
    expect(page.text).toContain("Which <b>wood</b>?");
    expect(recordOf(page, "FAQPage")).toEqual({
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: [
        {
          "@type": "Question",
          name: "Which <b>wood</b>?",
          acceptedAnswer: { "@type": "Answer", text: "Pear & beech." },
        },
      ],
    });
    expect(recordOf(await open(subcategoryPage), "FAQPage")).toBeUndefined();
  });

  it("A service has a record of its answered questions, and hostile text cannot end the script", async () => {
    const page = await open(slugRoute);
    expect(page.html).not.toContain("<script>alert(1)");
    expect(recordsOf(page).map((record) => record["@type"])).toEqual([
      "Product",
      "BreadcrumbList",
      "FAQPage",
    ]);
    expect(recordOf(page, "Product")?.name).toBe(hostile);
    expect(recordOf(page, "FAQPage")?.mainEntity).toEqual([
      {
        "@type": "Question",
        name: "How <big>?",
        acceptedAnswer: { "@type": "Answer", text: "As </script> you like." },
      },
    ]);
  });

  it("A service's rating counts its verified reviews", async () => {
    const rated = await gig(db, { categoryId: marks.id });
    expect(recordOf(await open(`/services/s/${rated.slug}`), "Product")).not.toHaveProperty(
      "aggregateRating",
    );
    await review(db, rated, { rating: 4 });
    expect(recordOf(await open(`/services/s/${rated.slug}`), "Product")?.aggregateRating).toEqual({
      "@type": "AggregateRating",
      ratingValue: "4.0",
      reviewCount: 1,
    });
  });

  it("Home names the organisation and the address of its search, which works", async () => {
    const page = await open("/");
    const organization = recordOf(page, "Organization");
    expect(organization).toMatchObject({ name: "Handiwork", url: `${origin}/` });
    expect(organization?.sameAs).toEqual(page.links.filter((to) => /^https:/.test(to)));
    expect(recordOf(page, "WebSite")?.potentialAction).toEqual({
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}/search?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    });
    expect((await open("/search?q=bread")).text).toContain("“bread”");
  });

  it("Structured data is at the end of the page, and pages with noindex have none", async () => {
    for (const path of ["/", "/categories", categoryPage, subcategoryPage, slugRoute]) {
      const { html } = await open(path);
      const main = html.slice(html.indexOf('id="main"'), html.indexOf("</main>"));
      const before = main.slice(0, main.indexOf('<script type="application/ld+json"'));
      const after = main.slice(before.length).replace(/<script type[\s\S]*?<\/script>/g, "");
      expect([path, after.replace(/<[^>]+>/g, "").trim()]).toEqual([path, ""]);
    }
    for (const path of ["/search?q=gig", "/sign-in", "/sign-up", "/services/recent"])
      expect([path, recordsOf(await open(path))]).toEqual([path, []]);
  });
});

describe("Open Graph tags of a shared link", () => {
  it("A service has its picture, its title and the start of its description", async () => {
    await db
      .update(gigs)
      .set({ description: `Cut by hand. ${"word ".repeat(60)}` })
      .where(eq(gigs.id, stamp.id));
    const page = await open(slugRoute);
    expect(told(page)).toMatchObject({
      "og:site_name": "Handiwork",
      "og:type": "product",
      "og:title": hostile,
      "og:description": `Cut by hand. ${"word ".repeat(29).trim()}…`,
      "og:url": origin + slugRoute,
      "og:image": `${origin}/images/one?w=960`,
      "og:image:width": "960",
      "og:image:height": "720",
      "og:image:alt": 'A "stamp" in bread',
      "twitter:card": "summary_large_image",
    });
    expect(told(page).description).toHaveLength(160);
  });

  it("A service without a picture, and any other page, has the picture of the site", async () => {
    const plain = await gig(db, { categoryId: marks.id });
    for (const path of [`/services/s/${plain.slug}`, "/", "/categories", categoryPage, subcategoryPage]) {
      const page = await open(path);
      expect(told(page)).toMatchObject({
        "og:type": path.startsWith("/services") ? "product" : "website",
        "og:url": canonicals(page)[0],
        "og:image": `${origin}/share.png`,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": expect.stringContaining("Good work"),
      });
    }
    const picture = await env.ASSETS.fetch(`${origin}/share.png`);
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    const file = new DataView(await picture.arrayBuffer());
    expect([file.getUint32(16), file.getUint32(20)]).toEqual([1200, 630]);
    expect(file.byteLength).toBeLessThan(80 * 1024);
  });

  it("Pages with noindex have no such tags", async () => {
    for (const path of ["/search?q=gig", "/sign-in", "/sign-up", "/services/recent"])
      expect((await open(path)).html).not.toContain("og:");
  });
});
