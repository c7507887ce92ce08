import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedState, startStack } from "#scripts/local/stack.ts";
import { findFreePort } from "#scripts/ports.ts";

/** The running product on a seeded market. */
export type Market = {
  url: string;
  stop(): Promise<void>;
};

/**
 * `gigs`: how many generated gigs a new market has, in addition to the hand-written ones. `state`: the folder
 * of an existing market.
 */
export type MarketSource = { gigs: number } | { state: string };

/** The folder of the market; a new folder is removed when this process ends. */
function folderOf(source: MarketSource): string {
  if ("state" in source) return source.state;
  const own = mkdtempSync(join(tmpdir(), "handiwork-bench-"));
  process.once("exit", () => rmSync(own, { recursive: true, force: true }));
  return own;
}

/** Builds the product and seeds a market. @returns the folder of its state; no server uses it */
export async function seedMarket(source: MarketSource): Promise<string> {
  const stateDir = folderOf(source);
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  await seedState({ port, sandboxPort, stateDir, gigs: "gigs" in source ? source.gigs : undefined });
  return stateDir;
}

/**
 * Starts the product on a new market, or on an existing one that no other server uses.
 * @param entry the worker's entry file, relative to the project's root; usually the local worker's
 */
export async function openMarket(source: MarketSource, entry?: string): Promise<Market> {
  const stateDir = folderOf(source);
  const stack = await startStack({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
    stateDir,
    gigs: "gigs" in source ? source.gigs : undefined,
    entry,
  });
  return {
    url: stack.url,
    async stop() {
      await stack.stop();
      if ("gigs" in source) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
