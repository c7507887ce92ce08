import { env } from "cloudflare:workers";
import { reset } from "#tests/support/runtime.ts";

const findTables = env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'");

/** Empties all databases, buckets, caches, queues and objects, those of the Stripe stand-in too. */
export async function emptyRuntime(): Promise<void> {
  // On a busy machine, work left over from the previous file once kept its database.
  for (let tries = 1; tries <= 20; tries++) {
    await reset();
    if ((await findTables.first()) === null) return;
  }
}
