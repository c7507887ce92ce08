import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Miniflare, V4WorkerOptions } from "miniflare";
import { build } from "../build.ts";
import { isFree } from "../ports.ts";
import { readBuilt } from "./built-workers.ts";
import type { DevServer } from "./dev/server.ts";
import { readableSink } from "./request-log.ts";
import { miniflareOptions, type RuntimeOptions, type Sink, startRuntime } from "./runtime.ts";
import { appSecret, fill, inspect, lock, tokenKeys } from "./state.ts";
import { appWorker, sandboxWorker, urlOf } from "./workers.ts";

export type StackOptions = {
  port: number;
  sandboxPort: number;
  /** The folder of the local state; may be outside the project. */
  stateDir: string;
  /** How many generated gigs a new market has in addition to the hand-written ones. */
  gigs?: number;
  /**
   * The app's entry file, relative to the project's root; usually workers/local/app.ts. The bench wraps it in
   * a counter.
   */
  entry?: string;
  /** Runs the product's modules directly from the sources, instead of the built worker. */
  dev?: DevServer;
  /**
   * Reports progress, requests and errors. Without it nothing is printed, and errors are written to
   * STATE_DIR/workers.log.
   */
  say?: (sentence: string) => void;
};

export type Stack = {
  url: string;
  sandboxUrl: string;
  /**
   * Runs the scheduled work, as Cloudflare's cron does. @throws Error if the runtime can no longer be reached
   */
  runScheduledWork(): Promise<void>;
  /** Runs the newest build, on the same ports and state. */
  reload(): Promise<void>;
  /** Kills the runtime with both workers, like a power cut. */
  kill(): Promise<void>;
  /** Starts both workers again after `kill`, on the same ports and state. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the whole product on this machine: builds, migrates and seeds, then starts the product and the
 * Stripe stand-in as two workers of one runtime. Resolves when both answer /healthz.
 * @throws Error with one sentence for people if a port or the state is in use, or if the build, the seed or a
 * worker fails
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, sandboxPort, stateDir } = options;
  await prepare(options);
  const { sink, errors } = sinkOf(options);
  const url = urlOf(port);
  const sandboxUrl = urlOf(sandboxPort);
  const runtimeOptions = async (): Promise<RuntimeOptions> => ({
    stateDir,
    port,
    workers: await readWorkers(options),
    sink,
  });
  const start = async (): Promise<Miniflare> => {
    let started: Miniflare | null = null;
    try {
      started = await startRuntime(await runtimeOptions());
      await Promise.all([waitUntilHealthy(url, "The app"), waitUntilHealthy(sandboxUrl, "The stand-in")]);
      return started;
    } catch (error) {
      await started?.dispose();
      throw new Error([error instanceof Error ? error.message : error, ...errors()].join("\n"));
    }
  };
  let runtime = await start();

  return {
    url,
    sandboxUrl,
    async runScheduledWork() {
      // Miniflare's own call is not used, because it blocks this process: workerd's log lines are then not
      // read, so it waits once the pipe is full, and both wait forever.
      const answer = await fetch(`${url}/dev/sweep`, { method: "POST" });
      if (!answer.ok) throw new Error(`The scheduled work answered ${answer.status}.`);
      await answer.text();
      // Its alarms, which deliver webhooks, run only after its first request.
      await (await fetch(`${sandboxUrl}/healthz`)).text();
    },
    reload: async () => runtime.setOptions(miniflareOptions(await runtimeOptions())),
    kill: () => runtime.dispose(),
    async restart() {
      runtime = await start();
    },
    stop: () => runtime.dispose(),
  };
}

/** Builds, migrates and seeds as `startStack` does, but starts nothing. */
export async function seedState(options: StackOptions): Promise<void> {
  await prepare(options);
}

/** Does everything before the start. */
async function prepare(options: StackOptions): Promise<void> {
  const { port, sandboxPort, stateDir, gigs, dev, say = () => {} } = options;
  await requireFree(port, "PORT");
  await requireFree(sandboxPort, "SANDBOX_PORT");
  lock(stateDir);
  const { missing, sentence } = inspect(stateDir);
  if (sentence) say(sentence);
  const building = build(dev ? "others" : "everything");
  const filling =
    missing === "nothing" ? null : measureSeconds(() => fill(stateDir, missing, { port, sandboxPort }, gigs));
  const [built, filled] = await Promise.all([building, filling]);
  if (built) say(`Built in ${built.toFixed(1)} s.`);
  if (filled) say(`Database filled in ${filled.toFixed(1)} s.`);
}

/** Both workers, as built. The product is the first one. */
async function readWorkers({ entry, stateDir, dev, ...ports }: StackOptions): Promise<V4WorkerOptions[]> {
  const { settings, app, sandbox } = await readBuilt(entry);
  const secrets = { APP_SECRET: appSecret(stateDir), TOKEN_KEYS: await tokenKeys(stateDir) };
  const built = appWorker(settings.app, app, ports, secrets);
  const product = dev ? await dev.replace(built) : built;
  return [product, sandboxWorker(settings.sandbox, sandbox, ports)];
}

/** The destination of the workers' lines. `errors`: those that were written to the file. */
function sinkOf({ say, stateDir }: StackOptions): { sink: Sink; errors: () => string[] } {
  if (say) {
    const sink = readableSink((line, isError) => (isError ? console.error(line) : say(line)));
    return { sink, errors: () => [] };
  }
  const log = join(stateDir, "workers.log");
  rmSync(log, { force: true });
  return {
    sink: (level, message) => {
      const isFault = ["error", "warn"].includes(level) || /^\{"level":"(error|warn)"/.test(message);
      if (isFault) appendFileSync(log, `${message}\n`);
    },
    errors: () => (existsSync(log) ? [readFileSync(log, "utf8")] : []),
  };
}

/**
 * Waits until `GET {url}/healthz` reports that the worker can work.
 * @throws Error after 60 s
 */
async function waitUntilHealthy(url: string, name: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    // With `part` only the scheduled work has stopped, as it has after a night.
    if (answer?.status === 200 || text?.includes('"part"')) return;
    await wait(100);
  }
  throw new Error(`${name} did not answer ${url}/healthz within 60 s.`);
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
