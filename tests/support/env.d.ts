/** The bindings that vitest.config.ts adds to those of wrangler.toml. */
declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    /** The statements that make an empty database (scripts/empty-database.ts). */
    TEST_SCHEMA: string[];
    /** The stand-in for Stripe, as a service binding. */
    STRIPE_SANDBOX: Fetcher;
    /** Answers a page's HTML with its faults (tests/support/pages/html-validator.ts). */
    HTML_VALIDATOR: Fetcher;
  }
}
