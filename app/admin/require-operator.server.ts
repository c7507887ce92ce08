import type { AppLoadContext } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";
import { hasOperatorClaim, type Viewer } from "#app/auth/viewer.ts";
import { mainRead } from "#app/lib/reads.ts";

/** Keeps a console page out of every cache. */
export const consoleHeaders = { "Cache-Control": "private, no-store" };

/**
 * Returns the viewer if they are an operator with a second factor. Role, assurance level and suspension are
 * read from the session's row. Every other user gets the ordinary 404 page
 * (docs/specification.md#operator-access); a token that does not claim the role costs no read.
 * @throws Response 404; 503 if the session's row cannot be read
 */
export async function requireOperator(context: AppLoadContext): Promise<Viewer> {
  const { db, viewer, clock, log } = context;
  if (!viewer || !hasOperatorClaim(viewer)) return notFound();
  const read = () => sessions.isActiveOperator(db, viewer, clock.now());
  return (await mainRead(read, "Something went wrong", log)) ? viewer : notFound();
}

/** The `action` of a console route that takes no form. @throws Response 404 */
export function noAction(): never {
  return notFound();
}

/** Answers as an unknown address does. @throws Response 404 */
export function notFound(): never {
  throw new Response(null, { status: 404 });
}
