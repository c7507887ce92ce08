import { auditedWrite } from "#app/auth/audited-write.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities } from "#app/context.ts";

/**
 * Stops the end of the viewer's second factors (docs/specification.md#factor-endings). It changes nothing if
 * none waits.
 * @returns false if the viewer's session has ended; nothing was written
 */
export async function keep(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  viewer: Viewer,
): Promise<boolean> {
  const at = clock.now();
  return await auditedWrite(db, "factor_end_stopped", viewer.id, sessions.held(db, viewer, at), at, [
    factors.endingStopped(db, viewer.id, "owner", at),
  ]);
}
