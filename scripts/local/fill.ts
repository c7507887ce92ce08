// Migrates and seeds the local state, in its own process, whose memory is freed afterwards: STATE_DIR=…
// PORT=… SANDBOX_PORT=… APP_SECRET=… node scripts/local/fill.ts [--migrations-only | --gigs=N]
import { migrate } from "#drizzle/seed/migrations.ts";
import { seed } from "#drizzle/seed/seed.ts";
import { bundleWorker } from "../bundle-worker.ts";
import { bindingsWorker, openBindings } from "./bindings.ts";
import { startRuntime } from "./runtime.ts";
import { readSettings, sandboxWorker, urlOf } from "./workers.ts";

const { STATE_DIR: stateDir, APP_SECRET: appSecret = "" } = process.env;
const ports = { port: Number(process.env.PORT), sandboxPort: Number(process.env.SANDBOX_PORT) };
if (!stateDir || !appSecret || !ports.port || !ports.sandboxPort)
  throw new Error(
    "STATE_DIR, PORT, SANDBOX_PORT and APP_SECRET must be set; scripts/local/state.ts sets them.",
  );
const gigs = process.argv.find((argument) => argument.startsWith("--gigs="))?.slice("--gigs=".length);

const settings = await readSettings();
const { name, d1Databases, r2Buckets, compatibilityDate } = settings.app;
const sandbox = (await bundleWorker("stripe-sandbox/worker.ts")).code.text;
const code = { path: "stripe-sandbox/worker.js", contents: sandbox };
const runtime = await startRuntime({
  stateDir,
  // The product is still being built. It receives the stand-in's events once it runs.
  port: 0,
  workers: [
    { name, d1Databases, r2Buckets, compatibilityDate, modules: true, script: bindingsWorker },
    sandboxWorker(settings.sandbox, code, ports),
  ],
  sink: (level, message) => {
    if (level === "error") console.error(message);
  },
});
try {
  const bindings = await openBindings(runtime);
  await migrate(bindings.database);
  if (!process.argv.includes("--migrations-only"))
    await seed({
      ...bindings,
      stripeApi: urlOf(ports.sandboxPort),
      appSecret,
      gigs: gigs === undefined ? null : Number(gigs),
    });
} finally {
  await runtime.dispose();
}
process.exit();
