import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as limits from "#app/auth/limits.server.ts";
import { signInAgain } from "#app/auth/require-viewer.server.ts";
import { signInCodeForm } from "#app/auth/second-factor/factor.form.ts";
import { codeSentences, maskedPhone, type Outcome } from "#app/auth/second-factor/factor.ts";
import { FactorQuestion } from "#app/auth/second-factor/factor-question.tsx";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { askForCode, owesFactor, tryCode, whoIsAsked } from "#app/auth/second-factor/second-factor.server.ts";
import { secondAuthenticator, WrongCode } from "#app/auth/sign-in/authenticator.server.ts";
import { signIn } from "#app/auth/sign-in/signing-in.server.ts";
import { factorPath, signInPath, suspendedSentence } from "#app/auth/sign-in-path.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import * as notifications from "#app/emails/send-emails.server.ts";
import * as signups from "#app/emails/signup-notices.server.ts";
import { failureHeaders } from "#app/layout/error-boundary.tsx";
import { errorStack } from "#app/lib/errors.ts";
import { readForm } from "#app/lib/forms.ts";
import { returnPath, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Second factor", noindex: true });

/**
 * The second step of signing in. Also for a viewer who has a second factor and has not shown it in this session. Whoever owes nothing goes
 * on, and a visitor begins with the password.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = returnPath(searchParams.get("redirectTo"));
  const asked = whoIsAsked(context);
  if (!asked) throw redirect(signInPath(redirectTo));
  const theirs = await factors.list(context.db, asked.userId);
  if (context.viewer && !owesFactor(context.viewer, theirs)) throw redirect(redirectTo);
  return {
    redirectTo,
    isHalfway: context.pendingSecondFactor !== null,
    canText: context.sms !== null,
    factor: searchParams.get("factor"),
    factors: theirs
      .filter(({ status }) => status === "verified")
      .map(({ id, factorType, friendlyName, phone }) => ({
        id,
        factorType,
        friendlyName,
        phone: phone && maskedPhone(phone),
      })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const back = backOf(form);
  const asked = whoIsAsked(context);
  if (!asked) return seeOther(signInPath(back));
  if (context.viewer?.aal === "aal2") return seeOther(back);
  if (form.get("intent") === "send") return await send(context, asked, String(form.get("factor")), back);
  const submission = parseWithZod(form, { schema: signInCodeForm });
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const refused = (sentence: string) => submission.reply({ formErrors: [sentence] });
  try {
    const outcome = await tryCode(context, asked.userId, async (): Promise<Outcome> => {
      try {
        await secondAuthenticator(context, asked).authenticate("second factor", request);
        return "right";
      } catch (error) {
        if (error instanceof WrongCode) return error.outcome;
        throw error;
      }
    });
    context.later(notifications.sendWaiting(context));
    if (typeof outcome === "object")
      return tooManyTries(refused(limits.waitSentence(outcome.wait)), outcome.wait);
    if (outcome !== "right") return data(refused(codeSentences[outcome]), { status: 400 });
    const came = await signIn(context, asked.userId, "second factor");
    if (came === "suspended") return data(refused(suspendedSentence), { status: 403 });
    if (came === "changed") return signInAgain(context, back);
    if (context.pendingSecondFactor) context.later(signups.tell(context, asked.userId));
  } catch (error) {
    context.log("error", "sign-in failed", { error: errorStack(error) });
    toast(context, "error", "Failed to sign in");
    return seeOther(factorPath(back));
  }
  toast(context, "success", "Signed in successfully!");
  return seeOther(back);
}

type Context = ActionFunctionArgs["context"];

/** Sends a code to one of the phones, and shows the question with that phone chosen. */
async function send(
  context: Context,
  asked: { userId: string; sessionId: string },
  id: string,
  back: string,
) {
  const factor = await factors.find(context.db, asked.userId, id);
  if (factor?.status !== "verified" || factor.factorType !== "phone") return seeOther(factorPath(back));
  const sent = await askForCode(context, asked, factor);
  if ("question" in sent)
    toast(context, "success", `We have sent a code to ${maskedPhone(factor.phone ?? "")}.`);
  else toast(context, "error", "wait" in sent ? limits.waitSentence(sent.wait) : sent.refusal);
  return seeOther(
    `/sign-in/factor?${new URLSearchParams({ factor: id, ...(back === "/" ? {} : { redirectTo: back }) })}`,
  );
}

function backOf(form: FormData): string {
  const redirectTo = form.get("redirectTo");
  return returnPath(typeof redirectTo === "string" ? redirectTo : null);
}

export default function SignInFactor() {
  const loaded = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  return <FactorQuestion {...loaded} lastResult={lastResult} />;
}
