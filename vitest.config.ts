import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { build as esbuild } from "esbuild";
import { defineConfig } from "vitest/config";
import { newKey } from "./app/auth/tokens.server.ts";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";

const compatibilityDate = "2026-08-01";
const shop = "http://127.0.0.1:8787";
const stripe = "http://stripe.test";

const all = globSync("tests/**/*.test.ts");
/** Tests of pure rules, which run anywhere (README, kinds of file): a runtime with a database of its own costs each file two seconds. */
const ofRules = all.filter((file) => !/\/support\/|cloudflare:/.test(readFileSync(file, "utf8")));

/**
 * The door in one file, with the built pages: each test file has a runtime of its own, which takes a fifth of a second to read it, and five
 * to ask for six hundred modules one by one. What tests read of the product beside it comes from the sources.
 */
const door = "node_modules/.handiwork/door.js";
await esbuild({
  entryPoints: ["workers/app.ts"],
  outfile: door,
  bundle: true,
  format: "esm",
  target: "es2022",
  conditions: ["workerd", "worker", "browser", "module"],
  external: ["cloudflare:*", "node:*"],
  minify: true,
  logLevel: "warning",
});

const inWorkerd = defineConfig({
  resolve: { alias: { "#workers/app.ts": resolve(door) } },
  plugins: [
    inlineScripts,
    cloudflareTest(async () => ({
      main: door,
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          ENVIRONMENT: "local",
          APP_ORIGIN: shop,
          STRIPE_API: stripe,
          STRIPE_CHECKOUT: stripe,
          STRIPE_SECRET_KEY: "sk_test_sandbox",
          STRIPE_WEBHOOK_SECRET: "whsec_sandbox",
          APP_SECRET: "a secret of the tests",
          TOKEN_KEYS: JSON.stringify([await newKey()]),
          TEST_MIGRATIONS: await readD1Migrations("drizzle/migrations"),
        },
        serviceBindings: { STRIPE_SANDBOX: "stripe-sandbox" },
        // Whatever the product fetches reaches the stand-in: the tests need no network and the product no test switch.
        outboundService: "stripe-sandbox",
        workers: [
          {
            name: "stripe-sandbox",
            modules: true,
            scriptPath: "dist/stripe-sandbox/worker.js",
            compatibilityDate,
            durableObjects: { SANDBOX: { className: "Sandbox", useSQLite: true } },
            bindings: {
              ENVIRONMENT: "local",
              ORIGIN: stripe,
              WEBHOOK_SECRET: "whsec_sandbox",
              WEBHOOK_URL: `${shop}/webhooks/stripe`,
            },
            // And what the stand-in delivers reaches the product.
            outboundService: "vitest-plugin-runner-shop",
          },
        ],
      },
    })),
  ],
  test: {
    name: "shop",
    include: ["tests/**/*.test.ts"],
    exclude: ofRules,
    setupFiles: ["tests/support/setup.ts"],
    // Which random schedules are run (tests/payments/schedules.test.ts).
    env: Object.fromEntries(
      ["SEED", "SCHEDULES", "FROM"].flatMap((name) => {
        const value = process.env[name];
        return value ? [[name, value]] : [];
      }),
    ),
    // Bundled first: Remix is CommonJS that requires ES modules, and Stripe is some two hundred files.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: [
            "@remix-run/cloudflare",
            "stripe",
            "drizzle-orm",
            "drizzle-orm/d1",
            "drizzle-orm/sqlite-core",
            "zod",
            "jose",
            "otpauth",
          ],
        },
      },
    },
  },
});

const rules = defineConfig({
  plugins: [inlineScripts],
  test: {
    name: "rules",
    include: ofRules,
    setupFiles: ["tests/support/rules-setup.ts"],
    isolate: false,
  },
});

// A file waits for its runtime as long as it computes: every core may have one.
export default defineConfig({
  test: { silent: "passed-only", maxWorkers: "100%", projects: [inWorkerd, rules] },
});
