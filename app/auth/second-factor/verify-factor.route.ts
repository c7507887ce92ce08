import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import { codeForm } from "#app/auth/second-factor/factor.form.ts";
import {
  codeSentences,
  factorsPath,
  finishFactorPath,
  recoveryCodesPath,
} from "#app/auth/second-factor/factor.ts";
import { onlyCalls, readCall, refusals } from "#app/auth/second-factor/factor-api.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import {
  findChallengedFactor,
  findChallengedUser,
  verifyCode,
} from "#app/auth/second-factor/second-factor.server.ts";
import { suspendedSentence } from "#app/auth/sentences.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { accessLife } from "#app/auth/tokens.server.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import * as signups from "#app/emails/signup-notices.server.ts";
import { second } from "#app/lib/dates.ts";
import { returnPath } from "#app/lib/replies.ts";

export const loader = onlyCalls;

/**
 * POST /auth/factors/{id}/verify (docs/specification.md#auth-calls): a code finishes an enrolment, or a
 * pending sign-in. The response is the session (docs/specification.md#data-session) without its tokens, which
 * stay in cookies.
 */
export async function action({ request, params, context }: ActionFunctionArgs): Promise<Response> {
  const challenged = findChallengedUser(context);
  const back = context.viewer ? finishFactorPath(params.id ?? "") : "/sign-in/factor";
  const call = await readCall(request, context, back, codeForm);
  if (call.method !== "POST") return call.refuse(refusals.method);
  if (!challenged) return call.refuse(refusals.signedOut);
  const form = codeForm.safeParse(call.fields);
  if (!form.success)
    return call.refuse(refusals.invalid(form.error.issues[0]?.message ?? "Enter the 6 digits"));
  const factor = await findChallengedFactor(context, challenged, params.id ?? "");
  if ("refusal" in factor) return call.refuse(factor.refusal);
  const { code, challenge_id: challengeId = null } = form.data;
  const result = await verifyCode(context, challenged, factor, code, challengeId);
  context.later(mails.sendWaiting(context));
  if (result.state === "wait" && result.ended && context.pendingSecondFactor) forgetTokens(context);
  if (result.state === "wait") return call.refuse(refusals.wait(result.wait));
  if (result.state === "suspended")
    return call.refuse({ status: 403, code: "user_suspended", message: suspendedSentence });
  if (result.state !== "correct") {
    const refusalCode = result.state === "expired" ? "challenge_expired" : "verification_failed";
    return call.refuse({ status: 422, code: refusalCode, message: codeSentences[result.state] });
  }
  if (context.pendingSecondFactor) context.later(signups.notifyOperators(context, challenged.userId));
  const { redirectTo } = call.fields;
  const notice = context.viewer ? "Two-step verification is on." : "Signed in successfully!";
  const next = result.firstFactor ? recoveryCodesPath : factorsPath;
  const wanted = returnPath(typeof redirectTo === "string" ? redirectTo : null);
  return call.done(await bodyOf(context, challenged.userId), notice, context.viewer ? next : wanted);
}

/** What a program is told of the user who is signed in now. */
async function bodyOf({ db, clock }: AppLoadContext, userId: string) {
  const all = await factors.list(db, userId);
  const userFactors = all.map(({ id, factorType, status, friendlyName }) => ({
    id,
    factor_type: factorType,
    status,
    friendly_name: friendlyName,
  }));
  const expiresAt = Math.floor((clock.now() + accessLife) / second);
  return { expires_at: expiresAt, user: { id: userId, factors: userFactors } };
}
