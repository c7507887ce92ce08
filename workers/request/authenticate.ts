import * as refreshTokens from "#app/auth/refresh-tokens.server.ts";
import type { TokenSubject } from "#app/auth/session.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import { TokenError } from "#app/auth/token-errors.ts";
import { signAccess, verifyAccess } from "#app/auth/tokens.server.ts";
import type { PendingSecondFactor, Viewer } from "#app/auth/viewer.ts";
import { second } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { System } from "#workers/context.ts";
import type { SetCookies } from "./cookies.ts";

/** Who is looking, and what that does to their cookies. */
export type Authentication = {
  viewer: Viewer | null;
  pendingSecondFactor: PendingSecondFactor | null;
  /** When the access token is over, UTC ms; null: there is none. */
  expiresAt: number | null;
  set: SetCookies;
};

const nobody: Authentication = { viewer: null, pendingSecondFactor: null, expiresAt: null, set: {} };

type Tokens = { access: string | null; session: string | null };
type Sys = Pick<System, "db" | "clock" | "secret" | "origin" | "log" | "later" | "inboxes">;

/**
 * Who holds these tokens (docs/architecture.md#sessions, who is looking). A good access token costs no read. One that is over, or no proof, gives
 * way to what the refresh token says; tokens that prove nothing any more are taken from the browser.
 * @param keys the secret TOKEN_KEYS @param mayRefresh whether the answer can carry new tokens
 * @param anew refresh even where the access token is still good
 * @throws what the database throws
 */
export async function authenticate(
  tokens: Tokens,
  keys: string,
  sys: Sys,
  { mayRefresh, force = false }: { mayRefresh: boolean; force?: boolean },
): Promise<Authentication> {
  if (!tokens.access && !tokens.session) return nobody;
  const at = sys.clock.now();
  try {
    if (!force || !tokens.session) {
      const claims = await verifyAccess(keys, sys.origin, tokens.access, at);
      return { ...whoIs(claims), expiresAt: claims.expiresAt, set: {} };
    }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.fault === "key_set_empty") throw error;
    if (error.fault !== "token_expired" && error.fault !== "session_missing")
      sys.log("warn", "token refused", { fault: error.fault });
  }
  if (!mayRefresh) return nobody;
  const refreshed = tokens.session
    ? await refreshTokens.redeem(sys.db, sys.secret, tokens.session, at)
    : ({ state: "ended" } as const);
  if (refreshed.state === "refreshed") {
    const { session } = refreshed;
    const { set, expiresAt } = await tokenCookies(session, keys, sys);
    return { ...whoIs({ ...session, sessionId: session.id }), expiresAt, set };
  }
  if (refreshed.state === "replayed") {
    sys.log("warn", "refresh token replayed", { session: refreshed.sessionId });
    sys.later(sys.inboxes.endSession(refreshed.userId, refreshed.sessionId));
  }
  return { ...nobody, set: noTokens };
}

/** Takes both tokens from a browser. */
export const noTokens: SetCookies = { session: { value: null }, access: { value: null } };

/** The cookies of a session: an access token, and the refresh token for what comes after it. Both stay as long as the session may. */
export async function tokenCookies(
  session: TokenSubject,
  keys: string,
  { secret, clock, origin }: Pick<Sys, "secret" | "clock" | "origin">,
): Promise<{ set: SetCookies; expiresAt: number }> {
  const at = clock.now();
  const { token, expiresAt } = await signAccess(keys, origin, { ...session, sessionId: session.id }, at);
  const maxAge = Math.ceil((session.expiresAt - at) / second);
  return {
    set: {
      access: { value: token, maxAge },
      session: { value: await refreshTokens.sign(secret, session), maxAge },
    },
    expiresAt,
  };
}

function whoIs(claims: Pick<TokenSubject, "userId" | "aal" | "role" | "owesFactor"> & { sessionId: string }) {
  const { userId, sessionId, aal, role, owesFactor } = claims;
  if (owesFactor) return { viewer: null, pendingSecondFactor: { userId, sessionId } };
  const viewer: Viewer = {
    id: userId,
    sessionId,
    aal,
    roles: role === "operator" ? ["user", "operator"] : ["user"],
  };
  return { viewer, pendingSecondFactor: null };
}

/**
 * As `looking`, for a page: where the database cannot be asked, nobody is looking and nothing is taken away, so that what can be shown is
 * shown. Null: it matters who asks, and it cannot be known now.
 */
export async function authenticatePage(
  request: Request,
  tokens: Tokens,
  keys: string,
  sys: Sys,
): Promise<Authentication | null> {
  const reads = ["GET", "HEAD"].includes(request.method);
  try {
    const who = await authenticate(tokens, keys, sys, { mayRefresh: true });
    // What is done in somebody's name is done in a session that has not ended: an access token alone does not know.
    const known = who.viewer ?? who.pendingSecondFactor;
    if (
      reads ||
      !known ||
      who.set.access ||
      (await sessions.isAlive(sys.db, known.sessionId, sys.clock.now()))
    )
      return who;
    return { ...nobody, set: noTokens };
  } catch (error) {
    sys.log("error", "viewer unknown", { error: errorStack(error) });
    return reads ? nobody : null;
  }
}
