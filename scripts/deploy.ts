// `npm run deploy` checks the set-up, migrates the remote database and deploys (docs/operations.md).
// `npm run deploy -- --dry-run` does everything that needs no network.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Unstable_RawConfig } from "wrangler";
import { experimental_readRawConfig } from "wrangler";
import { root, run, wrangler } from "./processes.ts";

const secrets = ["APP_SECRET", "TOKEN_KEYS", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];
const args = process.argv.slice(2);
const isDry = args.includes("--dry-run");

try {
  const unknown = args.find((arg) => arg !== "--dry-run");
  if (unknown !== undefined) throw new Error(`'npm run deploy' knows --dry-run only, not '${unknown}'.`);
  const config: Unstable_RawConfig = experimental_readRawConfig({
    config: join(root, "wrangler.toml"),
  }).rawConfig;
  refuse(faultsIn(config));
  if (isDry) {
    for (const sentence of placeholdersIn(config)) console.log(`Before a real deployment: ${sentence}`);
    await dryRun();
  } else {
    refuse(placeholdersIn(config));
    refuse([...(await missingSecrets()), ...(await demoAccounts())]);
    await runWrangler(["d1", "migrations", "apply", "DB", "--remote"]);
    await runWrangler(["deploy", "--minify"]);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function refuse(sentences: string[]): void {
  if (sentences.length > 0)
    throw new Error(`Not deployed.\n${sentences.map((each) => `- ${each}`).join("\n")}`);
}

/** What no deployment may have, not even a dry run. */
function faultsIn({ vars }: Unstable_RawConfig): string[] {
  const faults: string[] = [];
  if (vars?.ENVIRONMENT !== "production") faults.push("ENVIRONMENT in wrangler.toml must be 'production'.");
  if (vars?.STRIPE_API !== "https://api.stripe.com") {
    faults.push(
      "STRIPE_API in wrangler.toml must be 'https://api.stripe.com': real keys must never reach a stand-in.",
    );
  }
  if (secrets.some((name) => vars && name in vars)) faults.push("wrangler.toml must not contain secrets.");
  return faults;
}

/** The values that only the owner of a deployment knows and has not filled in yet. */
function placeholdersIn({ vars, d1_databases: databases }: Unstable_RawConfig): string[] {
  const missing: string[] = [];
  if (!databases?.length || databases.some(({ database_id: id }) => !id || id.startsWith("00000000-"))) {
    missing.push("put the database_id that `wrangler d1 create handiwork` prints into wrangler.toml.");
  }
  if (String(vars?.APP_ORIGIN).endsWith(".example"))
    missing.push("put the site's own address into APP_ORIGIN of wrangler.toml.");
  return missing;
}

async function missingSecrets(): Promise<string[]> {
  const { code, text } = await run([wrangler, "secret", "list", "--format", "json"]);
  return secrets
    .filter((name) => code !== 0 || !text.includes(`"${name}"`))
    .map((name) => `The secret ${name} is not set: \`npx wrangler secret put ${name}\`.`);
}

async function demoAccounts(): Promise<string[]> {
  const query = "SELECT count(*) AS demo_accounts FROM users WHERE email LIKE '%@handiwork.test'";
  const { code, text } = await run([
    wrangler,
    "d1",
    "execute",
    "DB",
    "--remote",
    "--json",
    "--command",
    query,
  ]);
  if (code !== 0)
    return text.includes("no such table") ? [] : [`The remote database does not answer: ${text.trim()}`];
  return /"demo_accounts":\s*0\b/.test(text)
    ? []
    : ["The remote database holds demo accounts, whose password everyone knows."];
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
