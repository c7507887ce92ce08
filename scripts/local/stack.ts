import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "../build.ts";
import { findFreePort, isFree } from "../ports.ts";
import { root, type Server, serve, waitUntilHealthy, wrangler } from "../processes.ts";
import { writeLocalConfig } from "./config.ts";
import { appSecret, fill, inspect, lock, tokenKeys } from "./state.ts";

export type StackOptions = {
  port: number;
  sandboxPort: number;
  /** The folder of the local state; may be outside the project. */
  stateDir: string;
  /** How many generated gigs a new market has beside the hand-written ones. */
  gigs?: number;
  /** Builds again and reloads when a source changes. */
  watch?: boolean;
  /**
   * The app's first file, absolute; usually workers/local/app.ts. The bench puts a counter in front of it.
   */
  entry?: string;
  /** Reports progress. Without it nothing is printed, and the servers write to STATE_DIR/*.log. */
  say?: (sentence: string) => void;
};

export type Stack = {
  url: string;
  sandboxUrl: string;
  /** Resolves with a sentence if one of the servers ends unexpectedly. */
  broken: Promise<string>;
  /** Kills the app's server. The stand-in keeps running. */
  killApp(): Promise<void>;
  /** Starts the app's server again, on the same port and state, and waits until it answers. */
  restartApp(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the whole product on this machine: builds, starts the Stripe stand-in, migrates and seeds, starts
 * the app. Resolves when both servers answer /healthz.
 * @throws Error with one sentence for people if a port or the state is in use, or if the build, the seed or a
 * server fails
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  await requireFree(options.port, "PORT");
  const sandbox = await prepare(options);
  let report: (sentence: string) => void = () => {};
  const broken = new Promise<string>((resolve) => {
    report = resolve;
  });
  let expected = false;
  const startApp = async (): Promise<Server> => {
    const server = await serveApp(options);
    server.ended.then(() => expected || report("The app has ended."));
    return server;
  };
  let app = await startApp();
  sandbox.ended.then(() => expected || report("The Stripe stand-in has ended."));

  return {
    url: urlOf(options.port),
    sandboxUrl: urlOf(options.sandboxPort),
    broken,
    async killApp() {
      expected = true;
      await app.kill();
    },
    async restartApp() {
      expected = false;
      app = await startApp();
    },
    async stop() {
      expected = true;
      await Promise.all([app.stop(), sandbox.stop()]);
    },
  };
}

/** Builds, migrates and seeds as `startStack` does, but leaves no server running. */
export async function seedState(options: StackOptions): Promise<void> {
  const sandbox = await prepare(options);
  await sandbox.stop();
}

/** Does everything before the app's start. @returns the stand-in, which the seed and the app need */
async function prepare(options: StackOptions): Promise<Server> {
  const { sandboxPort, stateDir, say = () => {} } = options;
  await requireFree(sandboxPort, "SANDBOX_PORT");
  lock(stateDir);
  const { missing, sentence } = inspect(stateDir);
  if (sentence) say(sentence);
  const building = build();
  const serving = serveSandbox(options);
  const filling =
    missing === "nothing"
      ? null
      : serving.then(() => measureSeconds(() => fill(stateDir, missing, sandboxPort, options.gigs)));
  const [built, filled, sandbox] = await Promise.all([building, filling, serving]);
  if (built) say(`Built in ${built.toFixed(1)} s.`);
  if (filled) say(`Database filled in ${filled.toFixed(1)} s.`);
  return sandbox;
}

async function serveSandbox(options: StackOptions): Promise<Server> {
  const state = join(options.stateDir, "stripe");
  const config = join(state, "wrangler.json");
  const url = urlOf(options.sandboxPort);
  await writeLocalConfig(join(root, "stripe-sandbox/wrangler.toml"), config, {
    vars: {
      ENVIRONMENT: "local",
      ORIGIN: url,
      WEBHOOK_URL: `${urlOf(options.port)}/webhooks/stripe`,
      WEBHOOK_SECRET: "whsec_sandbox",
    },
    watch: null,
  });
  return serveWorker("stripe-sandbox", config, options.sandboxPort, state, options);
}

async function serveApp(options: StackOptions): Promise<Server> {
  const config = join(options.stateDir, "wrangler.json");
  await writeLocalConfig(join(root, "wrangler.toml"), config, {
    vars: {
      ENVIRONMENT: "local",
      APP_ORIGIN: urlOf(options.port),
      STRIPE_API: urlOf(options.sandboxPort),
      STRIPE_CHECKOUT: urlOf(options.sandboxPort),
      STRIPE_SECRET_KEY: "sk_test_sandbox",
      STRIPE_WEBHOOK_SECRET: "whsec_sandbox",
      APP_SECRET: appSecret(options.stateDir),
      TOKEN_KEYS: await tokenKeys(options.stateDir),
    },
    watch: options.watch ? ["app", "drizzle/schema", "public"] : null,
    main: options.entry ?? join(root, "workers/local/app.ts"),
  });
  return serveWorker("app", config, options.port, options.stateDir, options);
}

/** Runs `wrangler dev` and waits until it answers. */
async function serveWorker(
  name: string,
  config: string,
  port: number,
  state: string,
  options: StackOptions,
): Promise<Server> {
  const args = {
    config,
    "persist-to": state,
    ip: "127.0.0.1",
    port,
    "inspector-port": await findFreePort(),
    "log-level": "warn",
    "show-interactive-dev-session": false,
  };
  const flags = Object.entries(args).map(([flag, value]) => `--${flag}=${value}`);
  const registry = join(options.stateDir, "registry");
  const log = options.say ? null : join(options.stateDir, `${name}.log`);
  const server = serve([wrangler, "dev", ...flags], { WRANGLER_REGISTRY_PATH: registry }, log);
  try {
    await waitUntilHealthy(urlOf(port), server, name);
  } catch (error) {
    throw log === null ? error : new Error(`${error}\n${readFileSync(log, "utf8")}`);
  }
  return server;
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const began = Date.now();
  await work();
  return (Date.now() - began) / 1000;
}

async function requireFree(port: number, name: string): Promise<void> {
  if (await isFree(port)) return;
  throw new Error(`Port ${port} is in use. Stop the program that uses it, or set ${name} to another port.`);
}
