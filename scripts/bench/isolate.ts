import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, type Json, Log, LogLevel, Miniflare } from "miniflare";
import { root, run, wrangler } from "../processes.ts";

export type Isolate = {
  url: URL;
  /** Null if the system does not list child processes. */
  pid: number | null;
  end(): Promise<void>;
};

export type IsolateOptions = {
  name: string;
  /** The worker's first file, from the project's root. */
  main: string;
  bindings: Record<string, Json>;
  /** The state with the local databases; without it the worker has no databases. */
  stateDir?: string;
};

const compatibility = { date: "2026-08-01", flags: ["nodejs_compat"] };

/**
 * Bundles a worker as a deployment does and runs it in miniflare, in its own process, without `wrangler dev`.
 */
export async function startIsolate(
  { name, main, bindings, stateDir }: IsolateOptions,
  port: number,
): Promise<Isolate> {
  const folder = mkdtempSync(join(tmpdir(), `handiwork-${name}-`));
  const config = join(folder, "wrangler.json");
  writeFileSync(
    config,
    JSON.stringify({
      name,
      main: join(root, main),
      compatibility_date: compatibility.date,
      compatibility_flags: compatibility.flags,
    }),
  );
  const args = ["deploy", "--dry-run", `--outdir=${join(folder, "out")}`, `--config=${config}`];
  const { code, text } = await run([wrangler, ...args]);
  if (code !== 0) throw new Error(`${main} could not be bundled.\n${text}`);
  const first = `${main.split("/").at(-1)?.replace(/\.ts$/, "")}.js`;
  const before = new Set(childIds());
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port,
      log: new Log(LogLevel.ERROR),
      // Log lines are read and dropped.
      handleStructuredLogs: () => {},
      resourcePersistencePath: stateDir && join(stateDir, "v3"),
      workers: [
        {
          name,
          modules: [{ type: "ESModule", path: join(folder, "out", first) }],
          modulesRoot: join(folder, "out"),
          compatibilityDate: compatibility.date,
          compatibilityFlags: compatibility.flags,
          bindings,
          ...(stateDir && {
            d1Databases: { DB: "00000000-0000-0000-0000-000000000001" },
            r2Buckets: { BUCKET: "service-images" },
            durableObjects: { INBOX: { className: "Inbox", useSQLite: true } },
          }),
        },
      ],
    }),
  );
  const url = await miniflare.ready;
  return {
    url,
    pid: childIds().find((pid) => !before.has(pid)) ?? null,
    async end() {
      await miniflare.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The ids of the processes that this one has started; empty if the system does not list them. */
function childIds(): number[] {
  try {
    return readdirSync("/proc/self/task")
      .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" "))
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/** CPU time that a process has used, in ms. The clock tick of Linux's /proc is 10 ms. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
