/** What vitest.config.ts adds to the bindings of wrangler.toml. */
declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    /** The Stripe stand-in, as a service. */
    STRIPE_SANDBOX: Fetcher;
  }
}
