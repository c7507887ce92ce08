import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { answerCall, onlyCalls } from "#app/auth/second-factor/factor-api.server.ts";
import { removeFactor } from "#app/auth/second-factor/second-factor.server.ts";
import { href } from "#app/lib/href.ts";
import type { PageHandle } from "#app/page-handle.ts";
import * as writes from "#app/writes/writes.server.ts";

export const handle: PageHandle = { methods: ["DELETE"] };
export const loader = () => onlyCalls("DELETE");

/**
 * DELETE /auth/factors/{id} (docs/specification.md#auth-calls), or a form with `intent=remove`: removes a
 * factor.
 */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  return await answerCall(args, { back: href("/profile/factors"), method: "DELETE" }, async () => {
    await removeFactor(context, writes.viewer(context), params.id ?? "");
    context.sendMails();
    return {
      body: { id: params.id },
      notice: "The two-step method was removed.",
      to: href("/profile/factors"),
    };
  });
}
