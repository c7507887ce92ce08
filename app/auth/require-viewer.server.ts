import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { signInPath, verifyFirstSentence } from "#app/auth/sign-in-path.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

/**
 * The viewer, or a redirect to /sign-in with the sentence as error toast and the way back (docs/specification.md#roles).
 * @param back the path to return to
 * @throws Response 303
 */
export function requireViewer(context: AppLoadContext, message: string, back: string): Viewer {
  if (context.viewer) return context.viewer;
  toast(context, "error", message);
  throw seeOther(signInPath(back, message));
}

/** To /sign-in, for a viewer whose session turned out to have ended. @param back the path to return to */
export function signInAgain(context: AppLoadContext, back: string) {
  const sentence = "Please sign in to continue";
  forgetTokens(context);
  toast(context, "error", sentence);
  return seeOther(signInPath(back, sentence));
}

/**
 * Asks for a verified address (docs/specification.md#verification).
 * @param what what needs it: "order", "send messages"
 * @returns the address
 * @throws Response 303 to `back` with an error toast
 */
export async function requireVerified(
  context: AppLoadContext,
  viewer: Viewer,
  what: string,
  back: string,
): Promise<string> {
  const account = await accounts.find(context.db, viewer.id);
  if (account?.emailVerifiedAt) return account.email;
  // A link lives for a day: whoever comes later gets a new one.
  await accounts.resendVerifyLink(context.db, viewer.id, context.clock.now());
  toast(context, "error", verifyFirstSentence(what));
  throw seeOther(back);
}
