import type { AppLoadContext } from "@remix-run/cloudflare";
import * as codeTries from "#app/auth/code-tries.server.ts";
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
import * as sessions from "#app/auth/sessions.server.ts";
import { forgetTokens, signIn } from "#app/auth/sign-in/browser-session.server.ts";
import { FormStrategy } from "#app/auth/sign-in/sign-in-strategy.server.ts";
import * as unlockLinks from "#app/auth/sign-in/unlock-links.server.ts";
import { factorPath, signInPath } from "#app/auth/sign-in-path.ts";
import { href } from "#app/lib/href.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { waitSentence, waitText } from "#app/limits/limits.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * Signs in with a code of a second factor, or with a recovery code (docs/specification.md#second-factor). The
 * form can also ask for a code by text message (`intent=send`).
 */
export function secondFactorStrategy(context: AppLoadContext): FormStrategy {
  return new FormStrategy([signInCodeForm, ["intent"]], async ({ form, redirectTo }) => {
    const path = factorPath(redirectTo);
    const formAgain = writes.formAgain(form, signInCodeForm);
    const again = (refusal: Refusal) =>
      refusal.kind === "failed" ? writes.toastAt(context, path, refusal) : formAgain(refusal);
    return await writes.run(context, form, { path, again, failed }, async () => {
      const challenged = findChallengedUser(context);
      if (!challenged) {
        toast(context, "error", "This sign-in has ended. Please sign in again.");
        return seeOther(signInPath(redirectTo));
      }
      if (context.viewer?.aal === "aal2") return seeOther(redirectTo);
      const intent = form.refusal === null ? form.fields.get("intent") : null;
      if (intent === "send-link") return await sendLink(context, challenged, redirectTo);
      if (intent === "send") return await sendCode(context, challenged, form.text("factor"), redirectTo);
      return await enterCode(context, challenged, writes.parse(form, signInCodeForm), redirectTo);
    });
  });
}

const failed = { event: "sign-in failed", sentence: signInFaultSentence };

/** @throws Refusal */
async function enterCode(
  context: AppLoadContext,
  challenged: codes.ChallengedUser,
  submitted: SignInCode,
  redirectTo: string,
) {
  const { db, clock, address } = context;
  const verify = () => verifyCode(context, challenged, submitted);
  const verified = await codeTries.judge(db, challenged, address, "account", verify, clock.now());
  context.sendMails();
  if (typeof verified === "object") {
    const { ended, wait } = verified;
    if (ended && context.pendingSecondFactor) return endedReply(context, wait, redirectTo);
    refuse("over", waitSentence(wait), { wait });
  }
  if (verified !== "correct") refuse("invalid", codeSentences[verified]);
  const result = await signIn(context, challenged.userId, "second factor");
  if (result === "suspended") refuse("refused", suspendedSentence);
  if (result === "credential revoked") {
    forgetTokens(context);
    toast(context, "error", "Please sign in to continue");
    return seeOther(signInPath(redirectTo, "Please sign in to continue"));
  }
  return {
    userId: challenged.userId,
    owesFactor: false,
    redirectTo: await firstPage(db, challenged, redirectTo),
  };
}

/** An operator who came from no other page starts in the console (docs/specification.md#operator-start). */
async function firstPage(
  db: AppLoadContext["db"],
  { userId }: codes.ChallengedUser,
  redirectTo: string,
): Promise<string> {
  if (redirectTo !== "/") return redirectTo;
  const user = await sessions.findSignInUser(db, userId);
  return user?.role === "operator" ? href("/admin") : redirectTo;
}

/** Handles one wrong code too many: the user starts over with the password, which codes never lock. */
function endedReply(context: AppLoadContext, wait: number, redirectTo: string) {
  forgetTokens(context);
  toast(context, "error", endedSentence(waitText(wait)));
  return seeOther(signInPath(redirectTo));
}

/** Mails a link that lets this browser enter codes again (docs/specification.md#wrong-codes). */
async function sendLink(context: AppLoadContext, { userId }: codes.ChallengedUser, redirectTo: string) {
  const result = await unlockLinks.send(context.db, userId, context.clock.now(), redirectTo);
  context.sendMails();
  if (result === "sent")
    toast(
      context,
      "success",
      "We sent you a link. Open it in this browser. It works once and expires in 24 hours.",
    );
  else toast(context, "info", "We have already sent you a link. Please check your spam folder too.");
  return seeOther(factorPath(redirectTo));
}

/** Verifies a code of the chosen factor (by default, the first one), or redeems a recovery code. */
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
  return seeOther(`${href("/sign-in/factor")}?${query}`);
}
