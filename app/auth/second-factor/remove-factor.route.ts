import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { factorsPath } from "#app/auth/second-factor/factor.ts";
import { onlyCalls, readCall, refusals } from "#app/auth/second-factor/factor-api.server.ts";
import { removeFactor } from "#app/auth/second-factor/second-factor.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import type { PageHandle } from "#app/page-handle.ts";

export const handle: PageHandle = { methods: ["DELETE"] };
export const loader = onlyCalls;

/**
 * DELETE /auth/factors/{id} (docs/specification.md#auth-calls), or a form with `intent=remove`: removes a
 * factor.
 */
export async function action({ request, params, context }: ActionFunctionArgs): Promise<Response> {
  const call = await readCall(request, context, factorsPath);
  if (call.method !== "DELETE") return call.refuse(refusals.method);
  if (!context.viewer) return call.refuse(refusals.signedOut);
  const removed = await removeFactor(context, context.viewer, params.id ?? "");
  if ("refusal" in removed) return call.refuse(removed.refusal);
  context.later(mails.sendWaiting(context));
  return call.done({ id: params.id }, "The two-step method was removed.", factorsPath);
}
