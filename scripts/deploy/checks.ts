import type { Unstable_RawConfig } from "wrangler";
import { createHashes, type Migration } from "#drizzle/seed/migrations.ts";

/** The secrets that a deployment needs. */
export const secrets = [
  "APP_SECRET",
  "TOKEN_KEYS",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_ACCOUNTS_WEBHOOK_SECRET",
  "STRIPE_CONNECT_WEBHOOK_SECRET",
];
/** These and the optional ones. None of them may be in wrangler.toml. */
const neverInVars = [...secrets, "SMS_TOKEN", "MAIL_TOKEN", "MAIL_WEBHOOK_SECRET"];

/** The secrets that a deployment needs with these settings. */
export function secretsFor({ vars }: Pick<Unstable_RawConfig, "vars">): string[] {
  return vars && "MAIL_URL" in vars ? [...secrets, "MAIL_TOKEN"] : secrets;
}

/** The faults that no deployment may have, not even a dry run. */
export function faultsIn({
  vars,
  observability,
  workers_dev,
  preview_urls,
}: Pick<Unstable_RawConfig, "vars" | "observability" | "workers_dev" | "preview_urls">): string[] {
  const faults: string[] = [];
  if (vars?.ENVIRONMENT !== "production") faults.push("ENVIRONMENT in wrangler.toml must be 'production'.");
  if (vars?.STRIPE_API !== "https://api.stripe.com") {
    faults.push(
      "STRIPE_API in wrangler.toml must be 'https://api.stripe.com': real keys must never reach a stand-in.",
    );
  }
  if (vars && "MAIL_URL" in vars && !/^https:\/\/[^\s/]/.test(String(vars.MAIL_URL)))
    faults.push("MAIL_URL in wrangler.toml must begin with 'https://'.");
  for (const name of neverInVars.filter((secret) => vars && secret in vars))
    faults.push(`${name} is a secret and must not be in wrangler.toml: \`npx wrangler secret put ${name}\`.`);
  for (const [name, value] of Object.entries({ workers_dev, preview_urls })) {
    if (value !== false)
      faults.push(
        `${name} in wrangler.toml must be false: a second address would bypass the rules of the first.`,
      );
  }
  if (observability?.logs?.invocation_logs !== false) {
    faults.push(
      "invocation_logs in wrangler.toml must be false: Cloudflare's line per request records search terms and network addresses, which Privacy says are not logged.",
    );
  }
  return faults;
}

/** The values that only the owner of a deployment knows and that are not filled in yet. */
export function placeholdersIn({
  vars,
  d1_databases: databases,
}: Pick<Unstable_RawConfig, "vars" | "d1_databases">): string[] {
  const missing: string[] = [];
  if (!databases?.length || databases.some(({ database_id: id }) => !id || id.startsWith("00000000-"))) {
    missing.push("put the database_id that `wrangler d1 create handiwork` prints into wrangler.toml.");
  }
  if (String(vars?.APP_ORIGIN).endsWith(".example"))
    missing.push("put the site's own address into APP_ORIGIN of wrangler.toml.");
  if (isPlaceholder(vars?.MAIL_FROM) || !/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(String(vars?.MAIL_FROM)))
    missing.push(
      "put the address that emails come from into MAIL_FROM of wrangler.toml, of a domain that Cloudflare sends for.",
    );
  for (const name of ["OPERATOR_NAME", "OPERATOR_ADDRESS", "OPERATOR_EMAIL"]) {
    if (isPlaceholder(vars?.[name]))
      missing.push(
        `put who runs the site into ${name} of wrangler.toml: the contact page, receipts and emails show it.`,
      );
  }
  return missing;
}

/** True if a value is missing or is the one in the repository. */
function isPlaceholder(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "" || /\bexample\b/i.test(value);
}

/** The queues that must exist before a deployment: the worker's own, and those of messages it gives up. */
export function queuesOf({ queues }: Pick<Unstable_RawConfig, "queues">): string[] {
  const { producers = [], consumers = [] } = queues ?? {};
  const names = [
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue: dead }) => [queue, dead]),
  ];
  return [...new Set(names.flatMap((name) => name ?? []))];
}

/** A migration that the database has. `sha256`: the hash of the applied file; null if it was not recorded. */
export type Applied = { name: string; sha256: string | null };

/**
 * Why the project's migrations cannot follow those of a database: an applied file was edited or is missing,
 * or a new one has a lower number (docs/operations.md#migrations).
 */
export function faultsInMigrations(applied: Applied[], files: Migration[]): string[] {
  const faults: string[] = [];
  for (const { name, sha256 } of applied) {
    const file = files.find((each) => each.name === name);
    if (!file) faults.push(`The database has the migration ${name}, which is not in drizzle/migrations.`);
    else if (sha256 !== null && sha256 !== file.sha256)
      faults.push(
        `${name} was changed after it was applied. Restore the old file, and write the change as a new migration.`,
      );
  }
  const names = new Set(applied.map(({ name }) => name));
  const last = [...names].sort().at(-1) ?? "";
  for (const { name } of files.filter((file) => !names.has(file.name) && file.name < last))
    faults.push(`${name} is new, but ${last} is applied already: give it a higher number.`);
  return faults;
}

/**
 * The SQL that records the hashes of the files that a database has or is about to get. The recorded hash of
 * an applied file is never replaced.
 */
export function recordOf(applied: Applied[], files: Migration[]): string {
  const recorded = new Set(applied.flatMap(({ name, sha256 }) => (sha256 === null ? [] : [name])));
  const inserts = files
    .filter(({ name }) => !recorded.has(name))
    .map(
      ({ name, sha256 }) =>
        `INSERT OR REPLACE INTO migration_hashes (name, sha256) VALUES ('${name}', '${sha256}')`,
    );
  return [createHashes, ...inserts].join("; ");
}
