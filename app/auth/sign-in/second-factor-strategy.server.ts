import type { AppLoadContext } from "@remix-run/cloudflare";
import * as codeTries from "#app/auth/code-tries.server.ts";
import { signInAgain } from "#app/auth/require-viewer.server.ts";
import { type SignInCode, signInCodeForm } from "#app/auth/second-factor/factor.form.ts";
import {
  type CodeResult,
  codeSentences,
  endedSentence,
  maskedPhone,
  parseCode,
} from "#app/auth/second-factor/factor.ts";
import * as codes from "#app/auth/second-factor/factor-codes.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import * as recovery from "#app/auth/second-factor/recovery-codes.server.ts";
import { findChallengedUser, sendChallenge } from "#app/auth/second-factor/second-factor.server.ts";
import { signInFaultSentence, suspendedSentence } from "#app/auth/sentences.ts";
import { forgetTokens, signIn } from "#app/auth/sign-in/browser-session.server.ts";
import { FormStrategy, NotSignedIn } from "#app/auth/sign-in/sign-in-strategy.server.ts";
import * as unlockLinks from "#app/auth/sign-in/unlock-links.server.ts";
import { factorPath, signInPath } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { waitSentence, waitText } from "#app/limits/limits.ts";

/**
 * Signs in with a code of a second factor, or with a recovery code (docs/specification.md#second-factor). The
 * form can also ask for a code by text message (`intent=send`).
 * @param sendEmails sends what was written to the outbox
 */
export function secondFactorStrategy(
  context: AppLoadContext,
  sendEmails: () => Promise<unknown>,
): FormStrategy {
  return new FormStrategy([signInCodeForm, ["intent"]], async ({ form, redirectTo }) => {
    const challenged = findChallengedUser(context);
    if (!challenged) throw new NotSignedIn(seeOther(signInPath(redirectTo)));
    if (context.viewer?.aal === "aal2") throw new NotSignedIn(seeOther(redirectTo));
    const intent = form.refusal === null ? form.fields.get("intent") : null;
    if (intent === "send-link")
      throw new NotSignedIn(await sendLink(context, challenged, sendEmails, redirectTo));
    if (intent === "send")
      throw new NotSignedIn(
        await sendCode(context, challenged, String(form.fields.get("factor")), redirectTo),
      );
    const submission = form.parse(signInCodeForm);
    if (submission.status !== "success") throw NotSignedIn.withForm(submission.reply(), 400);
    const resultWith = (sentence: string) => submission.reply({ formErrors: [sentence] });
    try {
      const { db, clock, address } = context;
      const verify = () => verifyCode(context, challenged, submission.value);
      const verified = await codeTries.judge(db, challenged, address, "account", verify, clock.now());
      context.later(sendEmails());
      if (typeof verified === "object") {
        if (verified.ended && context.pendingSecondFactor)
          throw new NotSignedIn(endedReply(context, verified.wait, redirectTo));
        throw new NotSignedIn(tooManyTries(resultWith(waitSentence(verified.wait)), verified.wait));
      }
      if (verified !== "correct") throw NotSignedIn.withForm(resultWith(codeSentences[verified]), 400);
      const result = await signIn(context, challenged.userId, "second factor");
      if (result === "suspended") throw NotSignedIn.withForm(resultWith(suspendedSentence), 403);
      if (result === "credential revoked") throw new NotSignedIn(signInAgain(context, redirectTo));
      return { userId: challenged.userId, owesFactor: false, redirectTo };
    } catch (error) {
      if (error instanceof NotSignedIn) throw error;
      context.log("error", "sign-in failed", { error: errorStack(error) });
      toast(context, "error", signInFaultSentence);
      throw new NotSignedIn(seeOther(factorPath(redirectTo)));
    }
  });
}

/** One wrong code too many: the user begins again with the password, which is never refused for codes. */
function endedReply(context: AppLoadContext, wait: number, redirectTo: string) {
  forgetTokens(context);
  toast(context, "error", endedSentence(waitText(wait)));
  return seeOther(signInPath(redirectTo));
}

/** Mails the link that lets this browser enter codes again (docs/specification.md#wrong-codes). */
async function sendLink(
  context: AppLoadContext,
  { userId }: codes.ChallengedUser,
  sendEmails: () => Promise<unknown>,
  redirectTo: string,
) {
  const result = await unlockLinks.send(context.db, userId, context.clock.now(), redirectTo);
  context.later(sendEmails());
  if (result === "sent")
    toast(
      context,
      "success",
      "We sent you a link. Open it in this browser. It works once and expires in 24 hours.",
    );
  else toast(context, "info", "We have already sent you a link. Please check your spam folder too.");
  return seeOther(factorPath(redirectTo));
}

/** Verifies a code of the chosen factor (without a choice: of the first one), or redeems a recovery code. */
async function verifyCode(
  { db, secret, clock }: Pick<AppLoadContext, "db" | "secret" | "clock">,
  challenged: codes.ChallengedUser,
  submitted: SignInCode,
): Promise<CodeResult> {
  const parsed = parseCode(submitted.code);
  if (!parsed) return "wrong";
  if (parsed.kind === "recovery") {
    const isRedeemed = await recovery.redeem(db, secret, challenged.userId, parsed.code, clock.now());
    return isRedeemed ? "correct" : "wrong";
  }
  const all = await factors.list(db, challenged.userId);
  const verified = all.filter(({ status }) => status === "verified");
  const factor = verified.find(({ id }) => id === submitted.factor) ?? verified[0];
  if (!factor) return "expired";
  return await codes.verify(db, secret, challenged, factor, parsed.code, null, clock.now());
}

/** Sends a code to one of the user's phones. The redirect shows the page again with that phone chosen. */
async function sendCode(
  context: AppLoadContext,
  challenged: codes.ChallengedUser,
  factorId: string,
  redirectTo: string,
) {
  const factor = await factors.find(context.db, challenged.userId, factorId);
  if (factor?.status !== "verified" || factor.factorType !== "phone") return seeOther(factorPath(redirectTo));
  const sent = await sendChallenge(context, challenged, factor);
  if ("challenge" in sent) toast(context, "success", `We sent a code to ${maskedPhone(factor.phone ?? "")}.`);
  else toast(context, "error", "wait" in sent ? waitSentence(sent.wait) : sent.refusal);
  const query = new URLSearchParams({ factor: factorId, ...(redirectTo === "/" ? {} : { redirectTo }) });
  return seeOther(`/sign-in/factor?${query}`);
}
