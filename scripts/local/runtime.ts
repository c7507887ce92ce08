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

/** Receives a line of the workers, or of the runtime itself. `level`: log, info, debug, warn or error. */
export type Sink = (level: string, message: string) => void;

export type RuntimeOptions = {
  /** The folder of the local state. Without it the workers store nothing. */
  stateDir?: string;
  /** The port of the first worker on 127.0.0.1; 0: any. */
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
    // Miniflare would ask Cloudflare where a request comes from.
    cf: false,
    telemetry: { enabled: false },
    log: new SinkLog(sink),
    logRequests: false,
    handleStructuredLogs: ({ level, message }) => sink(level, message),
    resourcePersistencePath: stateDir && databasesIn(stateDir),
    workers,
  });
}

/** The runtime is started through a script that ends it when this process is killed. */
function endWithThisProcess(): void {
  if (process.platform === "win32" || process.env.WORKERD) return;
  const require = createRequire(createRequire(import.meta.url).resolve("miniflare"));
  process.env.WORKERD = process.env.MINIFLARE_WORKERD_PATH ?? require("workerd").default;
  process.env.MINIFLARE_WORKERD_PATH = join(import.meta.dirname, "workerd.sh");
}

/**
 * Miniflare ends the process as soon as a signal arrives. This prevents it for the signals that this process
 * handles itself, because it has more to stop.
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
