import { expect, test } from "vitest";
import { metaDescriptionOf, pageMeta } from "#app/layout/meta.ts";

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

test("a description is cut after a word", () => {
  expect(metaDescriptionOf(" short\n text ")).toBe("short text");
  expect(metaDescriptionOf("word ".repeat(60))).toBe("word ".repeat(32).trim());
  expect(metaDescriptionOf("x".repeat(300))).toBe("x".repeat(160));
});
