import { expect, test } from "vitest";
import { metaDescriptionOf, pageMeta } from "#app/layout/meta.ts";
import { category, gig } from "../support/factories.ts";
import { db, shop, visitor } from "../support/visitor.ts";

test("the brand follows a title that lacks it", () => {
  expect(pageMeta({ title: "Orders" })).toEqual([{ title: "Orders | Handiwork" }]);
  expect(pageMeta({ title: "Logos | Handiwork", description: "", keywords: [] })).toEqual([
    { title: "Logos | Handiwork" },
  ]);
});

test("all that a head can say", () => {
  expect(
    pageMeta({ title: "A", description: "b", keywords: ["c", "d"], canonical: "/e", noindex: true }),
  ).toEqual([
    { title: "A | Handiwork" },
    { name: "description", content: "b" },
    { name: "keywords", content: "c, d" },
    { tagName: "link", rel: "canonical", href: "/e" },
    { name: "robots", content: "noindex" },
  ]);
});

test("'Meta description falls back to the first 160 characters of the description', as one line", () => {
  expect(metaDescriptionOf(" short\n text ")).toBe("short text");
  expect(metaDescriptionOf("word ".repeat(60))).toBe("word ".repeat(32));
  expect(metaDescriptionOf("x".repeat(300))).toBe("x".repeat(160));
  expect(metaDescriptionOf("🏺".repeat(300)).isWellFormed()).toBe(true);
});

test("every page that search engines may show has a title, a description and its one address; the others say noindex", async () => {
  const marks = await category(db, "Marks and seals", ["Stamps"]);
  const stamp = await gig(db, { title: "A stamp for bread", categoryId: marks.id });
  const [stamps] = marks.subcategories;
  const pages = [
    "/",
    `/categories/${marks.slug}`,
    `/categories/${marks.slug}/${stamps?.slug}`,
    `/services/s/${stamp.slug}`,
  ];
  for (const path of pages) {
    const { html, title } = await visitor.signedOut().get(path);
    expect([path, title.includes("Handiwork")]).toEqual([path, true]);
    expect([path, /<meta name="description" content="[^"]{20,}"/.test(html)]).toEqual([path, true]);
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(canonical).toBe(shop + path);
  }
  for (const path of ["/search", "/search?q=stamp", "/sign-in", "/sign-up"]) {
    const { html, title } = await visitor.signedOut().get(path);
    expect([path, title.includes("Handiwork")]).toEqual([path, true]);
    expect(html).toContain('<meta name="robots" content="noindex"');
  }
});
