import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../children.ts";
import { startStack } from "../stack.ts";

/** A running product to measure. */
export type Market = { url: string; stop(): Promise<void> };

/**
 * Starts the product on a market of its own, or on the local state in a folder (seeded, and not running elsewhere).
 * @param at so many generated gigs around the hand-written ones, or that folder
 * @param door a worker in front of the app's door
 */
export async function openMarket(at: { gigs: number } | { state: string }, door?: string): Promise<Market> {
  const own = "gigs" in at ? mkdtempSync(join(tmpdir(), "handiwork-bench-")) : null;
  if (own) process.once("exit", () => rmSync(own, { recursive: true, force: true }));
  const stack = await startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    stateDir: "state" in at ? at.state : (own ?? ""),
    gigs: "gigs" in at ? at.gigs : undefined,
    door,
  });
  return {
    url: stack.url,
    async stop() {
      await stack.stop();
      if (own) rmSync(own, { recursive: true, force: true });
    },
  };
}
