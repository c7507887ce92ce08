import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { signInFaultSentence, suspendedSentence } from "#app/auth/sentences.ts";
import { signIn } from "#app/auth/sign-in/browser-session.server.ts";
import { signInForm } from "#app/auth/sign-in/credentials.form.ts";
import { FormStrategy, NotSignedIn } from "#app/auth/sign-in/sign-in-strategy.server.ts";
import { tooManyTries } from "#app/auth/too-many-tries.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as allowances from "#app/limits/allowances.server.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import { waitSentence } from "#app/limits/limits.ts";

const hideFields = ["password"];

/**
 * Signs in with email address and password (docs/specification.md#signing-in).
 * @param sendEmails sends what was written to the outbox
 */
export function passwordStrategy(context: AppLoadContext, sendEmails: () => Promise<unknown>): FormStrategy {
  const { db, address, clock } = context;
  return new FormStrategy([signInForm], async ({ form, redirectTo }) => {
    const submission = form.parse(signInForm);
    if (submission.status !== "success") throw NotSignedIn.withForm(submission.reply({ hideFields }), 400);
    const resultWith = (sentence: string) => submission.reply({ hideFields, formErrors: [sentence] });
    const wrongCredentials = () =>
      NotSignedIn.withForm(resultWith("Failed to sign in. Please check your credentials."), 400);
    const { email, password } = submission.value;
    try {
      const attempt = await attempts.count(db, "sign-in", address, email, clock.now());
      if (attempt.wait !== null)
        throw new NotSignedIn(tooManyTries(resultWith(waitSentence(attempt.wait)), attempt.wait));
      if (attempt.alarm) context.later(accounts.warnOwnerOfAttempts(db, email, clock.now()).then(sendEmails));
      await attempts.throttle(attempt);
      const user = await accounts.findByCredentials(db, email, password);
      if (!user) throw wrongCredentials();
      await attempts.uncount(db, attempt.keys);
      const over = await allowances.ask(context, "session", 1, null);
      if (over) throw new NotSignedIn(tooManyTries(resultWith(over.sentence), over.wait));
      const result = await signIn(context, user.id, user);
      if (result === "suspended") throw NotSignedIn.withForm(resultWith(suspendedSentence), 403);
      if (result === "credential revoked") throw wrongCredentials();
      return { userId: user.id, owesFactor: result === "factor required", redirectTo };
    } catch (error) {
      if (error instanceof NotSignedIn) throw error;
      context.log("error", "sign-in failed", { error: errorStack(error) });
      throw NotSignedIn.withForm(resultWith(signInFaultSentence), 500);
    }
  });
}
