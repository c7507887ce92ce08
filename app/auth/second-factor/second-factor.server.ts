import type { AppLoadContext } from "@remix-run/cloudflare";
import * as accounts from "#app/auth/accounts.server.ts";
import * as limits from "#app/auth/limits.server.ts";
import type { EnrolForm } from "#app/auth/second-factor/factor.form.ts";
import {
  type CodeResult,
  type Factor,
  factorFirstSentence,
  smsFailedSentence,
  smsUnavailableSentence,
  tooManyFactorsSentence,
} from "#app/auth/second-factor/factor.ts";
import { refusals } from "#app/auth/second-factor/factor-api.server.ts";
import * as codes from "#app/auth/second-factor/factor-codes.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { signIn } from "#app/auth/sign-in/browser-session.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import { brand } from "#app/brand.ts";
import type { Db } from "#app/context.ts";
import { hour, minute, second } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as outbox from "#app/outbox/outbox.server.ts";

/** Who may be asked for a code: the viewer, or somebody whose password was right. Null: a visitor. */
export function findChallengedUser({
  viewer,
  pendingSecondFactor,
}: Pick<AppLoadContext, "viewer" | "pendingSecondFactor">): codes.ChallengedUser | null {
  return viewer ? { userId: viewer.id, sessionId: viewer.sessionId } : pendingSecondFactor;
}

/**
 * True when the viewer has a second factor and has not shown it in this session: settings of security wait for it.
 * @param theirs their factors
 */
export function owesFactor(viewer: Viewer, theirs: Pick<Factor, "status">[]): boolean {
  return viewer.aal !== "aal2" && theirs.some(({ status }) => status === "verified");
}

/**
 * Counts a try before it is made (issue: limits), holds it back where the account is tried from many places, and takes it back when it
 * was right. The first try that is held back is told to the owner by mail.
 * @returns what came of it, or for how many seconds nothing is tried
 */
export async function attemptCode(
  context: Pick<AppLoadContext, "db" | "clock" | "address">,
  userId: string,
  take: () => Promise<CodeResult>,
): Promise<CodeResult | { wait: number }> {
  const { db, clock, address } = context;
  const at = clock.now();
  const tried = await limits.count(db, "factor", address, userId, at);
  if (tried.alarm) await outbox.mail(db, "sign_in_attempts", userId, null, at);
  if (tried.wait !== null) return { wait: tried.wait };
  await limits.throttle(tried);
  const outcome = await take();
  if (outcome === "right") await limits.uncount(db, tried.keys);
  return outcome;
}

/** Why somebody gets no new recovery codes; null: they do. @param theirs their factors */
export function refusalToRegenerate(viewer: Viewer, theirs: Pick<Factor, "status">[]): string | null {
  if (owesFactor(viewer, theirs)) return factorFirstSentence;
  return theirs.some(({ status }) => status === "verified") ? null : "Add a second factor first.";
}

/** What is refused here, as the calls of spec.md section 7 say it; forms show the sentence. */
type Refused = { refusal: { status: 403 | 404 | 422 | 401; code: string; message: string } };

const factorRequired: Refused = {
  refusal: { status: 403, code: "insufficient_aal", message: factorFirstSentence },
};
const signedOut: Refused = { refusal: refusals.signedOut };
const noFactor: Refused = { refusal: refusals.noFactor };

/** How long after signing in a first factor may be added, in ms. */
const recentSignIn = 15 * minute;

/**
 * Why a first factor may not be added now: it shuts everybody else out, so it is for who has proved the address and the password, not for
 * whoever finds a browser open. Whoever has one already has shown it in this session.
 */
async function refusalToAdd(db: Db, viewer: Viewer, at: number): Promise<string | null> {
  if (viewer.aal === "aal2") return null;
  const account = await accounts.find(db, viewer.id);
  if (!account?.emailVerifiedAt) return "Please verify your email address before you add a second factor.";
  const since = await sessions.findStartTime(db, viewer.sessionId);
  return since !== null && at - since <= recentSignIn
    ? null
    : "Please sign out and sign in again before you add a second factor, so that we know it is you.";
}

/** Begins a factor. Whoever has one already must have shown it in this session. */
export async function enrolFactor(
  { db, secret, clock, sms }: Pick<AppLoadContext, "db" | "secret" | "clock" | "sms">,
  viewer: Viewer,
  wanted: EnrolForm,
): Promise<{ id: string; friendlyName: string } | Refused> {
  if (wanted.factor_type === "phone" && !sms)
    return { refusal: { status: 422, code: "phone_not_enabled", message: smsUnavailableSentence } };
  if (owesFactor(viewer, await factors.list(db, viewer.id))) return factorRequired;
  const message = await refusalToAdd(db, viewer, clock.now());
  if (message) return { refusal: { status: 403, code: "reauthentication_needed", message } };
  const named = wanted.friendly_name || null;
  const factor =
    wanted.factor_type === "phone"
      ? ({ factorType: "phone", phone: wanted.phone, friendlyName: named ?? "Phone" } as const)
      : ({ factorType: "totp", friendlyName: named ?? "Authenticator app" } as const);
  const begun = await factors.enrol(db, secret, viewer, factor, clock.now());
  if (begun === "session ended") return signedOut;
  if (begun === "too many")
    return { refusal: { status: 422, code: "too_many_factors", message: tooManyFactorsSentence } };
  return { ...begun, friendlyName: factor.friendlyName };
}

/** Removes a factor. One that counts is removed only by who has shown a factor in this session. */
export async function removeFactor(
  { db, clock }: Pick<AppLoadContext, "db" | "clock">,
  viewer: Viewer,
  id: string,
): Promise<{ removed: Factor } | Refused> {
  const factor = await factors.find(db, viewer.id, id);
  if (!factor) return noFactor;
  if (factor.status === "verified" && viewer.aal !== "aal2") return factorRequired;
  return (await factors.remove(db, viewer, factor, clock.now())) ? { removed: factor } : noFactor;
}

/** The factor that somebody may be asked about: theirs, and finished unless a viewer is about to finish it. */
export async function findChallengedFactor(
  { db, viewer }: Pick<AppLoadContext, "db" | "viewer">,
  asked: codes.ChallengedUser,
  id: string,
): Promise<Factor | Refused> {
  const theirs = await factors.list(db, asked.userId);
  const factor = theirs.find((each) => each.id === id);
  if (!factor || (factor.status === "unverified" && !viewer)) return noFactor;
  if (factor.status === "unverified" && viewer && owesFactor(viewer, theirs)) return factorRequired;
  return factor;
}

/** A question that was asked; `expiresAt` in UTC ms. */
type Challenge = { id: string; expiresAt: number };
type ChallengeResult = { question: Challenge } | { wait: number } | { refusal: string };

/** Asks for a code of a factor; that of a phone is on its way when this answers. How often texts are sent is limited. */
export async function sendChallenge(
  context: AppLoadContext,
  asked: codes.ChallengedUser,
  factor: Factor,
): Promise<ChallengeResult> {
  const { db, clock, secret, sms, address } = context;
  const at = clock.now();
  if (factor.factorType === "totp") return { question: await codes.challenge(db, secret, asked, factor, at) };
  if (!sms) return { refusal: smsUnavailableSentence };
  const texts = await limits.count(db, "text", address, asked.userId, at);
  // Texts cost money, and only who knows the password gets here: an account that sends too many waits, wherever it is asked from.
  if (texts.wait !== null || texts.slow) return { wait: texts.wait ?? hour / second };
  const { code, ...question } = await codes.challenge(db, secret, asked, factor, at);
  try {
    const minutes = Math.round((question.expiresAt - at) / minute);
    await sms.send({
      to: factor.phone ?? "",
      text: `${code} is your ${brand} code. It works for ${minutes} minutes. Nobody of us will ever ask you for it.`,
    });
    return { question };
  } catch (error) {
    context.log("error", "text not sent", { factor: factor.id, error: errorStack(error) });
    return { refusal: smsFailedSentence };
  }
}

/** `firstFactor`: recovery codes were made, and can be seen for a few minutes. */
export type VerifyResult =
  | { state: "right"; firstFactor: boolean }
  | { state: Exclude<CodeResult, "right"> | "suspended" }
  | { state: "wait"; wait: number };

/**
 * Takes a code of a factor: one that was begun counts from now on, and the session is an `aal2` one (a new one where it was not
 * before; so whoever is pendingSecondFactor is signed in).
 * @param challengeId null: the question that was asked last
 */
export async function verifyCode(
  context: AppLoadContext,
  asked: codes.ChallengedUser,
  factor: Factor,
  code: string,
  challengeId: string | null,
): Promise<VerifyResult> {
  const { db, secret, clock, viewer } = context;
  const outcome = await attemptCode(context, asked.userId, () =>
    codes.verify(db, secret, asked, factor, code, challengeId, clock.now()),
  );
  if (typeof outcome === "object") return { state: "wait", ...outcome };
  if (outcome !== "right") return { state: outcome };
  let firstFactor = false;
  if (factor.status === "unverified" && viewer) {
    const verified = await factors.verify(db, secret, viewer, factor, clock.now());
    if (!verified) return { state: "over" };
    firstFactor = verified.isFirst;
    for (const id of verified.ended) context.later(context.inboxes.endSession(viewer.id, id));
  }
  if (viewer?.aal !== "aal2") {
    const came = await signIn(context, asked.userId, "second factor");
    if (came === "suspended") return { state: "suspended" };
    if (came === "changed") return { state: "over" };
  }
  return { state: "right", firstFactor };
}
