import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { newKey } from "#app/auth/tokens.server.ts";
import { randomToken } from "#app/lib/bytes.ts";
import { isAlive } from "./build.ts";
import { root, run } from "./children.ts";

/** What STATE_DIR/state.json says about a seeded state: the hash of the first migration, and all that are applied. */
type Kept = { first: string; migrations: string[] };

const ours = [
  "v3",
  "stripe",
  "state.json",
  "app-secret",
  "token-keys",
  "wrangler.json",
  ".wrangler",
  "registry",
  "running",
  "build.log",
];
const market = ["v3", "stripe", "state.json"];
const migrationsFolder = join(root, "drizzle/migrations");

/** The folder of all local state: STATE_DIR, else .state in the project. */
export function stateFolder(): string {
  return resolve(root, process.env.STATE_DIR || ".state");
}

/**
 * Takes the state for this process, so that no second one writes to the same databases.
 * @throws Error when another process has it
 */
export function take(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const mark = join(folder, "running");
  if (isAlive(mark) && readFileSync(mark, "utf8") !== String(process.pid)) {
    throw new Error(
      `Handiwork already runs on the state in ${folder}; end it first, or choose another STATE_DIR.`,
    );
  }
  writeFileSync(mark, String(process.pid));
  process.once("exit", () => rmSync(mark, { force: true }));
}

/**
 * Looks what the state lacks, and forgets a state that cannot be kept: one whose seed was interrupted, or one whose first
 * migration has changed.
 * @returns what is to be done, and a sentence for people when data were given up
 */
export function inspect(folder: string): {
  lacks: "nothing" | "migrations" | "everything";
  sentence: string | null;
} {
  const kept = read(folder);
  const now = migrations();
  if (kept && kept.first === firstMigration() && kept.migrations.every((name, i) => now[i] === name)) {
    return { lacks: kept.migrations.length === now.length ? "nothing" : "migrations", sentence: null };
  }
  const old = existsSync(join(folder, "v3"));
  forgetMarket(folder);
  if (!old) return { lacks: "everything", sentence: null };
  const why = kept ? "The first migration has changed" : "The last seed did not finish";
  return { lacks: "everything", sentence: `${why}: the local state is rebuilt and seeded.` };
}

/**
 * Applies what migrations are missing and, where nothing is there yet, fills the market. The stand-in must be up.
 * @param gigs how many generated ones stand around the hand-written market
 * @throws Error with the seed's output
 */
export async function fill(
  folder: string,
  lacks: "migrations" | "everything",
  sandboxPort: number,
  gigs = 0,
): Promise<void> {
  const flags = lacks === "migrations" ? ["--migrations-only"] : gigs > 0 ? [`--gigs=${gigs}`] : [];
  const args = [join(root, "drizzle/seed/main.ts"), ...flags];
  const env = {
    STATE_DIR: folder,
    SANDBOX_PORT: String(sandboxPort),
    APP_SECRET: appSecret(folder),
    WRANGLER_LOG: "error",
  };
  const { code, text } = await run(["--disable-warning=ExperimentalWarning", ...args], env);
  if (code !== 0) throw new Error(`Filling the local database failed.\n${text}`);
  const kept: Kept = { first: firstMigration(), migrations: migrations() };
  writeFileSync(join(folder, "state.json"), JSON.stringify(kept));
}

/** Gives up the databases, pictures and payments of the state; a secret stays, so that sessions of the next state work. */
export function forgetMarket(folder: string): void {
  for (const name of market.toReversed()) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Gives up everything that we keep there, and the folder when nothing else is in it. */
export function forget(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of ours) rmSync(join(folder, name), { recursive: true, force: true });
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** The secret that signs links locally: random, made once per state. */
export function appSecret(folder: string): string {
  const file = join(folder, "app-secret");
  if (!existsSync(file)) writeFileSync(file, randomToken(), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** The keys that sign access tokens locally: made once per state. */
export async function tokenKeys(folder: string): Promise<string> {
  const file = join(folder, "token-keys");
  if (!existsSync(file)) writeFileSync(file, JSON.stringify([await newKey()]), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

function read(folder: string): Kept | null {
  try {
    return JSON.parse(readFileSync(join(folder, "state.json"), "utf8"));
  } catch {
    return null;
  }
}

/** File names in the order in which they are applied. */
function migrations(): string[] {
  return readdirSync(migrationsFolder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** Until the product is released its first migration is generated anew; 0001 holds its hand-written half. */
function firstMigration(): string {
  const hash = createHash("sha256");
  for (const name of migrations())
    if (/^000[01]/.test(name)) hash.update(readFileSync(join(migrationsFolder, name)));
  return hash.digest("hex");
}
