import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Waits } from "#app/admin/console-menu.ts";
import * as health from "#app/admin/health/health.server.ts";
import { mainRead } from "#app/lib/reads.ts";

/**
 * Reads a console page's own data and, at the same time, the numbers for its menu.
 * @returns `waits`: the numbers; null if they cannot be read
 * @throws Response 503 if `read` fails twice
 */
export async function loadPage<T>(
  context: AppLoadContext,
  read: () => Promise<T>,
): Promise<{ page: T; waits: Waits | null }> {
  const [page, waits] = await Promise.all([
    mainRead(read, "Something went wrong", context.log),
    health.countWaiting(context),
  ]);
  return { page, waits };
}
