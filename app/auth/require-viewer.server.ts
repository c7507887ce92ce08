import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import { verifyFirstSentence } from "#app/auth/sentences.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { signInPath } from "#app/auth/sign-in-path.ts";
import { hasOperatorClaim, type Viewer } from "#app/auth/viewer.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";

/**
 * Returns the viewer, or redirects a visitor to /sign-in with an error toast (docs/specification.md#roles).
 * @param message one of `signInMessages`, also the text of the toast
 * @param back the path to return to after signing in
 * @throws Response 303
 */
export function requireViewer(context: AppLoadContext, message: string, back: string): Viewer {
  if (context.viewer) return context.viewer;
  toast(context, "error", message);
  throw seeOther(signInPath(back, message));
}

/**
 * Returns the viewer if they are an operator with a second factor, else null. Role, assurance level and
 * suspension are read from the session's row; a token that does not claim the role costs no read. This log
 * line records the operator; the request's own line records the page (docs/specification.md#operator-access).
 * @throws Response 503 if the session's row cannot be read
 */
export async function operatorOf({ db, viewer, clock, log }: AppLoadContext): Promise<Viewer | null> {
  if (!viewer || !hasOperatorClaim(viewer)) return null;
  const read = () => sessions.isActiveOperator(db, viewer, clock.now());
  if (!(await mainRead(read, "Something went wrong", log))) return null;
  log("info", "operator access", { operator: viewer.id });
  return viewer;
}

/**
 * Redirects to /sign-in when a write found that the session has ended, which the access token alone did not
 * show.
 * @param back the path to return to after signing in
 */
export function signInAgain(context: AppLoadContext, back: string) {
  const sentence = "Please sign in to continue";
  forgetTokens(context);
  toast(context, "error", sentence);
  return seeOther(signInPath(back, sentence));
}

/**
 * Requires a verified email address (docs/specification.md#verification).
 * @param what the action that needs it: "order", "send messages"
 * @param back the path to redirect to if the address is not verified
 * @returns the address
 * @throws Response 303 with an error toast
 */
export async function requireVerified(
  context: AppLoadContext,
  viewer: Viewer,
  what: string,
  back: string,
): Promise<string> {
  const account = await accounts.find(context.db, viewer.id);
  if (account?.emailVerifiedAt) return account.email;
  // The link of the sign-up email may have expired, so a new one is sent.
  await accounts.resendVerifyLink(context.db, viewer.id, context.clock.now(), back);
  toast(context, "error", verifyFirstSentence(what));
  throw seeOther(back);
}
