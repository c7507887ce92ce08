import { existsSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { experimental_readRawConfig, type Unstable_RawConfig } from "wrangler";
import { bindingsWorker, openBindings } from "../local/bindings.ts";
import { lock, stateFolder } from "../local/state.ts";
import { root, run, wrangler } from "../processes.ts";
import { type Account, remoteBucket, remoteDatabase } from "./cloudflare.ts";
import type { Store } from "./store.ts";

const config = join(root, "wrangler.toml");

/**
 * Opens the deployed database and bucket of wrangler.toml, or those of the local state, which no server may
 * use at the same time.
 * @param isNew whether the local state may have no data yet
 * @throws Error with a sentence for people
 */
export async function openStore(isRemote: boolean, isNew = false): Promise<Store> {
  return isRemote ? await openRemote() : await openLocal(stateFolder(), isNew);
}

async function openLocal(folder: string, isNew: boolean): Promise<Store> {
  const data = join(folder, "v3");
  if (!isNew && !existsSync(data))
    throw new Error(`The local state in ${folder} has no data. For the deployed database, add --remote.`);
  lock(folder);
  const { database, bucket } = bindings();
  const options = {
    modules: true,
    script: bindingsWorker,
    d1Databases: { DB: database.database_id },
    r2Buckets: { BUCKET: bucket },
    resourcePersistencePath: data,
    log: new Log(LogLevel.ERROR),
  };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  const { database: db, bucket: files } = await openBindings(miniflare);
  return {
    name: `the local state in ${folder}`,
    db,
    bucket: files,
    close: () => miniflare.dispose(),
  };
}

/** The database and the bucket of wrangler.toml. */
function bindings() {
  const rawConfig: Unstable_RawConfig = experimental_readRawConfig({ config }).rawConfig;
  const { d1_databases, r2_buckets, account_id } = rawConfig;
  const database = d1_databases?.find(({ binding }) => binding === "DB");
  const bucket = r2_buckets?.find(({ binding }) => binding === "BUCKET")?.bucket_name;
  if (!database?.database_id || !bucket)
    throw new Error("wrangler.toml must name the database DB, with its database_id, and the bucket BUCKET.");
  return { database: { ...database, database_id: database.database_id }, bucket, account: account_id };
}

async function openRemote(): Promise<Store> {
  const { database, bucket, account: configured } = bindings();
  if (database.database_id.startsWith("00000000-"))
    throw new Error("wrangler.toml has no deployed database yet: put its database_id there.");
  const account = await readAccount(configured);
  return {
    name: `the deployed database ${database.database_name}`,
    db: remoteDatabase(account, database.database_id),
    bucket: remoteBucket(account, bucket),
    close: async () => {},
  };
}

/** The account and token from the environment, or from `wrangler login`. */
async function readAccount(configured: string | undefined): Promise<Account> {
  const { CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN, CLOUDFLARE_API_BASE_URL } = process.env;
  const id = CLOUDFLARE_ACCOUNT_ID || configured;
  if (!id)
    throw new Error("Set CLOUDFLARE_ACCOUNT_ID to the id of your account; `npx wrangler whoami` shows it.");
  const token = CLOUDFLARE_API_TOKEN || (await tokenOfLogin());
  return { base: CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4", id, token };
}

async function tokenOfLogin(): Promise<string> {
  const { code, text } = await run([wrangler, "auth", "token", "--json"]);
  const token = /"token":\s*"([^"]+)"/.exec(text)?.[1];
  if (code === 0 && token) return token;
  throw new Error("Set CLOUDFLARE_API_TOKEN, or run `npx wrangler login` first.");
}
