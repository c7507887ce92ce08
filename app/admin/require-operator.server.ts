import type { AppLoadContext } from "@remix-run/cloudflare";
import { operatorOf } from "#app/auth/require-viewer.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { day, second } from "#app/lib/dates.ts";

/** How long a browser is remembered as an operator's after the console was last open in it, in seconds. */
const rememberedFor = (365 * day) / second;

/**
 * Returns the viewer if they are an operator with a second factor. Every other user gets the ordinary 404
 * page (docs/specification.md#operator-access). The browser is remembered, so that it is sent to sign in once
 * the session has ended (docs/specification.md#operator-sign-in), and no cache keeps the answer
 * (workers/request/answer-page.ts).
 * @throws Response 404; 503 if the session's row cannot be read
 */
export async function requireOperator(context: AppLoadContext): Promise<Viewer> {
  const operator = (await operatorOf(context)) ?? notFound();
  context.cookies.set("operator", "1", rememberedFor);
  return operator;
}

/** Answers like an unknown address; the `action` of a route that takes no form. @throws Response 404 */
export function notFound(): never {
  throw new Response(null, { status: 404 });
}
