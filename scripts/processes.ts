import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import manifest from "../package.json" with { type: "json" };

export const root = join(import.meta.dirname, "..");
export const wrangler = join(root, "node_modules/wrangler/wrangler-dist/cli.js");

const alive = new Set<ChildProcess>();

/**
 * Our environment, with the project's tools first on the path. Cloudflare's tools send no telemetry and fetch
 * nothing.
 */
const environment = {
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
};

export type Result = { code: number; text: string };

/**
 * Runs a program in this Node and waits for it.
 * @param env added to our environment
 * @param show writes its output to ours
 * @param cwd the folder in which it runs
 * @returns its exit code and, unless `show`, its output
 */
export function run(
  args: string[],
  env: Record<string, string> = {},
  show = false,
  cwd = root,
): Promise<Result> {
  return finish(process.execPath, args, { env, shell: false, show, cwd });
}

/** Runs a script of package.json without npm, and waits for it. */
export function runScript(name: keyof typeof manifest.scripts): Promise<Result> {
  return finish(manifest.scripts[name], [], { env: {}, shell: true, show: false, cwd: root });
}

/** Runs a shell command in a folder, and waits for it. @returns its exit code and output */
export function runLine(line: string, env: Record<string, string>, cwd: string): Promise<Result> {
  return finish(line, [], { env, shell: true, show: false, cwd });
}

async function finish(
  command: string,
  args: string[],
  { env, shell, show, cwd }: { env: Record<string, string>; shell: boolean; show: boolean; cwd: string },
): Promise<Result> {
  const output = show ? "inherit" : "pipe";
  const child = spawn(command, args, {
    cwd,
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

/** Ends everything that `run` and `runScript` started. */
export async function stopAll(): Promise<void> {
  const children = [...alive];
  for (const child of children) child.kill("SIGTERM");
  const ends = children.map(
    (child) => new Promise((done) => (child.exitCode === null ? child.once("close", done) : done(null))),
  );
  await Promise.race([Promise.all(ends), wait(5000, null, { ref: false })]);
  children.forEach(killGroup);
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
    // The group has already ended.
  }
}

/** True if the file contains the id of a running process. */
export function namesRunningProcess(file: string): boolean {
  try {
    return isRunning(Number(readFileSync(file, "utf8")));
  } catch {
    return false;
  }
}

/** True if a process runs. A killed one that was not reaped does not count. */
export function isRunning(id: number): boolean {
  try {
    // Id 0 would mean this process's own group.
    return id > 0 && process.kill(id, 0) && !isZombie(id);
  } catch {
    return false;
  }
}

/** True if a process has ended but its parent has not yet read its exit code. */
function isZombie(id: number): boolean {
  return stateOf(id).startsWith("Z");
}

/** A process's state, in the notation of `ps`; empty if unknown. A minimal Linux has /proc, but no `ps`. */
function stateOf(id: number): string {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    // The program's name comes before it in brackets, and may itself contain brackets.
    return stat.slice(stat.lastIndexOf(")") + 1).trim();
  } catch {
    return spawnSync("ps", ["-o", "stat=", "-p", String(id)], { encoding: "utf8" }).stdout?.trim() ?? "";
  }
}
