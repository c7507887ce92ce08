import { vi } from "vitest";

// A runtime runs many test files. Each starts with the runtime as it was at first: modules without state, and
// empty databases, buckets, caches, queues and objects, those of the Stripe stand-in too.
vi.resetModules();
const { applyD1Migrations, reset } = await import("cloudflare:test");
await reset();
const { env } = await import("cloudflare:workers");
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
const { refuseErrorLogs } = await import("#tests/support/bindings/error-log.ts");
refuseErrorLogs();
