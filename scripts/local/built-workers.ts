import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundleWorker } from "../bundle-worker.ts";
import { root } from "../processes.ts";
import { type Code, readSettings, type WorkerSettings } from "./workers.ts";

// `npm start` reads these files, so it needs neither esbuild nor wrangler, which take a second and 200 MB.
const app = "dist/local/app.js";
const sandbox = "dist/stripe-sandbox/worker.js";
const settings = "dist/local/settings.json";

/** Bundles the local worker with the built pages. */
export async function writeApp(): Promise<void> {
  write(app, (await bundleWorker("workers/local/app.ts")).code.text);
}

/** Writes the settings of both wrangler.toml files. */
export async function writeSettings(): Promise<void> {
  write(settings, JSON.stringify(await readSettings()));
}

/** The output of the build. @param entry another entry file of the app, which is bundled now */
export async function readBuilt(
  entry?: string,
): Promise<{ settings: WorkerSettings; app: Code; sandbox: Code }> {
  return {
    settings: JSON.parse(read(settings).contents),
    app: entry ? { path: entry, contents: (await bundleWorker(entry)).code.text } : read(app),
    sandbox: read(sandbox),
  };
}

function read(path: string): Code {
  return { path, contents: readFileSync(join(root, path), "utf8") };
}

function write(path: string, contents: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), contents);
}
