import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import manifest from "../package.json" with { type: "json" };

export const root = join(import.meta.dirname, "..");
export const wrangler = join(root, "node_modules/wrangler/wrangler-dist/cli.js");

const alive = new Set<ChildProcess>();

/** Our environment, with the project's tools first on the path. Cloudflare's tools send and fetch nothing. */
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
  /** Resolves when the process has ended, with its exit code; null if a signal ended it. */
  ended: Promise<number | null>;
  /** Asks the process to end. After 5 s it kills what is left of its group. */
  stop(): Promise<void>;
  /** Kills the process and everything that it started, like a power cut. */
  kill(): Promise<void>;
};

/**
 * Starts a server of node_modules in its own process group. So a signal reaches the server itself and not a
 * wrapper, and Ctrl-C in the terminal reaches only this process.
 * @param log the file for its output; null for this process's own output
 */
export function serve(args: string[], env: Record<string, string>, log: string | null): Server {
  const output = log === null ? "inherit" : openSync(log, "a");
  const exitWithParent = new URL("local/exit-with-parent.mjs", import.meta.url).href;
  const child = spawn(process.execPath, ["--no-warnings", "--import", exitWithParent, ...args], {
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
 * @param env added to our environment
 * @param show writes its output to ours
 * @returns its exit code and, unless `show`, its output
 */
export function run(args: string[], env: Record<string, string> = {}, show = false): Promise<Result> {
  return finish(process.execPath, args, { env, shell: false, show });
}

/** Runs a script of package.json to its end, without npm. */
export function runScript(name: keyof typeof manifest.scripts): Promise<Result> {
  return finish(manifest.scripts[name], [], { env: {}, shell: true, show: false });
}

async function finish(
  command: string,
  args: string[],
  { env, shell, show }: { env: Record<string, string>; shell: boolean; show: boolean },
): Promise<Result> {
  const output = show ? "inherit" : "pipe";
  const child = spawn(command, args, {
    cwd: root,
    detached: process.platform !== "win32",
    stdio: ["ignore", output, output],
    shell,
    env: { ...environment, ...env },
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

/** Ends everything that `serve` and `run` have started. */
export async function stopAll(): Promise<void> {
  const children = [...alive];
  for (const child of children) child.kill("SIGTERM");
  const ends = children.map(
    (child) => new Promise((done) => (child.exitCode === null ? child.once("close", done) : done(null))),
  );
  await Promise.race([Promise.all(ends), wait(5000, null, { ref: false })]);
  children.forEach(killGroup);
}

/**
 * Waits until `GET {url}/healthz` answers that the server can work.
 * @throws Error if the server ends first, or after 60 s
 */
export async function waitUntilHealthy(url: string, server: Server, name: string): Promise<void> {
  let hasEnded = false;
  server.ended.then(() => {
    hasEnded = true;
  });
  for (let tries = 0; tries < 600 && !hasEnded; tries++) {
    // The answer is read to its end: the runtime reports every broken connection as an error.
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    // With `part` only the scheduled work stands still, as it does after a night.
    if (answer?.status === 200 || text?.includes('"part"')) return;
    await wait(100);
  }
  throw new Error(
    hasEnded
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
      // A killed server leaves its runtime running.
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
    // The group has ended already.
  }
}

/** True if the file contains the id of a running process. A killed one that was not reaped does not run. */
export function namesRunningProcess(file: string): boolean {
  try {
    const id = Number(readFileSync(file, "utf8"));
    // Id 0 would mean this process's own group.
    return id > 0 && process.kill(id, 0) && !isZombie(id);
  } catch {
    return false;
  }
}

/** True if a process has ended and its parent has not asked for its exit code yet. */
function isZombie(id: number): boolean {
  return stateOf(id).startsWith("Z");
}

/** A process's state, as `ps` names it; empty if it is unknown. A small Linux has /proc, but no `ps`. */
function stateOf(id: number): string {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    // The program's name stands before it in brackets, and may contain brackets itself.
    return stat.slice(stat.lastIndexOf(")") + 1).trim();
  } catch {
    return spawnSync("ps", ["-o", "stat=", "-p", String(id)], { encoding: "utf8" }).stdout?.trim() ?? "";
  }
}
