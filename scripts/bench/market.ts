import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../children.ts";
import { seedState, startStack } from "../stack.ts";

/** A running product to measure. */
export type Market = { url: string; stop(): Promise<void> };

type At = { gigs: number } | { state: string };

/** The folder of a state that goes with this process, or the given one. */
function folderOf(at: At): string {
  if ("state" in at) return at.state;
  const own = mkdtempSync(join(tmpdir(), "handiwork-bench-"));
  process.once("exit", () => rmSync(own, { recursive: true, force: true }));
  return own;
}

/** Fills a local state, and builds the product. @returns its folder; no server runs on it */
export async function filledState(at: At): Promise<string> {
  const stateDir = folderOf(at);
  const [port, sandboxPort] = [await freePort(), await freePort()];
  await seedState({ port, sandboxPort, stateDir, gigs: "gigs" in at ? at.gigs : undefined });
  return stateDir;
}

/**
 * Starts the product on a market of its own, or on the local state in a folder (seeded, and not running elsewhere).
 * @param at so many generated gigs around the hand-written ones, or that folder
 * @param door a worker in front of the app's door
 */
export async function openMarket(at: At, door?: string): Promise<Market> {
  const stateDir = folderOf(at);
  const stack = await startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    stateDir,
    gigs: "gigs" in at ? at.gigs : undefined,
    door,
  });
  return {
    url: stack.url,
    async stop() {
      await stack.stop();
      if ("gigs" in at) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
