import { expect, test } from "vitest";
import {
  categoryPath,
  countText,
  lastPageIfBeyond,
  parseSort,
  resultsPath,
  subcategoryPath,
} from "#app/catalog/listing.ts";

test("an unknown sort is the newest", () => {
  expect(["newest", "price-low", "price-high", "", null, "PRICE-LOW", "constructor"].map(parseSort)).toEqual([
    "newest",
    "price-low",
    "price-high",
    "newest",
    "newest",
    "newest",
    "newest",
  ]);
});

test("addresses leave out what is the default", () => {
  expect(resultsPath("/search", {})).toBe("/search");
  expect(resultsPath("/search", { q: "", sort: "newest", page: 1 })).toBe("/search");
  expect(resultsPath("/search", { q: "50% off & more", sort: "price-low", page: 3 })).toBe(
    "/search?q=50%25+off+%26+more&sort=price-low&page=3",
  );
  expect(subcategoryPath({ slug: "a b" }, { slug: "c/d" })).toBe("/categories/a%20b/c%2Fd");
  expect(categoryPath({ slug: "design" })).toBe("/categories/design");
});

test("a page above the total leads to the last one", () => {
  expect(lastPageIfBeyond(1, 0)).toBeNull();
  expect(lastPageIfBeyond(2, 0)).toBe(1);
  expect(lastPageIfBeyond(2, 21)).toBeNull();
  expect(lastPageIfBeyond(3, 21)).toBe(2);
  expect(lastPageIfBeyond(999_999_999, 1000)).toBe(50);
});

test("counts are exact, then capped", () => {
  expect(countText(38)).toBe("38");
  expect(countText(1000)).toBe("1,000");
  expect(countText(1000, true)).toBe("1,000+");
});
