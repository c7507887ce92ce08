import { env } from "cloudflare:workers";
import { forgetAll } from "#app/lib/isolate-memory.ts";
import "#tests/support/bindings/quiet-log.ts";
import { refuseErrorLogs } from "#tests/support/bindings/error-log.ts";
import { emptyRuntime } from "#tests/support/empty-runtime.ts";

// A runtime runs many test files. Each starts with the runtime as it was at first: nothing in the isolate's
// memory, and empty databases, buckets, caches, queues and objects, those of the Stripe stand-in too. Modules
// are evaluated once: compiling the product for each file took half of the suite's CPU time.
await emptyRuntime();
forgetAll();
await env.DB.batch([
  ...env.TEST_SCHEMA.map((statement) => env.DB.prepare(statement)),
  // The statements hold the time at which the suite began. Ten minutes later the sweep counts as stopped.
  env.DB.prepare("UPDATE work_parts SET succeeded_at = unixepoch() * 1000"),
]);
refuseErrorLogs();
