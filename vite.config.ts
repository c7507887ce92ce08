import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.ts";

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig)],
  // The server bundle runs in workerd: everything is bundled, and packages give their worker builds.
  ssr: {
    target: "webworker",
    noExternal: true,
    // Left as imports: the worker uses them too, and wrangler bundles one copy for both.
    external: ["stripe", "drizzle-orm", "drizzle-orm/d1", "drizzle-orm/sqlite-core"],
    resolve: { conditions: ["workerd", "worker", "browser", "module", "import", "default"] },
  },
  build: { minify: true },
  define: { "import.meta.env.BUILD_ID": JSON.stringify(crypto.randomUUID()) },
});
