import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { newKey } from "./app/auth/tokens.server.ts";
import { bundleWorker } from "./scripts/bundle-worker.ts";
import { statementsAfter } from "./scripts/empty-database.ts";
import { keepTemporaryFilesInMemory } from "./scripts/local/memory-folder.ts";
import { v8Flags } from "./scripts/local/v8-flags.ts";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";

keepTemporaryFilesInMemory();
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= v8Flags;

const compatibilityDate = "2026-08-01";
const shop = "http://127.0.0.1:8787";
const stripe = "http://stripe.test";

const allTests = globSync("tests/**/*.test.ts");
/**
 * Tests that need no runtime and run in Node: a runtime with its own database costs each file two seconds.
 */
const pureTests = allTests.filter((file) => !/\/support\/|cloudflare:/.test(readFileSync(file, "utf8")));

/**
 * The local worker with the built pages, bundled to one file: a runtime reads one file in 0.2 s, but needs
 * 5 s to load six hundred modules. What tests import beside it comes from the sources.
 */
const worker = "node_modules/.handiwork/worker.js";

async function writeWorker(): Promise<void> {
  mkdirSync(dirname(worker), { recursive: true });
  writeFileSync(worker, (await bundleWorker("workers/local/app.ts")).code.contents);
}

/**
 * Answers a page's HTML with its faults. It runs here, in Node: the validator generates code, which workerd
 * forbids.
 */
async function validateHtml(request: { text(): Promise<string> }) {
  const { faultsOf } = await import("./tests/support/pages/html-validator.ts");
  return Response.json(await faultsOf(await request.text()));
}

/** Bounds for a hang, in ms. No test measures time, so a busy machine fails none. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

const migrations = await readD1Migrations("drizzle/migrations");

const inWorkerd = defineConfig({
  resolve: { alias: { "#workers/local/app.ts": resolve(worker) } },
  plugins: [
    inlineScripts,
    cloudflareTest(async () => ({
      main: await writeWorker().then(() => worker),
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          ENVIRONMENT: "local",
          APP_ORIGIN: shop,
          STRIPE_API: stripe,
          STRIPE_CHECKOUT: stripe,
          STRIPE_SECRET_KEY: "sk_test_sandbox",
          STRIPE_WEBHOOK_SECRET: "whsec_sandbox",
          STRIPE_ACCOUNTS_WEBHOOK_SECRET: "whsec_sandbox_accounts",
          STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_sandbox_connect",
          MAIL_WEBHOOK_SECRET: "whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw==",
          APP_SECRET: "a secret of the tests",
          TOKEN_KEYS: JSON.stringify([await newKey()]),
          TEST_MIGRATIONS: migrations,
          TEST_SCHEMA: statementsAfter(migrations),
        },
        serviceBindings: {
          STRIPE_SANDBOX: "stripe-sandbox",
          HTML_VALIDATOR: validateHtml,
        },
        // Every fetch of the product reaches the Stripe stand-in: the tests need no network, the product no
        // test switch.
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
            // The webhooks of the stand-in reach the product.
            outboundService: "vitest-plugin-runner-shop",
          },
        ],
      },
    })),
  ],
  test: {
    name: "shop",
    // A runtime costs two seconds, and compiling the product's modules more: tests/support/setup.ts makes the
    // databases and the isolate's memory new for each file.
    isolate: false,
    ...patience,
    include: ["tests/**/*.test.ts"],
    exclude: pureTests,
    setupFiles: ["tests/support/setup.ts"],
    // These choose the random schedules of tests/payments/schedules, the requests of tests/workers/fuzz, and
    // the number of due orders in tests/workers/work/throughput.test.ts.
    env: {
      ...Object.fromEntries(
        ["SEED", "SCHEDULES", "FROM", "FUZZ", "DUE_ORDERS", "RACES"].flatMap((name) => {
          const value = process.env[name];
          return value ? [[name, value]] : [];
        }),
      ),
      // tests/auth/password-hash.test.ts has the real cost.
      ENVIRONMENT: "local",
      PASSWORD_COST: "10",
    },
    // Bundled beforehand: Remix is CommonJS that requires ES modules, and Stripe has two hundred files.
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

const inNode = defineConfig({
  plugins: [inlineScripts],
  test: {
    name: "rules",
    ...patience,
    include: pureTests,
    setupFiles: ["tests/support/rules-setup.ts"],
    // Runtimes that these tests start, to measure what a request costs, run as V8 is by default.
    env: { MINIFLARE_WORKERD_V8_FLAGS: "" },
    isolate: false,
  },
});

/** The tests that take longest. They begin first, so that no core waits for them at the end. */
const longest = ["payments/schedules", "scripts/backup", "layout/valid-html", "workers/cost/cost"];

/**
 * The longest files of a project begin first. Projects follow each other: a runtime ends when the next file
 * needs another project, and the next runtime costs six seconds of CPU before its first test.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return place === -1 ? longest.length : place;
    };
    const { rules = [], shop = [] } = Object.groupBy(await super.sort(files), ({ project }) => project.name);
    return [rules, shop].flatMap((list) => list.sort((one, other) => rank(one) - rank(other)));
  }
}

export default defineConfig({
  test: {
    silent: "passed-only",
    // No test is running when a runtime closes. What its last file has queued may still ask for the product's
    // module then: once in a few runs, a run without a failed test failed.
    onUnhandledError: ({ message }) => !String(message).includes('Closing rpc while "resolve" was pending'),
    // A runtime and the process that drives it wait for each other, so one more than cores keeps all busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [inWorkerd, inNode],
  },
});
