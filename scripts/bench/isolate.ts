import { readdirSync, readFileSync } from "node:fs";
import type { Json } from "miniflare";
import { bundleWorker } from "../bundle-worker.ts";
import { bindingsWorker, openBindings } from "../local/bindings.ts";
import { startRuntime } from "../local/runtime.ts";

export type Isolate = {
  url: URL;
  /** Null if the system does not list child processes. */
  pid: number | null;
  /** Its local database, for a state that is filled here. */
  database(): Promise<D1Database>;
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

/** Bundles a worker, with its names so that two workers answer the same page, and runs it alone. */
export async function startIsolate(
  { name, main, bindings, stateDir }: IsolateOptions,
  port: number,
): Promise<Isolate> {
  const { text: contents } = (await bundleWorker(main, false)).code;
  const before = new Set(childIds());
  const compatibilityDate = "2026-08-01";
  const databases = {
    d1Databases: { DB: "00000000-0000-0000-0000-000000000001" },
    r2Buckets: { BUCKET: "service-images" },
  };
  const runtime = await startRuntime({
    stateDir,
    port,
    // Log lines are read and dropped.
    sink: () => {},
    workers: [
      {
        name,
        modules: [{ type: "ESModule", path: `${name}.js`, contents }],
        compatibilityDate,
        compatibilityFlags: ["nodejs_compat"],
        bindings,
        ...(stateDir && {
          ...databases,
          durableObjects: { INBOX: { className: "Inbox", useSQLite: true } },
        }),
      },
      { name: "bindings", modules: true, script: bindingsWorker, compatibilityDate, ...databases },
    ],
  });
  return {
    url: await runtime.ready,
    pid: childIds().find((pid) => !before.has(pid)) ?? null,
    database: async () => (await openBindings(runtime, "bindings")).database,
    end: () => runtime.dispose(),
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
