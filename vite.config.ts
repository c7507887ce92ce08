import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { type BuildOptions, defineConfig, type SSROptions } from "vite";
import remixConfig from "./remix.config.ts";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";
import { nodeModules } from "./scripts/vite/node-modules.ts";

/** The first browsers with cascade layers, which the stylesheets need. */
const cssTarget = ["chrome99", "safari15.4", "firefox97"];

/**
 * The browser's bundle has a byte budget (tests/layout/bytes.json). Terser is slower than esbuild and its
 * output is 4 % smaller.
 */
const client: BuildOptions = {
  target: "es2020",
  cssTarget,
  minify: "terser",
  terserOptions: {
    module: true,
    ecma: 2020,
    compress: { passes: 2, pure_getters: true },
    format: { comments: false },
  },
  modulePreload: { polyfill: false },
  rollupOptions: {
    output: {
      // Without it a page is split into up to 49 files, most of them smaller than a request.
      experimentalMinChunkSize: 1000,
      // Such a file would have the name of one of its modules, which says nothing of the others.
      chunkFileNames: "assets/[hash].js",
    },
  },
};

/** The server bundle runs in workerd: it contains all packages, in their worker builds. */
const server: SSROptions = {
  target: "webworker",
  noExternal: true,
  // These stay imports: the worker uses them too, and wrangler bundles one copy for both. Still, code tells
  // errors apart by `type`, `code` or message: `instanceof` is silently false for the class of another copy.
  external: ["stripe", "drizzle-orm", "drizzle-orm/d1", "drizzle-orm/sqlite-core"],
  resolve: { conditions: ["workerd", "worker", "browser", "module", "import", "default"] },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), inlineScripts, remix(remixConfig)],
  resolve: { alias: isSsrBuild ? nodeModules : {} },
  // In development all packages stay imports: the worker has them (scripts/local/dev/worker.ts).
  ssr: command === "build" ? server : { external: true },
  build: isSsrBuild ? { minify: true, cssTarget } : client,
  define: { "import.meta.env.BUILD_ID": JSON.stringify(crypto.randomUUID()) },
}));
