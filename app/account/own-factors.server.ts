import { auditedWrite } from "#app/auth/audited-write.server.ts";
import * as factorEndings from "#app/auth/second-factor/factor-endings.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities } from "#app/context.ts";
import { refuse } from "#app/lib/refusal.ts";

/**
 * Cancels the pending removal of the viewer's second factors (docs/specification.md#factor-endings).
 * @throws Refusal if none is pending, or the viewer's session has ended
 */
export async function keep({ db, clock }: Pick<Capabilities, "db" | "clock">, viewer: Viewer): Promise<void> {
  if ((await factorEndings.findDue(db, viewer.id)) === null)
    refuse("stale", "There is nothing to stop: the removal has already been stopped or carried out.");
  const at = clock.now();
  const done = await auditedWrite(db, "factor_end_stopped", viewer.id, sessions.held(db, viewer, at), at, [
    factors.endingStopped(db, viewer.id, "owner", at),
  ]);
  if (!done) refuse("signed out");
}
