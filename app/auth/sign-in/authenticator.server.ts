import type { AppLoadContext } from "@remix-run/cloudflare";
import { Authenticator } from "remix-auth";
import { passwordStrategy } from "#app/auth/sign-in/password-strategy.server.ts";
import { secondFactorStrategy } from "#app/auth/sign-in/second-factor-strategy.server.ts";
import type { SignedIn } from "#app/auth/sign-in/sign-in-strategy.server.ts";

/**
 * The ways to sign in, one remix-auth strategy each: "password" and "second factor". Add another way here.
 *
 * A strategy does the whole sign-in: it parses the form, counts the attempt, verifies the credential and
 * starts the session. `authenticate` throws NotSignedIn, whose `reply` the action returns.
 * @param sendEmails sends what a strategy wrote to the outbox: emails are a later area than auth
 */
export function authenticator(
  context: AppLoadContext,
  sendEmails: () => Promise<unknown>,
): Authenticator<SignedIn> {
  return new Authenticator<SignedIn>()
    .use(passwordStrategy(context, sendEmails), "password")
    .use(secondFactorStrategy(context, sendEmails), "second factor");
}
