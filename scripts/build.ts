import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { namesRunningProcess, root, run, runScript } from "./processes.ts";

/** The sources of the pages and the product's worker. `npm run dev` runs them directly. */
const product = [
  "app",
  "public",
  "workers",
  "drizzle/schema",
  "drizzle/schema.ts",
  "scripts/bundle-worker.ts",
];
/** The sources of everything else: the stand-in and the settings. */
const others = [
  "scripts/local/built-workers.ts",
  "scripts/local/bundle.ts",
  "scripts/local/workers.ts",
  "stripe-sandbox",
  "wrangler.toml",
  "package-lock.json",
  "package.json",
  "remix.config.ts",
  "vite.config.ts",
  "tsconfig.json",
];
const folder = join(root, "build");
/** The hashes of the sources of the last build: of all of them, and of those that `npm run dev` needs. */
const hashFile = join(folder, ".hash");
const othersHashFile = join(folder, ".hash-of-others");
/** The output of scripts/local/bundle.ts, the last step. */
const settings = join(root, "dist/local/settings.json");
const lock = join(root, "node_modules/.handiwork-building");

/**
 * Builds the app and the Stripe stand-in, unless the sources have not changed since the last build. If two
 * processes call it at the same time, one builds and the other waits.
 * @param needed `others`: the product may be out of date
 * @returns how many seconds it took; null if there was nothing to build
 * @throws Error with the builder's output
 */
export async function build(needed: "everything" | "others" = "everything"): Promise<number | null> {
  if (isFresh(needed)) return null;
  await takeLock();
  try {
    if (isFresh(needed)) return null;
    const began = Date.now();
    const [hash, hashOfOthers] = [hashOf([...product, ...others]), hashOf(others)];
    for (const file of [hashFile, othersHashFile]) rmSync(file, { force: true });
    // In this order, because the worker contains the pages.
    for (const step of [
      () => runScript("build"),
      () => runScript("build:sandbox"),
      () => run([join(root, "scripts/local/bundle.ts")], { WRANGLER_LOG: "error" }),
    ]) {
      const { code, text } = await step();
      if (code !== 0) throw new Error(`The build failed.\n${text}`);
    }
    writeFileSync(hashFile, hash);
    writeFileSync(othersHashFile, hashOfOthers);
    return (Date.now() - began) / 1000;
  } finally {
    rmSync(lock, { force: true });
  }
}

function isFresh(needed: "everything" | "others"): boolean {
  const [file, sources] =
    needed === "others" ? [othersHashFile, others] : [hashFile, [...product, ...others]];
  return existsSync(settings) && existsSync(file) && readFileSync(file, "utf8") === hashOf(sources);
}

/** Hashes the names and contents of files that the build reads. */
function hashOf(sources: string[]): string {
  // The settings contain the paths of folders of this copy of the project.
  const hash = createHash("sha256").update(`${root}\0`);
  const add = (path: string): void => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    else hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
  };
  sources.forEach(add);
  return hash.digest("hex");
}

/** Waits until no other process is building, then takes the lock. */
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
