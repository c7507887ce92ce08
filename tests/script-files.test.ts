import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, type Rollup } from "vite";
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

it("Vite's own build of a small product splits a new page in the same way", async () => {
  const root = mkdtempSync(join(tmpdir(), "pages-"));
  const say = (word: string) => `export const ${word} = () => console.log("says ${word}");\n`;
  const page = (css: string, ...words: string[]) =>
    [
      `import "./${css}.css?url";`,
      ...words.map((word) => `import { ${word} } from "../words/${word}.ts"; ${word}();`),
    ].join("\n");
  const files: Record<string, string> = {
    "app/root.tsx": 'import { frame } from "./words/frame.ts"; frame();',
    "app/home/home.route.tsx": page("home", "hero", "card"),
    "app/home/home.css": "h1 { color: red }",
    // The new pages: two files with one stylesheet.
    "app/help/guide.route.tsx": page("help", "steps", "card"),
    "app/help/faq.route.tsx": page("help", "steps"),
    "app/help/help.css": "h1 { color: blue }",
    ...Object.fromEntries(
      ["frame", "hero", "card", "steps"].map((word) => [`app/words/${word}.ts`, say(word)]),
    ),
  };
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const input = Object.keys(files).filter((name) => /root|route/.test(name));
    const built = await build({
      root,
      configFile: false,
      logLevel: "silent",
      build: {
        write: false,
        rollupOptions: {
          input: input.map((name) => join(root, name)),
          output: { manualChunks: scriptFileOf },
        },
      },
    });
    const { output } = built as Rollup.RollupOutput;
    const fileWith = (word: string) =>
      output.find((file) => file.type === "chunk" && file.code.includes(`says ${word}`))?.name;
    expect(["card", "steps", "hero", "frame"].map(fileWith)).toEqual([
      "shared",
      "help",
      "home.route",
      "shared",
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
