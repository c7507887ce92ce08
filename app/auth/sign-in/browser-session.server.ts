import type { AppLoadContext } from "@remix-run/cloudflare";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";

/**
 * "factor required": a pending session was started, and the second factor comes next. "suspended" and
 * "credential revoked" start no session; the latter means that the password, the factors or the challenged
 * session have changed since the credential was verified.
 */
type SignInResult = "signed in" | "factor required" | "suspended" | "credential revoked";

/**
 * Starts a session in this browser and ends its previous one. The session is always new, so a planted cookie
 * is useless (session fixation). For a user with a second factor it stays pending until the factor is
 * verified.
 * @param verified the credential: the hash that the password matched, or the second factor that was
 * challenged in the browser's session
 */
export async function signIn(
  context: AppLoadContext,
  userId: string,
  verified: { passwordHash: string } | "second factor",
): Promise<SignInResult> {
  const { db, clock, clientInfo, viewer, pendingSecondFactor } = context;
  const at = clock.now();
  const user = await sessions.findSignInUser(db, userId);
  if (!user || user.suspendedAt !== null) return "suspended";
  const factorUsed = verified === "second factor";
  const owesFactor = Boolean(user.hasFactor) && !factorUsed;
  const { row, subject } = sessions.build({
    userId,
    role: user.role,
    aal: factorUsed ? "aal2" : "aal1",
    owesFactor,
    ...clientInfo,
    at,
  });
  const before = viewer ? { userId: viewer.id, sessionId: viewer.sessionId } : pendingSecondFactor;
  const credential = factorUsed ? { challengedIn: before?.sessionId ?? "" } : verified;
  try {
    await db.batch([
      ...sessions.started(db, row, credential),
      ...(before ? [sessions.ended(db, before.userId, before.sessionId, at)] : []),
      // A user who signs in with a factor has not lost it.
      ...(factorUsed ? [factors.endingStopped(db, userId, "used", at)] : []),
    ]);
  } catch (error) {
    if (!sessions.isStartRefused(error)) throw error;
    const userNow = await sessions.findSignInUser(db, userId);
    return !userNow || userNow.suspendedAt !== null ? "suspended" : "credential revoked";
  }
  if (before) context.later(context.inboxes.endSession(before.userId, before.sessionId));
  if (context.joined !== null) context.cookies.set("joined", null);
  await context.giveTokens(subject);
  return owesFactor ? "factor required" : "signed in";
}

/** Closes the live connections of sessions that have ended. */
export function closeTabs(
  { later, inboxes }: Pick<AppLoadContext, "later" | "inboxes">,
  userId: string,
  sessionIds: string[],
): void {
  later(Promise.all(sessionIds.map((id) => inboxes.endSession(userId, id))));
}

/** Removes the tokens from this browser. */
export function forgetTokens({ cookies }: Pick<AppLoadContext, "cookies">): void {
  cookies.set("session", null);
  cookies.set("access", null);
}

/** Ends the session of this browser, even if its second factor is still missing. */
export async function signOut(context: AppLoadContext): Promise<void> {
  const { db, clock, viewer, pendingSecondFactor } = context;
  const session = viewer ? { userId: viewer.id, sessionId: viewer.sessionId } : pendingSecondFactor;
  if (session) {
    await sessions.ended(db, session.userId, session.sessionId, clock.now());
    context.later(context.inboxes.endSession(session.userId, session.sessionId));
  }
  forgetTokens(context);
}
