import { expect, it } from "vitest";
import { displayTerm } from "#app/browse/listing.ts";
import {
  activeFilters,
  filterPairs,
  isFiltered,
  noFilters,
  parseFilters,
} from "#app/browse/search/filters.ts";
import { parseSearchQuery, searchPath } from "#app/browse/search/search.ts";

const read = (query: string) => parseFilters(new URLSearchParams(query));
const again = (query: string) => String(new URLSearchParams(filterPairs(read(query))));

it("Every filter is in the address, in one order, and is read back from it", () => {
  const query = "category=music-audio&min=50&max=1200&days=7&level=top-rated&level=rising-talent&rating=4.5";
  expect(read(query)).toEqual({
    category: "music-audio",
    min: 50,
    max: 1200,
    days: 7,
    levels: ["Top Rated", "Rising Talent"],
    rating: 4.5,
  });
  expect(
    again("rating=4.5&level=rising-talent&days=7&level=top-rated&max=1200&min=50&category=music-audio"),
  ).toBe(query);
  expect(isFiltered(read(query))).toBe(true);
});

it.each([
  "",
  "min=&max=&days=&rating=",
  "min=abc",
  "min=-5",
  "min=0",
  "max=0",
  "max=12.50",
  "min=1e3",
  "min=0x10",
  "max=1000000",
  "max=99999999999999999999999",
  "max=Infinity",
  "days=2",
  "days=-1",
  "days=07",
  "rating=5",
  "rating=4.50",
  "level=",
  "level=Level+3",
  "level=constructor",
  "Min=5",
  "category=",
  "category=Music+%26+Audio",
  "category=../admin",
])("An invalid value is not a filter: %s", (query) => {
  expect([read(query), again(query)]).toEqual([noFilters, ""]);
});

it("A price may have a dollar sign, commas and spaces; the address has only its digits", () => {
  expect(again("min=$50&max=%201,200%20")).toBe("min=50&max=1200");
  expect(again("min=%20$%2050%0d%0a")).toBe("min=50");
  expect(again("min=1,2")).toBe("");
  expect(again("min=0050&max=999999")).toBe("min=50&max=999999");
});

it("A lowest price above the highest is swapped with it", () => {
  expect(again("min=300&max=20")).toBe("min=20&max=300");
  expect(again("min=20&max=20")).toBe("min=20&max=20");
});

it("For a repeated filter, the first valid value counts; levels are combined, each once, by slug or name", () => {
  expect(again("min=x&min=5&min=9")).toBe("min=5");
  expect(again("days=3&days=14")).toBe("days=3");
  expect(again("level=level-1&level=Level+2&level=level-1&level=nobody")).toBe("level=level-2&level=level-1");
});

it("Each active filter has a label and the filters that remain without it", () => {
  const categories = [{ slug: "music-audio", name: "Music & Audio" }];
  const active = activeFilters(
    read("min=50&max=1200&days=1&level=level-2&level=level-1&rating=4"),
    categories,
  ).map(({ label, without }) => [label, String(new URLSearchParams(filterPairs(without)))]);
  expect(active).toEqual([
    ["From $50", "max=1200&days=1&level=level-2&level=level-1&rating=4"],
    ["Up to $1,200", "min=50&days=1&level=level-2&level=level-1&rating=4"],
    ["Up to 1 day", "min=50&max=1200&level=level-2&level=level-1&rating=4"],
    ["Level 2", "min=50&max=1200&days=1&level=level-1&rating=4"],
    ["Level 1", "min=50&max=1200&days=1&level=level-2&rating=4"],
    ["4 stars and up", "min=50&max=1200&days=1&level=level-2&level=level-1"],
  ]);
  expect(activeFilters(noFilters, [])).toEqual([]);
  expect(activeFilters(read("category=music-audio"), categories)).toEqual([
    { label: "Music & Audio", without: noFilters },
  ]);
});

it("An address has no empty parameters and no defaults", () => {
  const query = parseSearchQuery(
    new URLSearchParams("q=+logo+&sort=newest&days=&min=&max=150&rating=&page=1"),
  );
  expect(searchPath(query)).toBe("/search?q=logo&max=150");
  expect(searchPath({ ...query, sort: "price-low", page: 2 })).toBe(
    "/search?q=logo&sort=price-low&max=150&page=2",
  );
});

it("A long term is cut between characters where it is displayed", () => {
  expect(displayTerm("logo")).toBe("logo");
  expect(displayTerm("x".repeat(80))).toBe("x".repeat(80));
  expect(displayTerm("😀".repeat(81))).toBe(`${"😀".repeat(80)}…`);
  expect(displayTerm("ببغاء")).toBe("\u2068ببغاء\u2069");
});
