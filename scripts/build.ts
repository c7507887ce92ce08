import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { namesRunningProcess, root, runScript } from "./processes.ts";

const sources = [
  "app",
  "public",
  "workers",
  "drizzle/schema",
  "drizzle/schema.ts",
  "package-lock.json",
  "package.json",
  "remix.config.ts",
  "vite.config.ts",
  "tsconfig.json",
];
const folder = join(root, "build");
const hashFile = join(folder, ".hash");
const sandbox = join(root, "dist/stripe-sandbox/worker.js");
const lock = join(root, "node_modules/.handiwork-building");

/**
 * Builds the app and the Stripe stand-in, unless the sources have not changed since the last build. If two
 * processes call it at once, one builds and the other waits.
 * @returns how many seconds it took; null if there was nothing to build
 * @throws Error with the builder's output
 */
export async function build(): Promise<number | null> {
  if (isFresh()) return null;
  await takeLock();
  try {
    if (isFresh()) return null;
    const began = Date.now();
    const hash = hashOfSources();
    rmSync(hashFile, { force: true });
    // In this order: the app's build empties the folder.
    for (const name of ["build", "build:sandbox"] as const) {
      const { code, text } = await runScript(name);
      if (code !== 0) throw new Error(`The build failed.\n${text}`);
    }
    writeFileSync(hashFile, hash);
    return (Date.now() - began) / 1000;
  } finally {
    rmSync(lock, { force: true });
  }
}

function isFresh(): boolean {
  return existsSync(sandbox) && existsSync(hashFile) && readFileSync(hashFile, "utf8") === hashOfSources();
}

/** Hashes the names and contents of all files that the build reads. */
function hashOfSources(): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    else hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
  };
  sources.forEach(add);
  return hash.digest("hex");
}

/** Waits until no other process builds, then takes the lock. */
async function takeLock(): Promise<void> {
  for (;;) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: "wx" });
    } catch {
      if (!namesRunningProcess(lock)) rmSync(lock, { force: true });
      await wait(200);
    }
  }
}
