import { expect, test } from "vitest";
import { countText, lastPageIfBeyond, parseSort, resultsPath, sorts } from "#app/browse/listing.ts";

test("An unknown sort means newest first", () => {
  expect(
    ["newest", "price-low", "price-high", "", null, "PRICE-LOW", "constructor"].map((text) =>
      parseSort(text, sorts),
    ),
  ).toEqual(["newest", "price-low", "price-high", "newest", "newest", "newest", "newest"]);
});

test("Addresses leave out defaults", () => {
  expect(resultsPath("/search", {})).toBe("/search");
  expect(resultsPath("/search", { q: "", sort: "newest", page: 1 })).toBe("/search");
  expect(resultsPath("/search", { q: "50% off & more", sort: "price-low", page: 3 })).toBe(
    "/search?q=50%25+off+%26+more&sort=price-low&page=3",
  );
});

test("A page above the total redirects to the last one", () => {
  expect(lastPageIfBeyond(1, 0)).toBeNull();
  expect(lastPageIfBeyond(2, 0)).toBe(1);
  expect(lastPageIfBeyond(2, 21)).toBeNull();
  expect(lastPageIfBeyond(3, 21)).toBe(2);
  expect(lastPageIfBeyond(999_999_999, 1000)).toBe(50);
});

test("Counts are exact, then capped", () => {
  expect(countText(38)).toBe("38");
  expect(countText(1000)).toBe("1,000");
  expect(countText(1000, true)).toBe("1,000+");
});
