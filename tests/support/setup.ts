import { env } from "cloudflare:workers";
import { forgetAll } from "#app/lib/isolate-memory.ts";
import { refuseErrorLogs } from "#tests/support/bindings/error-log.ts";
import { reset } from "#tests/support/runtime.ts";

// A runtime runs many test files. Each starts with the runtime as it was at first: nothing in the isolate's
// memory, and empty databases, buckets, caches, queues and objects, those of the Stripe stand-in too. Modules
// are evaluated once: compiling the product for each file took half of the suite's CPU time.
const findTables = env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'");
// On a busy machine, work left over from the previous file once kept its database.
for (let tries = 1; tries <= 20; tries++) {
  await reset();
  if ((await findTables.first()) === null) break;
}
forgetAll();
await env.DB.batch(env.TEST_SCHEMA.map((statement) => env.DB.prepare(statement)));
refuseErrorLogs();
