import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { type BuildOptions, defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.ts";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";
import { scriptFileOf } from "./scripts/vite/script-files.ts";

/**
 * Remix asks at run time which of its future flags are on, and carries the code for both answers. They are on (remix.config.ts): in the
 * browser's bundle the question is answered beforehand, and the minifier drops the other half.
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

/** The first browsers that know cascade layers, on which the stylesheets stand: what older ones would need is not written. */
const cssTarget = ["chrome99", "safari15.4", "firefox97"];

/** For the browser every byte counts (tests/layout/bytes.json); Terser takes longer than esbuild and leaves 4 % less. */
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

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), inlineScripts, remix(remixConfig), decidedFlags],
  // The server bundle runs in workerd: everything is bundled, and packages give their worker builds.
  ssr: {
    target: "webworker",
    noExternal: true,
    // Left as imports: the worker uses them too, and wrangler bundles one copy for both.
    external: ["stripe", "drizzle-orm", "drizzle-orm/d1", "drizzle-orm/sqlite-core"],
    resolve: { conditions: ["workerd", "worker", "browser", "module", "import", "default"] },
  },
  build: isSsrBuild ? { minify: true, cssTarget } : client,
  define: { "import.meta.env.BUILD_ID": JSON.stringify(crypto.randomUUID()) },
}));
