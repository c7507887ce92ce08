import type { AppLoadContext } from "@remix-run/cloudflare";
import * as sessions from "#app/auth/sessions.server.ts";

/**
 * Suspended: nobody is signed in. `factor wanted`: the password was right, and the second factor is asked for next. `changed`: what was
 * shown counts no more, because password, factors or the session that asked have changed meanwhile; nobody is signed in.
 */
export type SignInResult = "signed in" | "factor wanted" | "suspended" | "changed";

/**
 * Begins a session of a user whose password (or second factor) was right, always a new one: whatever session the browser brought ends, so
 * a planted cookie is worth nothing. Whoever has a verified second factor is only pendingSecondFactor in until it was used.
 * @param shown the hash of the password that was right just now; or the second factor, asked for in the session that the browser brought
 */
export async function signIn(
  context: AppLoadContext,
  userId: string,
  shown: { passwordHash: string } | "second factor",
): Promise<SignInResult> {
  const { db, clock, clientInfo, viewer, pendingSecondFactor } = context;
  const at = clock.now();
  const user = await sessions.findSignInUser(db, userId);
  if (!user || user.suspendedAt !== null) return "suspended";
  const factorUsed = shown === "second factor";
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
  const proof = factorUsed ? { askedIn: before?.sessionId ?? "" } : shown;
  try {
    await db.batch([
      sessions.started(db, row, proof),
      ...(before ? [sessions.ended(db, before.userId, before.sessionId, at)] : []),
    ]);
  } catch (error) {
    if (!sessions.isStartRefused(error)) throw error;
    const now = await sessions.findSignInUser(db, userId);
    return !now || now.suspendedAt !== null ? "suspended" : "changed";
  }
  if (before) context.later(context.inboxes.endSession(before.userId, before.sessionId));
  await context.giveTokens(subject);
  return owesFactor ? "factor wanted" : "signed in";
}

/** Closes the tabs of sessions that have ended. */
export function closeTabs(
  { later, inboxes }: Pick<AppLoadContext, "later" | "inboxes">,
  userId: string,
  sessionIds: string[],
): void {
  later(Promise.all(sessionIds.map((id) => inboxes.endSession(userId, id))));
}

/** Takes the tokens from this browser. */
export function forgetTokens({ cookies }: Pick<AppLoadContext, "cookies">): void {
  cookies.set("session", null);
  cookies.set("access", null);
}

/** Ends the session of this browser, wherever it got to, and closes its tabs' sockets. */
export async function signOut(context: AppLoadContext): Promise<void> {
  const { db, clock, viewer, pendingSecondFactor } = context;
  const who = viewer ? { userId: viewer.id, sessionId: viewer.sessionId } : pendingSecondFactor;
  if (who) {
    await sessions.ended(db, who.userId, who.sessionId, clock.now());
    context.later(context.inboxes.endSession(who.userId, who.sessionId));
  }
  forgetTokens(context);
}
