import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../ports.ts";
import { root } from "../../processes.ts";

/** What a fresh clone does not have. */
const made = ["node_modules", "build", "dist", ".git", ".state", ".bench", ".wrangler", "test-results"];

/**
 * Copies the project as a fresh clone with packages: nothing is built, and there is no local state. The copy
 * is removed when this process ends.
 */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "handiwork-clone-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync(root))
    if (!made.includes(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

export type Started = {
  url: string;
  /** From the command to its line "Ready in …". */
  seconds: number;
  /** The resident memory of all its processes, in MB; null if the system does not list them. */
  megabytes(): number | null;
  stop(): Promise<void>;
};

/**
 * Runs `npm start` in a copy of the project, until it is ready.
 * @throws Error with its output if it ends before
 */
export async function startIn(folder: string): Promise<Started> {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const began = Date.now();
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), STATE_DIR: "" },
  });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  await untilReady(child);
  return {
    url: `http://127.0.0.1:${port}`,
    seconds: (Date.now() - began) / 1000,
    megabytes: () => (child.pid && existsSync("/proc/self/status") ? memoryOf(child.pid) / 1024 : null),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      process.off("exit", kill);
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (part: Buffer) => {
        text += part;
        if (text.includes("Ready in ")) done();
      });
    child.once("exit", () => fail(new Error(`It ended before it was ready.\n${text}`)));
  });
}

/** The resident memory of a process and of all that it has started, in KB. One that has ended has none. */
function memoryOf(id: number): number {
  try {
    const own = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0);
    const children = readdirSync(`/proc/${id}/task`).flatMap((task) =>
      readFileSync(`/proc/${id}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return children.reduce((sum, child) => sum + memoryOf(child), own);
  } catch {
    return 0;
  }
}
