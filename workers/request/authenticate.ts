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

/** The viewer of a request, and the cookies that the response must set. */
export type Authentication = {
  viewer: Viewer | null;
  pendingSecondFactor: PendingSecondFactor | null;
  /** When the access token expires, UTC ms; null if there is none. */
  expiresAt: number | null;
  set: SetCookies;
};

/** A visitor; the browser keeps its tokens. */
export const signedOut: Authentication = {
  viewer: null,
  pendingSecondFactor: null,
  expiresAt: null,
  set: {},
};

type Tokens = { access: string | null; session: string | null };
type AuthenticationSystem = Pick<System, "db" | "clock" | "secret" | "origin" | "log" | "later" | "inboxes">;

/**
 * Finds the holder of these tokens (docs/architecture.md#sessions). A valid access token needs no read.
 * Without one, the refresh token is used. If neither is valid, both are removed from the browser.
 * @param keys the secret TOKEN_KEYS
 * @param options.mayRefresh whether the response can set new tokens
 * @param options.force refreshes even if the access token is still valid
 * @throws the database's errors
 */
export async function authenticate(
  tokens: Tokens,
  keys: string,
  sys: AuthenticationSystem,
  { mayRefresh, force = false }: { mayRefresh: boolean; force?: boolean },
): Promise<Authentication> {
  if (!tokens.access && !tokens.session) return signedOut;
  const at = sys.clock.now();
  try {
    if (!force || !tokens.session) {
      const claims = await verifyAccess(keys, sys.origin, tokens.access, at);
      return { ...identityOf(claims), expiresAt: claims.expiresAt, set: {} };
    }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.fault === "key_set_empty") throw error;
    if (error.fault !== "token_expired" && error.fault !== "session_missing")
      sys.log("warn", "token refused", { fault: error.fault });
  }
  if (!mayRefresh) return signedOut;
  const refreshed = tokens.session
    ? await refreshTokens.redeem(sys.db, sys.secret, tokens.session, at)
    : ({ state: "ended" } as const);
  if (refreshed.state === "refreshed") {
    const { session } = refreshed;
    const { set, expiresAt } = await tokenCookies(session, keys, sys);
    return { ...identityOf({ ...session, sessionId: session.id }), expiresAt, set };
  }
  if (refreshed.state === "replayed") {
    sys.log("warn", "refresh token replayed", { session: refreshed.sessionId });
    sys.later(sys.inboxes.endSession(refreshed.userId, refreshed.sessionId));
  }
  return { ...signedOut, set: noTokens };
}

/** Removes both tokens from the browser. */
export const noTokens: SetCookies = { session: { value: null }, access: { value: null } };

/**
 * The cookies of a session: an access token and the refresh token. Both cookies last as long as the session
 * may.
 */
export async function tokenCookies(
  session: TokenSubject,
  keys: string,
  { secret, clock, origin }: Pick<AuthenticationSystem, "secret" | "clock" | "origin">,
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

function identityOf(
  claims: Pick<TokenSubject, "userId" | "aal" | "role" | "owesFactor"> & { sessionId: string },
) {
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
 * Authenticates the viewer of a page or an action. If the database fails, a page is shown as for a visitor
 * and the tokens are kept. An action also requires that the session has not ended, which an access token
 * alone cannot prove.
 * @returns null if the database fails and the request is an action
 */
export async function authenticatePage(
  request: Request,
  tokens: Tokens,
  keys: string,
  sys: AuthenticationSystem,
): Promise<Authentication | null> {
  const isRead = ["GET", "HEAD"].includes(request.method);
  try {
    const found = await authenticate(tokens, keys, sys, { mayRefresh: true });
    const holder = found.viewer ?? found.pendingSecondFactor;
    const isFresh = found.set.access !== undefined;
    if (isRead || !holder || isFresh || (await sessions.isAlive(sys.db, holder.sessionId, sys.clock.now())))
      return found;
    return { ...signedOut, set: noTokens };
  } catch (error) {
    sys.log("error", "viewer unknown", { error: errorStack(error) });
    return isRead ? signedOut : null;
  }
}
