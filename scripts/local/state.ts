import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { newKey } from "#app/auth/tokens.server.ts";
import { randomToken } from "#app/lib/bytes.ts";
import { namesRunningProcess, root, run } from "../processes.ts";
import { memoryFolder } from "./memory-folder.ts";
import type { Ports } from "./workers.ts";

/**
 * The content of STATE_DIR/state.json: the hash of the first migrations, and the names of all applied ones.
 */
type SeedRecord = { first: string; migrations: string[] };

/** The databases and pictures of the product and the stand-in, and the record of the seed. */
const marketFiles = ["v3", "state.json"];
/** Everything else that the scripts write into the state folder. */
const otherFiles = ["app-secret", "token-keys", "running", "workers.log"];
/** Files that earlier versions wrote, when `wrangler dev` ran each worker. */
const formerFiles = ["stripe", "wrangler.json", ".wrangler", "registry", "build.log"];
const migrationsFolder = join(root, "drizzle/migrations");

/** The folder of the local state: STATE_DIR, or .state in the project. */
export function stateFolder(): string {
  return resolve(root, process.env.STATE_DIR || ".state");
}

/**
 * Locks the state for this process, so that no other process writes to the same databases.
 * @throws Error if another process has locked it
 */
export function lock(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const pidFile = join(folder, "running");
  if (namesRunningProcess(pidFile) && readFileSync(pidFile, "utf8") !== String(process.pid)) {
    throw new Error(
      `Handiwork is already running on the state in ${folder}; stop it first, or choose another STATE_DIR.`,
    );
  }
  writeFileSync(pidFile, String(process.pid));
  process.once("exit", () => rmSync(pidFile, { force: true }));
  moveFormerSandbox(folder);
}

/** Moves the stand-in's payments of an earlier version, which had their own folder. */
function moveFormerSandbox(folder: string): void {
  const path = "do/handiwork-stripe-sandbox-Sandbox";
  const [former, now] = [join(folder, "stripe/v3", path), join(databasesIn(folder), path)];
  if (!existsSync(former) || existsSync(now)) return;
  mkdirSync(dirname(now), { recursive: true });
  renameSync(former, now);
}

/** Miniflare's folder for databases and files in the state. The name comes from wrangler. */
export function databasesIn(folder: string): string {
  return join(folder, "v3");
}

/**
 * Determines what the state still needs. A state that cannot be used is deleted: its seed was interrupted, or
 * its first migrations have changed.
 * @returns what is missing, and a sentence for people if data was deleted
 */
export function inspect(folder: string): {
  missing: "nothing" | "migrations" | "everything";
  sentence: string | null;
} {
  const seeded = readRecord(folder);
  const all = migrations();
  if (seeded && seeded.first === hashOfFirst() && seeded.migrations.every((name, i) => all[i] === name)) {
    return { missing: seeded.migrations.length === all.length ? "nothing" : "migrations", sentence: null };
  }
  const hadData = existsSync(databasesIn(folder));
  deleteMarket(folder);
  if (!hadData) return { missing: "everything", sentence: null };
  const reason = seeded ? "The first migration has changed" : "The last seed did not finish";
  return { missing: "everything", sentence: `${reason}: the local state is rebuilt and seeded.` };
}

/**
 * Applies the missing migrations, and seeds a market if there is none yet. No runtime may use the state.
 * @param gigs how many generated gigs the market has in addition to the hand-written ones
 * @throws Error with the seed's output
 */
export async function fill(
  folder: string,
  missing: "migrations" | "everything",
  { port, sandboxPort }: Ports,
  gigs = 0,
): Promise<void> {
  const flags = missing === "migrations" ? ["--migrations-only"] : gigs > 0 ? [`--gigs=${gigs}`] : [];
  const args = [join(root, "scripts/local/fill.ts"), ...flags];
  // The demo market is 30 MB, written in thousands of small writes.
  const memory = flags.length === 0 ? memoryFolder(200e6) : null;
  const inMemory = memory && mkdtempSync(join(memory, "fill-"));
  const env = {
    STATE_DIR: inMemory ?? folder,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    APP_SECRET: appSecret(folder),
    WRANGLER_LOG: "error",
  };
  const { code, text } = await run(["--disable-warning=ExperimentalWarning", ...args], env);
  if (code !== 0) throw new Error(`Filling the local database failed.\n${text}`);
  if (inMemory) {
    cpSync(databasesIn(inMemory), databasesIn(folder), { recursive: true });
    rmSync(inMemory, { recursive: true });
  }
  recordMigrations(folder, migrations());
}

/** Records that the state is complete, with these migrations: `npm start` keeps its data. */
export function recordMigrations(folder: string, names: string[]): void {
  const record: SeedRecord = { first: hashOfFirst(), migrations: names };
  writeFileSync(join(folder, "state.json"), JSON.stringify(record));
}

/**
 * Deletes the databases, pictures and payments of the state. The secrets stay, so links and tokens remain
 * valid.
 */
export function deleteMarket(folder: string): void {
  for (const name of marketFiles.toReversed()) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Deletes everything that the scripts have written, and the folder if nothing else is in it. */
export function deleteState(folder: string): void {
  if (!existsSync(folder)) return;
  deleteMarket(folder);
  for (const name of [...otherFiles, ...formerFiles])
    rmSync(join(folder, name), { recursive: true, force: true });
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** The local APP_SECRET: random, generated once per state. */
export function appSecret(folder: string): string {
  const file = join(folder, "app-secret");
  if (!existsSync(file)) writeFileSync(file, randomToken(), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** The local TOKEN_KEYS: generated once per state. */
export async function tokenKeys(folder: string): Promise<string> {
  const file = join(folder, "token-keys");
  if (!existsSync(file)) writeFileSync(file, JSON.stringify([await newKey()]), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

function readRecord(folder: string): SeedRecord | null {
  try {
    return JSON.parse(readFileSync(join(folder, "state.json"), "utf8"));
  } catch {
    return null;
  }
}

/** The file names of the migrations, in the order in which they are applied. */
function migrations(): string[] {
  return readdirSync(migrationsFolder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** The first migration is generated; 0001 is its hand-written half. */
function hashOfFirst(): string {
  const hash = createHash("sha256");
  for (const name of migrations())
    if (/^000[01]/.test(name)) hash.update(readFileSync(join(migrationsFolder, name)));
  return hash.digest("hex");
}
