import type { AppLoadContext } from "@remix-run/cloudflare";
import { operatorOf } from "#app/auth/require-viewer.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";

/** Keeps a console page out of every cache. */
export const consoleHeaders = { "Cache-Control": "private, no-store" };

/**
 * Returns the viewer if they are an operator with a second factor. Every other user gets the ordinary 404
 * page (docs/specification.md#operator-access).
 * @throws Response 404; 503 if the session's row cannot be read
 */
export async function requireOperator(context: AppLoadContext): Promise<Viewer> {
  return (await operatorOf(context)) ?? notFound();
}

/** The `action` of a console route that takes no form. @throws Response 404 */
export function noAction(): never {
  return notFound();
}

/** Answers like an unknown address. @throws Response 404 */
export function notFound(): never {
  throw new Response(null, { status: 404 });
}
