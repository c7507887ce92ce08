import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import * as codeTries from "#app/auth/code-tries.server.ts";
import type { EnrolForm } from "#app/auth/second-factor/factor.form.ts";
import {
  type CodeResult,
  type Factor,
  factorFirstSentence,
  smsFailedSentence,
  smsUnavailableSentence,
} from "#app/auth/second-factor/factor.ts";
import * as codes from "#app/auth/second-factor/factor-codes.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { signIn } from "#app/auth/sign-in/browser-session.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { brand } from "#app/brand.ts";
import type { Db } from "#app/context.ts";
import { minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import { Refusal, refuse } from "#app/lib/refusal.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import * as writes from "#app/writes/writes.server.ts";

/**
 * The user who may be challenged: the viewer, or a user whose second factor is pending. Null for a visitor.
 */
export function findChallengedUser({
  viewer,
  pendingSecondFactor,
}: Pick<AppLoadContext, "viewer" | "pendingSecondFactor">): codes.ChallengedUser | null {
  return viewer ? { userId: viewer.id, sessionId: viewer.sessionId } : pendingSecondFactor;
}

/** `findChallengedUser` for a write. @throws Refusal signed out */
export function requireChallengedUser(context: AppLoadContext): codes.ChallengedUser {
  return findChallengedUser(context) ?? refuse("signed out", "Please sign in to continue");
}

/**
 * True if the viewer has a second factor and has not used it in this session. Security settings are then
 * locked.
 * @param all the viewer's factors
 */
export function owesFactor(viewer: Viewer, all: Pick<Factor, "status">[]): boolean {
  return viewer.aal !== "aal2" && all.some(({ status }) => status === "verified");
}

/** Why the viewer may not create new recovery codes; null if they may. @param all the viewer's factors */
export function refusalToRegenerate(viewer: Viewer, all: Pick<Factor, "status">[]): string | null {
  if (owesFactor(viewer, all)) return factorFirstSentence;
  return all.some(({ status }) => status === "verified") ? null : "Turn on two-step verification first.";
}

const factorRequired = new Refusal("refused", factorFirstSentence, { code: "insufficient_aal" });
const verifyFirst = "Please verify your email address before you turn on two-step verification.";
const signInAgain =
  "Please sign out and sign in again before you turn on two-step verification, so that we know it's you.";
const noFactor = new Refusal("gone", "This two-step method no longer exists.");

/** How long after signing in, with a second factor if there is one, no password is asked for again, in ms. */
export const recentSignIn = 15 * minute;

/**
 * True if the viewer must prove who they are before they enrol a factor: it would be the first one, and they
 * signed in some time ago. A first factor locks everyone else out, so access to a signed-in browser is not
 * enough.
 * @param at UTC ms
 */
export async function needsPassword(db: Db, viewer: Viewer, at: number): Promise<boolean> {
  if (viewer.aal === "aal2") return false;
  const since = await sessions.findStartTime(db, viewer.sessionId);
  return since === null || at - since > recentSignIn;
}

/**
 * Enrols a factor. A viewer who already has a factor must have used it in this session; the first factor
 * needs a verified address.
 * @param confirm asks for the password if `needsPassword`, and counts the change; null: such a viewer must
 * sign in again
 * @throws Refusal
 */
export async function enrolFactor(
  context: AppLoadContext,
  viewer: Viewer,
  form: EnrolForm,
  confirm: (() => Promise<unknown>) | null = null,
): Promise<{ id: string; friendlyName: string }> {
  const { db, secret, clock, sms } = context;
  if (form.factor_type === "phone" && !sms)
    refuse("incorrect", smsUnavailableSentence, { code: "phone_not_enabled" });
  if (owesFactor(viewer, await factors.list(db, viewer.id))) throw factorRequired;
  const code = "reauthentication_needed";
  if (viewer.aal !== "aal2" && !(await accounts.find(db, viewer.id))?.emailVerifiedAt)
    refuse("refused", verifyFirst, { code });
  if (!(await needsPassword(db, viewer, clock.now()))) await writes.allow(context, "setting");
  else if (confirm) await confirm();
  else refuse("refused", signInAgain, { code });
  const name = form.friendly_name || null;
  const factor =
    form.factor_type === "phone"
      ? ({ factorType: "phone", phone: form.phone, friendlyName: name ?? "Phone" } as const)
      : ({ factorType: "totp", friendlyName: name ?? "Authenticator app" } as const);
  const enrolled = await factors.enrol(db, secret, viewer, factor, clock.now());
  return { ...enrolled, friendlyName: factor.friendlyName };
}

/** Removes a factor. A verified one needs a session in which a second factor was used. @throws Refusal */
export async function removeFactor(context: AppLoadContext, viewer: Viewer, id: string): Promise<void> {
  const { db, clock } = context;
  const factor = await factors.find(db, viewer.id, id);
  if (!factor) throw noFactor;
  if (factor.status === "verified" && viewer.aal !== "aal2") throw factorRequired;
  if (await factors.remove(db, viewer, factor, clock.now())) return;
  await writes.requireSession(context, viewer);
  throw noFactor;
}

/**
 * Finds the user's factor to challenge. Only a viewer may be challenged for an unverified factor, to complete
 * its enrolment.
 * @throws Refusal
 */
export async function findChallengedFactor(
  { db, viewer }: Pick<AppLoadContext, "db" | "viewer">,
  challenged: codes.ChallengedUser,
  id: string,
): Promise<Factor> {
  const all = await factors.list(db, challenged.userId);
  const factor = all.find((each) => each.id === id);
  if (!factor || (factor.status === "unverified" && !viewer)) throw noFactor;
  if (factor.status === "unverified" && viewer && owesFactor(viewer, all)) throw factorRequired;
  return factor;
}

/** `expiresAt` is in UTC ms. */
type Challenge = { id: string; expiresAt: number };
type ChallengeResult = { challenge: Challenge } | { wait: number } | { refusal: string };

/**
 * Challenges a factor. A code for a phone is sent before this returns; the number of text messages is
 * limited.
 * @returns the challenge; `wait`, the seconds until another text message is allowed; or `refusal`, a sentence
 */
export async function sendChallenge(
  context: AppLoadContext,
  challenged: codes.ChallengedUser,
  factor: Factor,
): Promise<ChallengeResult> {
  const { db, clock, secret, sms, address } = context;
  const at = clock.now();
  if (factor.factorType === "totp")
    return { challenge: await codes.challenge(db, secret, challenged, factor, at) };
  if (!sms) return { refusal: smsUnavailableSentence };
  const attempt = await attempts.count(db, "text", address, challenged.userId, at);
  // Text messages cost money, and only a user who knows the password gets here. So the limit applies to the
  // account, whatever the network.
  if (attempt.wait !== null) return { wait: attempt.wait };
  const { code, ...challenge } = await codes.challenge(db, secret, challenged, factor, at);
  try {
    const minutes = Math.round((challenge.expiresAt - at) / minute);
    await sms.send({
      to: factor.phone ?? "",
      text: `${code} is your ${brand} code. It expires in ${minutes} minutes. We will never ask you for it.`,
    });
    return { challenge };
  } catch (error) {
    context.log("error", "text message not sent", { factor: factor.id, error: errorStack(error) });
    return { refusal: smsFailedSentence };
  }
}

/** `firstFactor`: recovery codes were created and can be displayed for a few minutes. */
export type VerifyResult =
  | { state: "correct"; firstFactor: boolean }
  | { state: Exclude<CodeResult, "correct"> | "suspended" }
  | { state: "wait"; wait: number; ended: boolean };

/**
 * Verifies a code of a factor, which completes the enrolment of an unverified one. If the session is not
 * `aal2` yet, starts a new one that is, which also completes a pending sign-in.
 * @param challengeId null for the latest challenge
 */
export async function verifyCode(
  context: AppLoadContext,
  challenged: codes.ChallengedUser,
  factor: Factor,
  code: string,
  challengeId: string | null,
): Promise<VerifyResult> {
  const { db, secret, clock, viewer, address } = context;
  const at = clock.now();
  const result = await codeTries.judge(
    db,
    challenged,
    address,
    factor.status === "verified" ? "account" : "session",
    () => codes.verify(db, secret, challenged, factor, code, challengeId, at),
    at,
  );
  if (typeof result === "object") return { state: "wait", ...result };
  if (result !== "correct") return { state: result };
  let firstFactor = false;
  if (factor.status === "unverified" && viewer) {
    const verified = await factors.verify(db, secret, viewer, factor, clock.now());
    if (!verified) return { state: "expired" };
    firstFactor = verified.isFirst;
    for (const id of verified.ended) context.later(context.inboxes.endSession(viewer.id, id));
  }
  if (viewer?.aal !== "aal2") {
    const signedIn = await signIn(context, challenged.userId, "second factor");
    if (signedIn === "suspended") return { state: "suspended" };
    if (signedIn === "credential revoked") return { state: "expired" };
  }
  return { state: "correct", firstFactor };
}
