import { auditedWrite } from "#app/auth/audited-write.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { closeTabs } from "#app/auth/sign-in/browser-session.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Capabilities } from "#app/context.ts";
import { refuse } from "#app/lib/refusal.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "inboxes" | "later">;

/**
 * Ends one of the viewer's sessions and closes the sockets of its tabs.
 * @throws Refusal signed out if the viewer's own session had already ended; nothing was written
 */
export async function end(deps: Deps, viewer: Viewer, sessionId: string): Promise<void> {
  const { db, clock } = deps;
  const at = clock.now();
  const ended = sessions.ended(db, viewer.id, sessionId, at);
  const done = await auditedWrite(db, "session_ended", viewer.id, sessions.held(db, viewer, at), at, [ended]);
  if (!done) refuse("signed out");
  closeTabs(deps, viewer.id, [sessionId]);
}

/**
 * Ends all of the viewer's sessions except one and closes the sockets of their tabs.
 * @param except the session to keep; null if all end
 * @throws Refusal signed out if the viewer's own session had already ended; nothing was written
 */
export async function endAll(deps: Deps, viewer: Viewer, except: string | null): Promise<void> {
  const { db, clock } = deps;
  const at = clock.now();
  const alive = await sessions.listAlive(db, viewer.id, at);
  const ended = sessions.allEnded(db, viewer.id, except, at);
  const done = await auditedWrite(db, "sessions_ended", viewer.id, sessions.held(db, viewer, at), at, [
    ended,
  ]);
  if (!done) refuse("signed out");
  const others = alive.map(({ id }) => id).filter((id) => id !== except);
  closeTabs(deps, viewer.id, others);
}
