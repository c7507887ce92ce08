import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { codeForm } from "#app/auth/second-factor/factor.form.ts";
import {
  codeSentences,
  factorsPath,
  finishFactorPath,
  recoveryCodesPath,
} from "#app/auth/second-factor/factor.ts";
import { onlyCalls, readCall, refusals } from "#app/auth/second-factor/factor-calls.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { answer, findAsked, whoIsAsked } from "#app/auth/second-factor/second-factor.server.ts";
import { suspendedSentence } from "#app/auth/sign-in-path.ts";
import { accessLife } from "#app/auth/tokens.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import * as signups from "#app/emails/signup-notices.server.ts";
import { second } from "#app/lib/dates.ts";
import { returnPath } from "#app/lib/replies.ts";

export const loader = onlyCalls;

/**
 * POST /auth/factors/{id}/verify (docs/specification.md#auth-calls): a code finishes a factor, or signs somebody in who is pendingSecondFactor. Programs name
 * the question (`challenge_id`). The answer is the session (section 3) without its tokens, which stay in cookies.
 */
export async function action({ request, params, context }: ActionFunctionArgs): Promise<Response> {
  const asked = whoIsAsked(context);
  const back = context.viewer ? finishFactorPath(params.id ?? "") : "/sign-in/factor";
  const call = await readCall(request, context, back);
  if (call.method !== "POST") return call.refuse(refusals.method);
  if (!asked) return call.refuse(refusals.nobody);
  const form = codeForm.safeParse(call.fields);
  if (!form.success)
    return call.refuse(refusals.invalid(form.error.issues[0]?.message ?? "Enter the 6 digits"));
  const factor = await findAsked(context, asked, params.id ?? "");
  if ("refusal" in factor) return call.refuse(factor.refusal);
  const { code, challenge_id: challengeId = null } = form.data;
  const answered = await answer(context, asked, factor, code, challengeId);
  context.later(notifications.sendWaiting(context));
  if (answered.state === "wait") return call.refuse(refusals.wait(answered.wait));
  if (answered.state === "suspended")
    return call.refuse({ status: 403, code: "user_suspended", message: suspendedSentence });
  if (answered.state !== "right") {
    const refused = answered.state === "over" ? "challenge_expired" : "verification_failed";
    return call.refuse({ status: 422, code: refused, message: codeSentences[answered.state] });
  }
  if (context.pendingSecondFactor) context.later(signups.notifyOperators(context, asked.userId));
  const theirs = await factors.list(context.db, asked.userId);
  const shown = theirs.map(({ id, factorType, status, friendlyName }) => ({
    id,
    factor_type: factorType,
    status,
    friendly_name: friendlyName,
  }));
  const { redirectTo } = call.fields;
  return call.done(
    {
      expires_at: Math.floor((context.clock.now() + accessLife) / second),
      user: { id: asked.userId, factors: shown },
    },
    context.viewer ? "Your second factor is on." : "Signed in successfully!",
    context.viewer
      ? answered.firstFactor
        ? recoveryCodesPath
        : factorsPath
      : returnPath(typeof redirectTo === "string" ? redirectTo : null),
  );
}
