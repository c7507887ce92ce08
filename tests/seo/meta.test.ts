import { expect, test } from "vitest";
import { metaDescriptionOf, pageMeta } from "#app/seo/meta.ts";
import { category, gig } from "../support/factories.ts";
import { db, origin, visitor } from "../support/visitor.ts";

test("The brand is appended to a title that does not contain it", () => {
  expect(pageMeta({ title: "Orders" })).toEqual([{ title: "Orders | Handiwork" }]);
  expect(pageMeta({ title: "Logos | Handiwork", description: "", keywords: [] })).toEqual([
    { title: "Logos | Handiwork" },
  ]);
});

test("A page gets every tag of its properties, but no link preview if it is noindex", () => {
  const page = { title: "A", description: "b", keywords: ["c", "d"], path: "/e?page=2" };
  const picture = { path: "/f?w=960", width: 960, height: 720, alt: "g" };
  const matches = [{ id: "root", data: { origin: "https://shop.example" } }, { id: "a" }];
  const head = [
    { title: "A | Handiwork" },
    { name: "description", content: "b" },
    { name: "keywords", content: "c, d" },
  ];
  const canonical = { tagName: "link", rel: "canonical", href: "https://shop.example/e?page=2" };
  expect(pageMeta({ ...page, noindex: true }, matches)).toEqual([
    ...head,
    { name: "robots", content: "noindex" },
    canonical,
  ]);
  expect(pageMeta({ ...page, type: "product", picture }, matches)).toEqual([
    ...head,
    canonical,
    { property: "og:site_name", content: "Handiwork" },
    { property: "og:type", content: "product" },
    { property: "og:title", content: "A" },
    { property: "og:description", content: "b" },
    { property: "og:url", content: "https://shop.example/e?page=2" },
    { property: "og:image", content: "https://shop.example/f?w=960" },
    { property: "og:image:width", content: "960" },
    { property: "og:image:height", content: "720" },
    { property: "og:image:alt", content: "g" },
    { name: "twitter:card", content: "summary_large_image" },
  ]);
});

test("Without the data of the root there is no canonical address", () => {
  expect(pageMeta({ title: "A", path: "/e" }, [{ id: "root", data: undefined }])).toEqual([
    { title: "A | Handiwork" },
  ]);
});

test("A link preview cuts a text of 160 characters or more after a whole word", () => {
  const preview = (description: string) =>
    pageMeta({ title: "A", description, path: "/" }, [{ id: "root", data: { origin: "https://a" } }]).find(
      (tag) => "property" in tag && tag.property === "og:description",
    );
  const content = (text: string) => ({ property: "og:description", content: text });
  expect(preview("All of it, with a mark.")).toEqual(content("All of it, with a mark."));
  expect(preview(metaDescriptionOf(`${"word ".repeat(30)}and, something long`))).toEqual(
    content(`${"word ".repeat(30)}and…`),
  );
  expect(preview("x".repeat(300))).toEqual(content(`${"x".repeat(159)}…`));
  expect(preview(`${"word ".repeat(60)}`)).toEqual(content(`${"word ".repeat(31).trim()}…`));
});

test("'Meta description falls back to the first 160 characters of the description', as one line", () => {
  expect(metaDescriptionOf(" short\n text ")).toBe("short text");
  expect(metaDescriptionOf("word ".repeat(60))).toBe("word ".repeat(32));
  expect(metaDescriptionOf("x".repeat(300))).toBe("x".repeat(160));
  expect(metaDescriptionOf("🏺".repeat(300)).isWellFormed()).toBe(true);
});

test("Every indexed page has a title, a description and a canonical address; the others are noindex", async () => {
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
    expect(canonical).toBe(origin + path);
  }
  for (const path of ["/search", "/search?q=stamp", "/sign-in", "/sign-up"]) {
    const { html, title } = await visitor.signedOut().get(path);
    expect([path, title.includes("Handiwork")]).toEqual([path, true]);
    expect(html).toContain('<meta name="robots" content="noindex"');
  }
});
