import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { root, script } from "./children.ts";

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
const mark = join(folder, ".hash");
const standIn = join(root, "dist/stripe-sandbox/worker.js");
const lock = join(root, "node_modules/.handiwork-building");

/**
 * Builds the app and the stand-in's bundle, unless build/ already holds what the sources say. Two that start at once build once.
 * @returns seconds it took; null when there was nothing to build
 * @throws Error with the builder's output
 */
export async function build(): Promise<number | null> {
  if (isFresh()) return null;
  await claim();
  try {
    if (isFresh()) return null;
    const began = Date.now();
    const hash = hashOfSources();
    rmSync(mark, { force: true });
    // One after the other: the app's build empties the folder.
    for (const name of ["build", "build:sandbox"] as const) {
      const { code, text } = await script(name);
      if (code !== 0) throw new Error(`The build failed.\n${text}`);
    }
    writeFileSync(mark, hash);
    return (Date.now() - began) / 1000;
  } finally {
    rmSync(lock, { force: true });
  }
}

function isFresh(): boolean {
  return existsSync(standIn) && existsSync(mark) && readFileSync(mark, "utf8") === hashOfSources();
}

/** The hash of the content of everything that the build reads. */
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

/** Waits until no other process builds, then keeps others waiting. */
async function claim(): Promise<void> {
  for (;;) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: "wx" });
    } catch {
      if (!isAlive(lock)) rmSync(lock, { force: true });
      await wait(200);
    }
  }
}

/** True when the file holds the id of a process that runs. */
export function isAlive(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, "utf8")), 0);
    return true;
  } catch {
    return false;
  }
}
