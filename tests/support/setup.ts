import { vi } from "vitest";

// A runtime runs many test files. Each starts with the runtime as it was at first: modules without state, and
// empty databases, buckets, caches, queues and objects, those of the Stripe stand-in too.
vi.resetModules();
const { reset } = await import("#tests/support/runtime.ts");
const { env } = await import("cloudflare:workers");
const findTables = env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'");
// On a busy machine, work left over from the previous file once kept its database.
for (let tries = 1; tries <= 20; tries++) {
  await reset();
  if ((await findTables.first()) === null) break;
}
// Like applyD1Migrations, but in one batch: a batch for each file took twice as long.
const createApplied =
  "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";
await env.DB.batch([
  env.DB.prepare(createApplied),
  ...env.TEST_MIGRATIONS.flatMap(({ name, queries }) => [
    ...queries.map((query) => env.DB.prepare(query)),
    env.DB.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
  ]),
]);
const { refuseErrorLogs } = await import("#tests/support/bindings/error-log.ts");
refuseErrorLogs();
