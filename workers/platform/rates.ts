import type { Capabilities, Log } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";

/**
 * Short windows, counted by Cloudflare near the visitor (wrangler.toml). If the counter fails, the request is
 * allowed: the limits in the database still apply.
 */
export function rates(env: Pick<Env, "READ_RATE" | "WRITE_RATE">, log: Log): Capabilities["rate"] {
  return async (kind, key) => {
    const limiter = kind === "read" ? env.READ_RATE : env.WRITE_RATE;
    try {
      return (await limiter.limit({ key })).success;
    } catch (error) {
      log("warn", "rate not asked", { kind, error: errorStack(error) });
      return true;
    }
  };
}
