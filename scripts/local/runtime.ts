import { createRequire } from "node:module";
import { join } from "node:path";
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  type MiniflareOptions,
  type V4WorkerOptions,
} from "miniflare";
import { databasesIn } from "./state.ts";

/** Takes a line of the workers, or of the runtime itself. `level`: log, info, debug, warn or error. */
export type Sink = (level: string, message: string) => void;

export type RuntimeOptions = {
  /** The folder of the local state; without it the workers keep nothing. */
  stateDir?: string;
  /** Where the first worker listens on 127.0.0.1; 0: anywhere. */
  port: number;
  workers: V4WorkerOptions[];
  sink: Sink;
};

/**
 * Starts all workers in one runtime (workerd), on the databases and files of the local state.
 * @throws Error with the runtime's message if a worker cannot be started
 */
export async function startRuntime(options: RuntimeOptions): Promise<Miniflare> {
  endWithThisProcess();
  const miniflare = withOwnSignals(() => new Miniflare(miniflareOptions(options)));
  try {
    await miniflare.ready;
  } catch (error) {
    await miniflare.dispose().catch(() => {});
    throw error;
  }
  return miniflare;
}

export function miniflareOptions({ stateDir, port, workers, sink }: RuntimeOptions): MiniflareOptions {
  return convertV4MiniflareOptions({
    host: "127.0.0.1",
    port,
    // Where a request comes from would be asked of Cloudflare.
    cf: false,
    telemetry: { enabled: false },
    log: new SinkLog(sink),
    logRequests: false,
    handleStructuredLogs: ({ level, message }) => sink(level, message),
    resourcePersistencePath: stateDir && databasesIn(stateDir),
    workers,
  });
}

/** The runtime is started by a script that ends it when this process is killed. */
function endWithThisProcess(): void {
  if (process.platform === "win32" || process.env.WORKERD) return;
  const require = createRequire(createRequire(import.meta.url).resolve("miniflare"));
  process.env.WORKERD = process.env.MINIFLARE_WORKERD_PATH ?? require("workerd").default;
  process.env.MINIFLARE_WORKERD_PATH = join(import.meta.dirname, "workerd.sh");
}

/**
 * Miniflare ends the process at once when a signal comes. It does so no longer for the signals that this
 * process handles itself: it has more to end.
 */
function withOwnSignals<Made>(make: () => Made): Made {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const own = signals.map((signal) => process.listeners(signal));
  const made = make();
  for (const [i, signal] of signals.entries())
    for (const listener of process.listeners(signal))
      if (own[i]?.length && !own[i].includes(listener)) process.off(signal, listener);
  return made;
}

/** Miniflare's own warnings and errors. */
class SinkLog extends Log {
  readonly #sink: Sink;

  constructor(sink: Sink) {
    super(LogLevel.WARN);
    this.#sink = sink;
  }

  override warn(message: string): void {
    this.#sink("warn", message);
  }

  override error(error: Error): void {
    this.#sink("error", error.stack ?? error.message);
  }
}
