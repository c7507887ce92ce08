import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { type BuildOptions, defineConfig, type Plugin, type SSROptions } from "vite";
import remixConfig from "./remix.config.ts";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";
import { scriptFileOf } from "./scripts/vite/script-files.ts";

/**
 * Replaces Remix's future flags by `true` in the browser's bundle, so that the minifier removes the code for
 * the other case (docs/decisions/0014-decide-remix-flags-at-build-time.md). All of them are on in
 * remix.config.ts.
 */
const decidedFlags: Plugin = {
  name: "decided-flags",
  enforce: "pre",
  transform(code, id, { ssr } = {}) {
    if (ssr || !/node_modules\/(@remix-run\/(react|router)|react-router(-dom)?)\//.test(id)) return null;
    const decided = code.replace(/\b(\w+\.)*future\.v[37]_\w+/g, "true");
    return { code: decided.replaceAll("window.__remixContext.isSpaMode", "false"), map: null };
  },
};

/**
 * Takes the text of the script that restores the place on a page out of the browser's bundle: only the server
 * writes it, in fewer words (app/inline-scripts/remix-scripts.ts), and hydration does not compare it.
 */
const scriptsOfServer: Plugin = {
  name: "scripts-of-server",
  enforce: "pre",
  apply: "build",
  transform(code, id, { ssr } = {}) {
    if (ssr || !/@remix-run\/react\/.*\/scroll-restoration\.js$/.test(id)) return null;
    const short = code
      .replace(/let restoreScroll = \(\(.*?\)\.toString\(\);/s, "")
      .replace(/__html: `\(\$\{restoreScroll\}\)[^`]*`/, '__html: ""');
    if (short.includes("restoreScroll")) throw new Error(`${id} is not as expected`);
    return { code: short, map: null };
  },
};

/**
 * Replaces Vite's helper for `import()` in the browser's bundle. It preloads what the loaded file imports and
 * its styles: files that are loaded this way have neither.
 */
const plainDynamicImports: Plugin = {
  name: "plain-dynamic-imports",
  enforce: "pre",
  apply: "build",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

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
  rollupOptions: { output: { manualChunks: scriptFileOf } },
};

/** The server bundle runs in workerd: it contains all packages, in their worker builds. */
const server: SSROptions = {
  target: "webworker",
  noExternal: true,
  // These stay imports: the worker uses them too, and wrangler bundles one copy for both.
  external: ["stripe", "drizzle-orm", "drizzle-orm/d1", "drizzle-orm/sqlite-core"],
  resolve: { conditions: ["workerd", "worker", "browser", "module", "import", "default"] },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    inlineScripts,
    remix(remixConfig),
    decidedFlags,
    scriptsOfServer,
    plainDynamicImports,
  ],
  // In development all packages stay imports: the worker has them (scripts/local/dev/worker.ts).
  ssr: command === "build" ? server : { external: true },
  build: isSsrBuild ? { minify: true, cssTarget } : client,
  define: { "import.meta.env.BUILD_ID": JSON.stringify(crypto.randomUUID()) },
}));
