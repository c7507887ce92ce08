import { expect, it } from "vitest";
import { scriptFileOf } from "#scripts/vite/script-files.ts";

/** A module graph as Rollup describes it: each module with what it imports. */
function graphOf(modules: Record<string, string[]>) {
  const path = (id: string) => `/project/${id}`;
  const graph = {
    getModuleIds: () => Object.keys(modules).map(path),
    getModuleInfo: (id: string) => ({ importedIds: (modules[id.replace("/project/", "")] ?? []).map(path) }),
  };
  return (id: string) => scriptFileOf(path(id), graph);
}

const product = {
  "app/root.tsx": ["app/layout/header.tsx", "node_modules/react/index.js"],
  "app/home/home.route.tsx": ["app/home/home.css?url", "app/home/hero.tsx", "app/ui/empty.tsx"],
  "app/gigs/gig.route.tsx": ["app/gigs/gig.css?url", "app/gigs/order-box.tsx", "app/ui/empty.tsx"],
  "app/gigs/gig-of-seller.route.tsx": ["app/gigs/gig.css?url", "app/gigs/order-box.tsx"],
  "app/orders/order.route.tsx": ["app/styles/signed-in.css?url", "app/orders/timeline.tsx"],
  "app/gigs/order-box.tsx": ["app/gigs/price.ts"],
};

it("React and Remix are one file, and what every page needs is another", () => {
  const fileOf = graphOf(product);
  expect(fileOf("node_modules/react/index.js")).toBe("framework");
  expect(fileOf("app/layout/header.tsx")).toBe("shared");
});

it("What pages with different stylesheets share is in the shared file", () => {
  expect(graphOf(product)("app/ui/empty.tsx")).toBe("shared");
});

it("What pages with one stylesheet share is in a file of its name, with all that it imports", () => {
  const fileOf = graphOf(product);
  expect(fileOf("app/gigs/order-box.tsx")).toBe("gig");
  expect(fileOf("app/gigs/price.ts")).toBe("gig");
});

it("The bundler places routes, parts of one page and signed-in screens", () => {
  const fileOf = graphOf(product);
  for (const id of [
    "app/root.tsx",
    "app/home/home.route.tsx",
    "app/home/hero.tsx",
    "app/orders/timeline.tsx",
  ])
    expect([id, fileOf(id)]).toEqual([id, undefined]);
});

it("A new page is split by its own file: its stylesheet alone says what it shares, and with whom", () => {
  const guide = ["app/help/help.css?url", "app/help/steps.tsx", "app/home/hero.tsx"];
  const one = graphOf({ ...product, "app/help/guide.route.tsx": guide });
  expect(one("app/help/guide.route.tsx")).toBe(undefined);
  expect(one("app/help/steps.tsx")).toBe(undefined);
  expect(one("app/home/hero.tsx")).toBe("shared");
  const two = graphOf({
    ...product,
    "app/help/guide.route.tsx": guide,
    "app/help/faq.route.tsx": ["app/help/help.css?url", "app/help/steps.tsx"],
  });
  expect(two("app/help/steps.tsx")).toBe("help");
});
