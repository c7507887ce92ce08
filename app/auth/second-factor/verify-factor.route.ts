import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import { codeForm } from "#app/auth/second-factor/factor.form.ts";
import { codeSentences, finishFactorPath } from "#app/auth/second-factor/factor.ts";
import { answerCall, onlyCalls, parseCall } from "#app/auth/second-factor/factor-api.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import {
  findChallengedFactor,
  requireChallengedUser,
  type VerifyResult,
  verifyCode,
} from "#app/auth/second-factor/second-factor.server.ts";
import { suspendedSentence } from "#app/auth/sentences.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import * as signups from "#app/auth/signup-notices.server.ts";
import { accessLife } from "#app/auth/tokens.server.ts";
import { second } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { refuse } from "#app/lib/refusal.ts";
import { returnPath } from "#app/lib/replies.ts";
import { waitSentence } from "#app/limits/limits.ts";

export const loader = () => onlyCalls("POST");

/**
 * POST /auth/factors/{id}/verify (docs/specification.md#auth-calls): a code completes an enrolment or a
 * pending sign-in. The response is the session (docs/specification.md#data-session) without its tokens, which
 * stay in cookies.
 */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const isPending = context.viewer === null;
  const back = isPending ? "/sign-in/factor" : finishFactorPath(params.id ?? "");
  return await answerCall(args, { back, known: [codeForm] }, async (fields) => {
    const challenged = requireChallengedUser(context);
    const { code, challenge_id: challengeId = null } = parseCall(codeForm, fields);
    const factor = await findChallengedFactor(context, challenged, params.id ?? "");
    const result = await verifyCode(context, challenged, factor, code, challengeId);
    context.sendMails();
    refuseUnlessCorrect(context, result);
    if (isPending) context.later(signups.notifyOperators(context, challenged.userId));
    const { redirectTo } = fields;
    const wanted = returnPath(typeof redirectTo === "string" ? redirectTo : null);
    return {
      body: await bodyOf(context, challenged.userId),
      notice: isPending ? "Signed in successfully!" : "Two-step verification is on.",
      to: isPending
        ? wanted
        : href(result.firstFactor ? "/profile/factors/recovery-codes" : "/profile/factors"),
    };
  });
}

/** @throws Refusal unless the code was correct */
function refuseUnlessCorrect(
  context: AppLoadContext,
  result: VerifyResult,
): asserts result is Extract<VerifyResult, { state: "correct" }> {
  if (result.state === "wait") {
    if (result.ended && context.pendingSecondFactor) forgetTokens(context);
    refuse("over", waitSentence(result.wait), { wait: result.wait });
  }
  if (result.state === "suspended") refuse("refused", suspendedSentence, { code: "user_suspended" });
  if (result.state === "expired") refuse("incorrect", codeSentences.expired, { code: "challenge_expired" });
  if (result.state !== "correct") refuse("incorrect", codeSentences[result.state]);
}

/** The response to a program: the user who is now signed in. */
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
