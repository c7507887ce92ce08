import { readdirSync, readFileSync } from "node:fs";
import type { Json } from "miniflare";
import { newKey } from "#app/auth/tokens.server.ts";
import { bundleWorker } from "#scripts/bundle-worker.ts";
import { bindingsWorker, openBindings } from "#scripts/local/bindings.ts";
import { startRuntime } from "#scripts/local/runtime.ts";

/** The production worker's bindings, for an isolate that reaches no third party. */
export const production = {
  ENVIRONMENT: "production",
  STRIPE_API: "https://api.stripe.com",
  STRIPE_CHECKOUT: "https://checkout.stripe.com",
  STRIPE_SECRET_KEY: "sk_isolate",
  STRIPE_WEBHOOK_SECRET: "whsec_isolate",
  STRIPE_ACCOUNTS_WEBHOOK_SECRET: "whsec_isolate_accounts",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_isolate_connect",
  MAIL_WEBHOOK_SECRET: "whsec_aXNvbGF0ZQ==",
  APP_SECRET: "a secret of the tests",
  TOKEN_KEYS: JSON.stringify([await newKey()]),
  MAIL_FROM: "hello@handiwork.test",
  OPERATOR_NAME: "The tests",
  OPERATOR_ADDRESS: "This machine",
  OPERATOR_EMAIL: "hello@handiwork.test",
};

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

/**
 * Bundles a worker and runs it in its own process. Names are kept, so that two workers render the same
 * page.
 */
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
