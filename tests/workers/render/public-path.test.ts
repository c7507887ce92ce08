import { type AgnosticDataRouteObject, matchRoutes } from "@remix-run/router";
import { expect, it } from "vitest";
import * as build from "#build/server/index.js";
import { publicPaths, routeFinder } from "#workers/render/public-path.ts";

const publicPath = publicPaths(build);
const pathOf = (path: string) => publicPath(new URL(path, "https://shop.example"));

it("Each page has one spelling: unknown parameters, defaults and odd spellings are dropped", () => {
  expect(pathOf("/?utm_source=x")).toBe("/");
  expect(pathOf("/categories?x=1")).toBe("/categories");
  expect(pathOf("/categories/a?sort=newest&page=1&q=x&category=b")).toBe("/categories/a");
  expect(pathOf("/categories/a?page=2&sort=price-low&sort=newest")).toBe(
    "/categories/a?sort=price-low&page=2",
  );
  expect(pathOf("/categories/%61/b?page=abc")).toBe("/categories/a/b");
  expect(pathOf("/services/s/a?package=starter&reviews=1")).toBe("/services/s/a");
  expect(pathOf("/services/s/a?reviews=2&package=pro&fbclid=1")).toBe("/services/s/a?package=pro&reviews=2");
  expect(pathOf("/@Ann/a")).toBe("/@ann/a");
});

it("The first fifty pages of a list are public", () => {
  expect(pathOf("/categories/a?page=50")).toBe("/categories/a?page=50");
  expect(pathOf("/categories/a/b?page=51")).toBe(null);
  expect(pathOf("/services/s/a?reviews=50")).toBe("/services/s/a?reviews=50");
  expect(pathOf("/@ann/a?reviews=51")).toBe(null);
  expect(pathOf("/@ann?reviews=2&page=3&x=1")).toBe("/@ann?page=3&reviews=2");
});

it("A filtered listing is not public; one whose filter fields are empty is", () => {
  for (const filter of ["min=5", "max=5", "days=7", "level=&level=top-rated", "rating=4"])
    for (const path of [`/categories/a?${filter}`, `/categories/a/b?sort=price-low&${filter}`])
      expect([path, pathOf(path)]).toEqual([path, null]);
  expect(pathOf("/categories/a?sort=price-low&days=&rating=&min=&max=")).toBe("/categories/a?sort=price-low");
});

it("Personal pages, searches and other spellings of a path are not public", () => {
  for (const path of [
    "/search",
    "/search?q=logo",
    "/orders",
    "/messages",
    "/sign-in",
    "/services/recent",
    "/services/s/a?draft=mine",
    "/services/some-id",
    "/categories/a.data",
    "/categories/a/b/c",
    "/categories/",
    "/categories/a/",
    "/Categories",
    "/Services/s/a",
    "/services/s/",
    "/@",
    "/@/a",
    "/ann/a",
    "/no/such/page",
  ])
    expect([path, pathOf(path)]).toEqual([path, null]);
});

it("The route finder chooses the same route as Remix", () => {
  const routes = Object.values(build.routes).flatMap((route) => (route ? [route] : []));
  const below = (parentId?: string): AgnosticDataRouteObject[] =>
    routes
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: below(id) }));
  const tree = below();
  const find = routeFinder(build.routes);
  // No page of the product has two slashes in a row. Remix reads them as one slash.
  const paths = routes.flatMap(({ path = "" }) => {
    const filled = `/${path.replaceAll(/:\w+/g, "x").replace("*", "x/y")}`;
    return [filled, filled.toUpperCase(), `${filled}/`, `${filled}/x`, filled.replace(/[^/]*$/, "other")];
  });
  expect(paths.length).toBeGreaterThan(200);
  for (const path of [
    ...paths.filter((path) => !path.includes("//")),
    "/",
    "/@ann/a",
    "/admin",
    "/admin/x",
    "/services/s",
    "/orders/1/files/2/3",
  ])
    expect([path, find(path.slice(1).split("/"))?.id]).toEqual([
      path,
      matchRoutes(tree, path)?.at(-1)?.route.id,
    ]);
});
