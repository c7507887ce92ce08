import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { challengeForm } from "#app/auth/second-factor/factor.form.ts";
import { finishFactorPath, maskedPhone } from "#app/auth/second-factor/factor.ts";
import { answerCall, onlyCalls, parseCall } from "#app/auth/second-factor/factor-api.server.ts";
import {
  findChallengedFactor,
  requireChallengedUser,
  sendChallenge,
} from "#app/auth/second-factor/second-factor.server.ts";
import { second } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import { waitSentence } from "#app/limits/limits.ts";

export const loader = () => onlyCalls("POST");

/**
 * POST /auth/factors/{id}/challenge (docs/specification.md#auth-calls): challenges a factor, and sends the
 * code of a phone. It also works while a sign-in is pending.
 */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { viewer } = context;
  const back = href(viewer ? "/profile/factors" : "/sign-in/factor");
  return await answerCall(args, { back, known: [challengeForm] }, async (fields) => {
    const challenged = requireChallengedUser(context);
    parseCall(challengeForm, fields);
    const factor = await findChallengedFactor(context, challenged, params.id ?? "");
    const sent = await sendChallenge(context, challenged, factor);
    if ("wait" in sent) refuse("over", waitSentence(sent.wait), { wait: sent.wait });
    if ("refusal" in sent) refuse("failed", sent.refusal, { code: "text_not_sent" });
    const { id, expiresAt } = sent.challenge;
    return {
      body: { id, type: factor.factorType, expires_at: Math.floor(expiresAt / second) },
      notice: factor.phone
        ? `We sent a code to ${maskedPhone(factor.phone)}.`
        : "Now enter a code from your app.",
      to: viewer ? finishFactorPath(factor.id) : `${href("/sign-in/factor")}?factor=${factor.id}`,
    };
  });
}
