import { defineConfig } from "@playwright/test";
import { keepTemporaryFilesInMemory } from "./scripts/local/memory-folder.ts";
import { browserOptions } from "./tests/support/stack/browser.ts";

keepTemporaryFilesInMemory();

/** Browser tests. `*.js.e2e.ts` runs with scripts, `*.nojs.e2e.ts` without, all others both ways. */
export default defineConfig({
  testDir: "tests/e2e",
  // Three keep two cores busy, because journeys wait for the product's delays. All share one product.
  workers: 3,
  // A journey that passes on its second try is unsteady (CONTRIBUTING.md#tests).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Bounds for a hang, in ms: a busy machine fails no journey.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalSetup: "./tests/support/stack/global-stack.ts",
  outputDir: "test-results",
  use: {
    baseURL: process.env.E2E_URL,
    // The film on the home page slows down a busy machine. Its own test turns motion on.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Traces cost a third of the time. Use `--trace on` to record a test that fails.
    trace: "off",
    // Pictures cost a seventh of a page's time. Files that look at them use `withPictures`
    // (tests/e2e/journey.ts).
    launchOptions: browserOptions({ pictures: false }),
  },
  projects: [
    { name: "js", testMatch: "**/*.e2e.ts", testIgnore: "**/*.nojs.e2e.ts" },
    {
      name: "nojs",
      testMatch: "**/*.e2e.ts",
      testIgnore: "**/*.js.e2e.ts",
      use: { javaScriptEnabled: false },
    },
  ],
});
