import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { signInFaultSentence, suspendedSentence } from "#app/auth/sentences.ts";
import { signIn } from "#app/auth/sign-in/browser-session.server.ts";
import { signInForm } from "#app/auth/sign-in/credentials.form.ts";
import { FormStrategy } from "#app/auth/sign-in/sign-in-strategy.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import * as writes from "#app/writes/writes.server.ts";

const wrongCredentials = "Failed to sign in. Please check your credentials.";

/**
 * Signs in with email address and password (docs/specification.md#signing-in).
 */
export function passwordStrategy(context: AppLoadContext): FormStrategy {
  const { db, clock } = context;
  const failed = { event: "sign-in failed", sentence: signInFaultSentence };
  return new FormStrategy([signInForm], async ({ form, redirectTo }) => {
    const again = writes.formAgain(form, signInForm, ["password"]);
    return await writes.run(context, form, { path: "/sign-in", again, failed }, async () => {
      const { email, password } = writes.parse(form, signInForm);
      const tried = await writes.attempt(context, "sign-in", email);
      if (tried.alarm)
        context.later(accounts.warnOwnerOfAttempts(db, email, clock.now()).then(() => context.sendMails()));
      const user =
        (await accounts.findByCredentials(db, email, password)) ?? refuse("invalid", wrongCredentials);
      await attempts.uncount(db, tried.keys);
      await writes.allow(context, "session", 1, null);
      const result = await signIn(context, user.id, user);
      if (result === "suspended") refuse("refused", suspendedSentence);
      if (result === "credential revoked") refuse("invalid", wrongCredentials);
      return { userId: user.id, owesFactor: result === "factor required", redirectTo };
    });
  });
}
