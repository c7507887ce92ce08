import type { AppLoadContext } from "@remix-run/cloudflare";
import { Authenticator } from "remix-auth";
import { passwordStrategy } from "#app/auth/sign-in/password-strategy.server.ts";
import { secondFactorStrategy } from "#app/auth/sign-in/second-factor-strategy.server.ts";
import {
  NotSignedIn,
  type NotSignedInReply,
  type SignedIn,
} from "#app/auth/sign-in/sign-in-strategy.server.ts";

/**
 * Signs in by one strategy. A strategy does the whole sign-in: it parses the form, counts the attempt,
 * verifies the credential and starts the session.
 * @returns the user; or the action's reply if they are not signed in
 */
export async function signInBy(
  way: "password" | "second factor",
  request: Request,
  context: AppLoadContext,
): Promise<SignedIn | NotSignedInReply> {
  try {
    return await authenticator(context).authenticate(way, request);
  } catch (error) {
    if (error instanceof NotSignedIn) return error.reply;
    throw error;
  }
}

/**
 * The ways to sign in, one remix-auth strategy each. Add another way here.
 */
function authenticator(context: AppLoadContext): Authenticator<SignedIn> {
  return new Authenticator<SignedIn>()
    .use(passwordStrategy(context), "password")
    .use(secondFactorStrategy(context), "second factor");
}
