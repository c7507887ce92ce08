import { stopAll } from "#scripts/processes.ts";
import { startForAll } from "./stack.ts";

/** Playwright's global setup. @returns the teardown */
export default async function globalSetup(): Promise<() => Promise<void>> {
  try {
    return await startForAll();
  } catch (error) {
    await stopAll();
    throw error;
  }
}
