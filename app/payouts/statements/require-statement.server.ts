import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Viewer } from "#app/auth/viewer.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Period, periodOf } from "#app/payouts/statements/period.ts";
import * as statements from "#app/payouts/statements/statements.server.ts";

/**
 * The viewer's own statement of a period.
 * @param name as in the address: `2026-11` or `2026`
 * @throws Response 404: there is no such period, it has not begun, or the viewer had sold nothing by its end;
 *   503
 */
export async function requireStatement(
  { db, clock, log }: AppLoadContext,
  viewer: Viewer,
  name: string,
): Promise<{ period: Period; statement: statements.Statement }> {
  const period = periodOf(name, clock.now());
  const statement =
    period && (await mainRead(() => statements.find(db, viewer.id, period), "Something went wrong", log));
  if (!period || !statement) throw new Response(null, { status: 404 });
  return { period, statement };
}
