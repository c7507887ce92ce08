import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { challengeForm } from "#app/auth/second-factor/factor.form.ts";
import { factorsPath, finishFactorPath, maskedPhone } from "#app/auth/second-factor/factor.ts";
import { onlyCalls, readCall, refusals } from "#app/auth/second-factor/factor-api.server.ts";
import {
  findChallengedFactor,
  findChallengedUser,
  sendChallenge,
} from "#app/auth/second-factor/second-factor.server.ts";
import { second } from "#app/lib/dates.ts";

export const loader = onlyCalls;

/**
 * POST /auth/factors/{id}/challenge (docs/specification.md#auth-calls): challenges a factor, and sends the
 * code of a phone. It also works while a sign-in is pending.
 */
export async function action({ request, params, context }: ActionFunctionArgs): Promise<Response> {
  const challenged = findChallengedUser(context);
  const call = await readCall(
    request,
    context,
    context.viewer ? factorsPath : "/sign-in/factor",
    challengeForm,
  );
  if (call.method !== "POST") return call.refuse(refusals.method);
  if (!challenged) return call.refuse(refusals.signedOut);
  const form = challengeForm.safeParse(call.fields);
  if (!form.success) return call.refuse(refusals.invalid("channel must be sms"));
  const factor = await findChallengedFactor(context, challenged, params.id ?? "");
  if ("refusal" in factor) return call.refuse(factor.refusal);
  const sent = await sendChallenge(context, challenged, factor);
  if ("wait" in sent) return call.refuse(refusals.wait(sent.wait));
  if ("refusal" in sent) return call.refuse({ status: 503, code: "text_not_sent", message: sent.refusal });
  const { id, expiresAt } = sent.challenge;
  return call.done(
    { id, type: factor.factorType, expires_at: Math.floor(expiresAt / second) },
    factor.phone ? `We sent a code to ${maskedPhone(factor.phone)}.` : "Now enter a code from your app.",
    context.viewer ? finishFactorPath(factor.id) : `/sign-in/factor?factor=${factor.id}`,
  );
}
