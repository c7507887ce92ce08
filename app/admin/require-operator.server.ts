import type { AppLoadContext } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";
import { hasOperatorClaim, type Viewer } from "#app/auth/viewer.ts";
import { mainRead } from "#app/lib/reads.ts";

/** What keeps a page of the console out of every cache. */
export const consoleHeaders = { "Cache-Control": "private, no-store" };

/**
 * The operator who looks: role, assurance level and suspension come from the session's own row, now. To everybody else the address is one
 * that there is none of (docs/specification.md#operator-access); who does not even claim to be an operator costs no read.
 * @throws Response 404; 503 when it cannot be known whether they are one
 */
export async function requireOperator(context: AppLoadContext): Promise<Viewer> {
  const { db, viewer, clock, log } = context;
  if (!viewer || !hasOperatorClaim(viewer)) return context.asUnknown();
  const read = () => sessions.isActiveOperator(db, viewer, clock.now());
  return (await mainRead(read, "Something went wrong", log)) ? viewer : context.asUnknown();
}
