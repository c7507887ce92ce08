import type { AppLoadContext } from "@remix-run/cloudflare";
import * as health from "#app/admin/health/health.server.ts";
import { mainRead } from "#app/lib/reads.ts";

/**
 * Reads a console page's own data and the number of stuck items for its menu, at the same time.
 * @returns `stuck` null if the number cannot be read
 * @throws Response 503 if `read` fails twice
 */
export async function loadPage<T>(
  context: AppLoadContext,
  read: () => Promise<T>,
): Promise<{ page: T; stuck: number | null }> {
  const [page, stuck] = await Promise.all([
    mainRead(read, "Something went wrong", context.log),
    health.countStuck(context),
  ]);
  return { page, stuck };
}
