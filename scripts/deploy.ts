// `npm run deploy` checks the set-up, migrates the remote database and deploys (docs/operations.md).
// `npm run deploy -- --dry-run` runs everything that needs no network.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Unstable_RawConfig } from "wrangler";
import { experimental_readRawConfig } from "wrangler";
import { stripeClient } from "#app/payments/stripe.server.ts";
import { migrationFiles } from "#drizzle/seed/migrations.ts";
import {
  type Applied,
  faultsIn,
  faultsInMigrations,
  placeholdersIn,
  queuesOf,
  recordOf,
  secretsFor,
} from "./deploy/checks.ts";
import { refusalOfPayouts } from "./deploy/payouts.ts";
import { root, run, wrangler } from "./processes.ts";

const args = process.argv.slice(2);
const isDry = args.includes("--dry-run");

try {
  const unknown = args.find((arg) => arg !== "--dry-run");
  if (unknown !== undefined) throw new Error(`'npm run deploy' accepts only --dry-run, not '${unknown}'.`);
  const config: Unstable_RawConfig = experimental_readRawConfig({
    config: join(root, "wrangler.toml"),
  }).rawConfig;
  refuse(faultsIn(config));
  if (isDry) {
    for (const sentence of placeholdersIn(config)) console.log(`Before a real deployment: ${sentence}`);
    await dryRun();
  } else {
    refuse(placeholdersIn(config));
    const applied = await readApplied();
    const demo = applied.length > 0 ? await demoAccounts() : [];
    const missing = [
      ...(await missingSecrets(secretsFor(config))),
      ...(await missingQueues(queuesOf(config))),
    ];
    refuse([...faultsInMigrations(applied, migrationFiles()), ...missing, ...demo]);
    await query(recordOf(applied, migrationFiles()));
    await runWrangler(["d1", "migrations", "apply", "DB", "--remote"]);
    await runWrangler(["deploy", "--minify"]);
    const { STRIPE_SECRET_KEY: key } = process.env;
    const refusal = await refusalOfPayouts(key ? stripeClient("https://api.stripe.com", key) : null);
    if (refusal !== null) console.log(`\nDeployed. ${refusal}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function refuse(sentences: string[]): void {
  if (sentences.length > 0)
    throw new Error(`Not deployed.\n${sentences.map((each) => `- ${each}`).join("\n")}`);
}

async function missingSecrets(secrets: string[]): Promise<string[]> {
  const { code, text } = await run([wrangler, "secret", "list", "--format", "json"]);
  return secrets
    .filter((name) => code !== 0 || !text.includes(`"${name}"`))
    .map((name) => `The secret ${name} is not set: \`npx wrangler secret put ${name}\`.`);
}

async function missingQueues(names: string[]): Promise<string[]> {
  const answers = await Promise.all(names.map((name) => run([wrangler, "queues", "info", name])));
  return names.flatMap((name, i) => {
    const { code, text } = answers[i] ?? { code: 1, text: "" };
    if (code === 0) return [];
    return text.includes("does not exist")
      ? `The queue ${name} does not exist: \`npx wrangler queues create ${name}\`.`
      : `Cloudflare did not answer about the queue ${name}: ${text.trim()}`;
  });
}

async function demoAccounts(): Promise<string[]> {
  const [row] = await query<{ n: number }>(
    "SELECT count(*) AS n FROM users WHERE email LIKE '%@handiwork.test'",
  );
  return row?.n === 0 ? [] : ["The remote database contains demo accounts, whose password everyone knows."];
}

/** The migrations that the database has. @throws Error if a restore into it has not finished */
async function readApplied(): Promise<Applied[]> {
  const tables = (await query<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")).map(
    ({ name }) => name,
  );
  if (tables.includes("restore_progress"))
    refuse(["A restore into this database has not finished: run `npm run restore` again."]);
  if (!tables.includes("d1_migrations")) return [];
  const hash = "(SELECT sha256 FROM migration_hashes h WHERE h.name = m.name)";
  const sha256 = tables.includes("migration_hashes") ? hash : "NULL";
  return await query<Applied>(`SELECT name, ${sha256} AS sha256 FROM d1_migrations m ORDER BY id`);
}

/** Runs SQL in the remote database. @returns the rows of its last statement */
async function query<Row>(sql: string): Promise<Row[]> {
  const { code, text } = await run([wrangler, "d1", "execute", "DB", "--remote", "--json", "--command", sql]);
  const json = /^\[[\s\S]*^\]/m.exec(text)?.[0];
  if (code !== 0 || json === undefined)
    throw new Error(`Not deployed.\n- The remote database did not answer: ${text.trim()}`);
  return (JSON.parse(json) as { results: Row[] }[]).at(-1)?.results ?? [];
}

async function dryRun(): Promise<void> {
  await runWrangler(["deploy", "--dry-run", "--minify", "--outdir", "dist"]);
  const scripts = readdirSync(join(root, "dist")).filter((name) => /\.m?js$/.test(name));
  const bytes = scripts.map((name) => gzipSync(readFileSync(join(root, "dist", name))).length);
  const size = bytes.reduce((sum, each) => sum + each, 0);
  console.log(`The worker's bundle is ${(size / 1024).toFixed(0)} KiB compressed.`);
}

async function runWrangler(command: string[]): Promise<void> {
  const { code } = await run([wrangler, ...command], {}, true);
  if (code !== 0)
    throw new Error(`wrangler ${command.slice(0, 2).join(" ")} failed; the lines above say why.`);
}
