import { expect, it } from "vitest";
import { comingScreen, pendingPart } from "#app/browse/pending-listing.ts";

it("Another sort, page or subcategory of a category loads results; another category loads a page", () => {
  const here = "/categories/pottery";
  expect(pendingPart(here, null)).toBeNull();
  expect(pendingPart(here, "/categories/pottery")).toBe("results");
  expect(pendingPart(here, "/categories/pottery/bowls")).toBe("results");
  expect(pendingPart("/categories/pottery/bowls", "/categories/pottery/")).toBe("results");
  expect(pendingPart(here, "/categories/glass")).toBe("page");
  expect(pendingPart("/categories/pottery/bowls", "/categories/glass/panes")).toBe("page");
  expect(pendingPart("/categories", "/categories/glass")).toBe("page");
});

it("A new search loads results; navigation to and from other screens shows no skeleton here", () => {
  expect(pendingPart("/search", "/search")).toBe("results");
  expect(pendingPart("/categories/pottery", "/search")).toBeNull();
  expect(pendingPart("/search", "/categories/pottery")).toBeNull();
  expect(pendingPart("/categories/pottery", "/services/s/bowl")).toBeNull();
});

it("Navigation from another screen to a category or to the search results shows a skeleton; other navigation does not", () => {
  expect(comingScreen("/", "/categories/glass")).toBe("category");
  expect(comingScreen("/search", "/categories/glass/panes")).toBe("category");
  expect(comingScreen("/", "/search")).toBe("search");
  expect(comingScreen("/categories/glass", "/search")).toBe("search");
  expect(comingScreen("/search", "/search")).toBeNull();
  expect(comingScreen("/", "/categories")).toBeNull();
  expect(comingScreen("/categories", "/categories/glass")).toBeNull();
  expect(comingScreen("/", "/orders")).toBeNull();
  expect(comingScreen("/", null)).toBeNull();
});
