import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stack, seedState, startStack } from "#scripts/local/stack.ts";
import { findFreePort } from "#scripts/ports.ts";

const seeded = (folder: string) => join(folder, "seeded");

/**
 * Seeds a state, and starts the product for all journeys on a copy of it. Its address is in E2E_URL.
 * @returns a function that stops the product and deletes its state
 */
export async function startForAll(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "handiwork-"));
  process.env.E2E_FOLDER = folder;
  await seedState({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
    stateDir: seeded(folder),
  });
  const stack = await startOwn();
  process.env.E2E_URL = stack.url;
  process.env.E2E_SANDBOX_URL = stack.sandboxUrl;
  return async () => {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Starts a separate product on its own copy of the seeded state, for a test that kills the server. */
export async function startOwn(): Promise<Stack> {
  const folder = process.env.E2E_FOLDER;
  if (!folder)
    throw new Error("Start the journeys with `npm test` or `playwright test`, which seed the state first.");
  const stateDir = mkdtempSync(join(folder, "stack-"));
  cpSync(seeded(folder), stateDir, { recursive: true, filter: (path) => !path.endsWith("running") });
  return startStack({ port: await findFreePort(), sandboxPort: await findFreePort(), stateDir });
}
