import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as codeTries from "#app/auth/code-tries.server.ts";
import { maskedPhone } from "#app/auth/second-factor/factor.ts";
import { FactorPrompt } from "#app/auth/second-factor/factor-prompt.tsx";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import { findChallengedUser, owesFactor } from "#app/auth/second-factor/second-factor.server.ts";
import { signInBy } from "#app/auth/sign-in/authenticator.server.ts";
import { signInPath } from "#app/auth/sign-in-path.ts";
import * as signups from "#app/auth/signup-notices.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { mainRead } from "#app/lib/reads.ts";
import { redirect, returnPath } from "#app/lib/replies.ts";
import { waitText } from "#app/limits/limits.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "./auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = () => pageMeta({ title: "Two-step verification", noindex: true });

/**
 * The second step of signing in. It is also for a viewer who has a second factor and has not used it in this
 * session. A viewer who needs no code is redirected immediately; a visitor starts with the password.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = returnPath(searchParams.get("redirectTo"));
  const challenged = findChallengedUser(context);
  if (!challenged) throw redirect(signInPath(redirectTo));
  const { db, clock, log } = context;
  const read = () =>
    Promise.all([factors.list(db, challenged.userId), codeTries.findLock(db, challenged, clock.now())]);
  const [all, lock] = await mainRead(read, "Something went wrong", log);
  if (context.viewer && !owesFactor(context.viewer, all)) throw redirect(redirectTo);
  return {
    redirectTo,
    isPending: context.pendingSecondFactor !== null,
    lock: lock && { isDay: lock.isDay, wait: waitText(lock.wait) },
    canSendSms: context.sms !== null,
    factor: searchParams.get("factor"),
    factors: all
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
  const result = await signInBy("second factor", request, context);
  if (!("userId" in result)) return result;
  // A viewer who raised their session's assurance level had already signed in.
  if (context.pendingSecondFactor) context.later(signups.notifyOperators(context, result.userId));
  return writes.done(context, "Signed in successfully!", result.redirectTo);
}

export default function SignInFactor() {
  const loaded = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  return <FactorPrompt {...loaded} lastResult={lastResult} />;
}
