import { type AgnosticDataRouteObject, matchRoutes } from "@remix-run/router";
import { expect, it } from "vitest";
import * as build from "#build/server/index.js";
import { buildOf, routeGroups } from "#workers/render/request-handler.ts";

const groupOf = routeGroups(build.routes);

/** The routes as Remix compares them with an address. */
function treeOf(routes: typeof build.routes, parentId?: string): AgnosticDataRouteObject[] {
  return Object.values(routes)
    .flatMap((route) => (route && route.parentId === parentId ? [route] : []))
    .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: treeOf(routes, id) }));
}

it("An address has the same route among the routes of its group as among all", () => {
  const all = treeOf(build.routes);
  const filled = Object.values(build.routes).map(
    (route) => `/${(route?.path ?? "").replaceAll(/:\w+/g, "x").replace("*", "x/y")}`,
  );
  const paths = filled.flatMap((path) => [path, path.toUpperCase(), `${path}/`, `${path}/x`, `/${path}`]);
  expect(paths.length).toBeGreaterThan(600);
  for (const path of [...paths, "/", "/@ann", "/@ann/a", "/no/such/page", "/:handle", "/*", "/_root"]) {
    const group = groupOf(path);
    expect([path, group]).not.toEqual([path, null]);
    const few = treeOf(buildOf(build, group ?? "").routes);
    const ids = (tree: AgnosticDataRouteObject[]) => matchRoutes(tree, path)?.map(({ route }) => route.id);
    expect([path, ids(few)]).toEqual([path, ids(all)]);
    // The data of a page.
    expect([path, groupOf(`${path.replace(/\/$/, "")}.data`)]).toEqual([path, group]);
  }
});

it("A group holds few routes, for the server and for the browser", () => {
  const { routes, assets } = buildOf(build, groupOf("/categories/x") ?? "");
  expect(Object.keys(routes).length).toBeLessThan(10);
  expect(Object.keys(assets.routes).toSorted()).toEqual(Object.keys(routes).toSorted());
  expect(assets.version).toBe(build.assets.version);
});

it("An address with an escape has all routes, because Remix reads the escape before it compares", () => {
  expect(groupOf("/%63ategories/x")).toBe(null);
});
