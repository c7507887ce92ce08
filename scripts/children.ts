import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import manifest from "../package.json" with { type: "json" };

export const root = join(import.meta.dirname, "..");
export const wrangler = join(root, "node_modules/wrangler/wrangler-dist/cli.js");

const alive = new Set<ChildProcess>();

/** Ours, with the tools first on the path, and Cloudflare's made to ask and tell nobody anything. */
const environment = {
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
};

export type Server = {
  /** Resolves when the process has ended, with its exit code (null: by a signal). */
  ended: Promise<number | null>;
  /** Asks the process to end and takes what is left of its group after 5 s. */
  stop(): Promise<void>;
  /** SIGKILL for the process and all that it started, as a power cut would. */
  kill(): Promise<void>;
};

/**
 * Starts a long-running program of node_modules in a process group of its own, so that a signal reaches the program (and
 * not a wrapper), and Ctrl-C in the terminal reaches only us.
 * @param log a file that receives its output; null: ours
 */
export function serve(args: string[], env: Record<string, string>, log: string | null): Server {
  const output = log === null ? "inherit" : openSync(log, "a");
  const guard = new URL("guard.mjs", import.meta.url).href;
  const child = spawn(process.execPath, ["--no-warnings", "--import", guard, ...args], {
    cwd: root,
    detached: process.platform !== "win32",
    stdio: ["ignore", output, output, "ipc"],
    env: { ...environment, ...env },
  });
  const ended = track(child);
  return {
    ended,
    async stop() {
      child.kill("SIGTERM");
      await Promise.race([ended, wait(5000, null, { ref: false })]);
      killGroup(child);
      await ended;
    },
    async kill() {
      killGroup(child);
      await ended;
    },
  };
}

export type Result = { code: number; text: string };

/**
 * Runs a program in this Node to its end.
 * @param env added to ours
 * @returns its exit code and, unless `show`, what it wrote to both outputs
 */
export function run(args: string[], env: Record<string, string> = {}, show = false): Promise<Result> {
  return finish(process.execPath, args, { env, shell: false, show });
}

/** Runs a script of package.json to its end, without npm between. */
export function script(name: keyof typeof manifest.scripts): Promise<Result> {
  return finish(manifest.scripts[name], [], { env: {}, shell: true, show: false });
}

async function finish(
  command: string,
  args: string[],
  how: { env: Record<string, string>; shell: boolean; show: boolean },
): Promise<Result> {
  const output = how.show ? "inherit" : "pipe";
  const child = spawn(command, args, {
    cwd: root,
    detached: process.platform !== "win32",
    stdio: ["ignore", output, output],
    shell: how.shell,
    env: { ...environment, ...how.env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (part: Buffer) => {
      text += part.toString();
    });
  }
  const code = await track(child);
  return { code: code ?? 1, text };
}

/** Ends whatever `serve` and `run` have started, all at once. */
export async function stopAll(): Promise<void> {
  const children = [...alive];
  for (const child of children) child.kill("SIGTERM");
  const ends = children.map(
    (child) => new Promise((done) => (child.exitCode === null ? child.once("close", done) : done(null))),
  );
  await Promise.race([Promise.all(ends), wait(5000, null, { ref: false })]);
  children.forEach(killGroup);
}

/** True when nothing listens on the port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once("error", () => answer(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => answer(true)));
  });
}

const given = new Set<number>();

/** A port of 127.0.0.1 that nothing listened on a moment ago; never the same twice. */
export function freePort(): Promise<number> {
  return new Promise((answer, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const isNew = !given.has(port);
      given.add(port);
      probe.close(() => answer(isNew ? port : freePort()));
    });
  });
}

/**
 * Waits until `GET {url}/healthz` answers 200.
 * @throws Error when the server ends first, or after 60 s
 */
export async function healthy(url: string, server: Server, name: string): Promise<void> {
  let over = false;
  server.ended.then(() => {
    over = true;
  });
  for (let tries = 0; tries < 600 && !over; tries++) {
    // Read to its end and not given up early: the runtime reports every broken connection as an error.
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    await answer?.text().catch(() => null);
    if (answer?.status === 200) return;
    await wait(100);
  }
  throw new Error(
    over
      ? `${name} ended before it answered; its output says why.`
      : `${name} did not answer ${url}/healthz within 60 s.`,
  );
}

function track(child: ChildProcess): Promise<number | null> {
  alive.add(child);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => {
      alive.delete(child);
      // A server that was killed leaves its runtime behind.
      killGroup(child);
      done(code);
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nothing of the group is left.
  }
}
