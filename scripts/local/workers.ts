import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import { root } from "../processes.ts";

/** The ports of the product and of the Stripe stand-in, on 127.0.0.1. */
export type Ports = { port: number; sandboxPort: number };

/** The worker settings from both wrangler.toml files, in Miniflare's format, without the code. */
export type WorkerSettings = { app: Settings; sandbox: Settings };
type Settings = V4WorkerOptions & { name: string };

/** A worker's code: one module. `path` is shown in stack traces. */
export type Code = { path: string; contents: string };

/**
 * Reads both wrangler.toml files. The pages must be built, because they include the headers of the static
 * files.
 */
export async function readSettings(): Promise<WorkerSettings> {
  const wrangler = await import("wrangler");
  const settingsOf = (file: string): Settings => {
    const config = join(root, file);
    const { name } = wrangler.unstable_readConfig({ config });
    if (!name) throw new Error(`${file} has no name.`);
    const { workerOptions } = wrangler.unstable_getMiniflareWorkerOptions(config);
    return { ...workerOptions, name } as Settings;
  };
  return { app: settingsOf("wrangler.toml"), sandbox: settingsOf("stripe-sandbox/wrangler.toml") };
}

export function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** The product. Its variables include the secrets. */
export function appWorker(
  settings: Settings,
  code: Code,
  { port, sandboxPort }: Ports,
  secrets: { APP_SECRET: string; TOKEN_KEYS: string },
): V4WorkerOptions {
  return workerOf(settings, code, {
    ENVIRONMENT: "local",
    APP_ORIGIN: urlOf(port),
    STRIPE_API: urlOf(sandboxPort),
    STRIPE_CHECKOUT: urlOf(sandboxPort),
    STRIPE_SECRET_KEY: "sk_test_sandbox",
    STRIPE_WEBHOOK_SECRET: "whsec_sandbox",
    STRIPE_ACCOUNTS_WEBHOOK_SECRET: "whsec_sandbox_accounts",
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_sandbox_connect",
    ...secrets,
  });
}

/** The Stripe stand-in. It listens on its own port, and sends webhooks to the product's port. */
export function sandboxWorker(settings: Settings, code: Code, { port, sandboxPort }: Ports): V4WorkerOptions {
  const variables = {
    ENVIRONMENT: "local",
    ORIGIN: urlOf(sandboxPort),
    WEBHOOK_URL: `${urlOf(port)}/webhooks/stripe`,
    WEBHOOK_SECRET: "whsec_sandbox",
  };
  return {
    ...workerOf(settings, code, variables),
    unsafeDirectSockets: [{ host: "127.0.0.1", port: sandboxPort }],
  };
}

function workerOf(settings: Settings, { path, contents }: Code, variables: Record<string, string>) {
  return {
    ...settings,
    modules: [{ type: "ESModule" as const, path: join(root, path), contents }],
    modulesRoot: root,
    bindings: { ...settings.bindings, ...variables },
  };
}
