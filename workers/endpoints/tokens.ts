import { TokenError } from "#app/auth/token-errors.ts";
import { keySet } from "#app/auth/tokens.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { isLocal, type System } from "#workers/context.ts";
import { authenticate, noTokens } from "#workers/request/authenticate.ts";
import { type Cookies, writeCookies } from "#workers/request/cookies.ts";

const noStore = { "Cache-Control": "no-store" };

/**
 * GET /.well-known/jwks.json: the public keys of access tokens (docs/specification.md#auth-calls). Others
 * cache them for an hour, so a new key must be published an hour before the old one is removed.
 */
export async function servePublicKeys(keys: string): Promise<Response> {
  try {
    const headers = { "Cache-Control": "public, max-age=3600" };
    return Response.json(await keySet(keys), { headers });
  } catch (error) {
    return failure(error, 500);
  }
}

/**
 * POST /auth/refresh: new tokens, as cookies (docs/specification.md#auth-calls). Answers 200
 * `{expires_in, expires_at}` in seconds; 401 `{error: {code, message}}` if the session has ended; 503 if the
 * database cannot be reached.
 */
export async function refreshTokens(
  cookies: Pick<Cookies, "session">,
  env: Env,
  sys: System,
): Promise<Response> {
  try {
    const tokens = { access: null, session: cookies.session };
    const { viewer, pendingSecondFactor, expiresAt, set } = await authenticate(tokens, env.TOKEN_KEYS, sys, {
      mayRefresh: true,
    });
    if (!viewer || expiresAt === null)
      return writeCookies(
        failure(new TokenError("session_missing"), 401),
        pendingSecondFactor ? set : { ...noTokens, ...set },
        isLocal(env),
      );
    const answer = Response.json(
      {
        expires_in: Math.floor((expiresAt - sys.clock.now()) / 1000),
        expires_at: Math.floor(expiresAt / 1000),
      },
      { headers: noStore },
    );
    return writeCookies(answer, set, isLocal(env));
  } catch (error) {
    sys.log("warn", "refresh failed", { error: errorStack(error) });
    return failure(error, 503);
  }
}

function failure(error: unknown, status: number): Response {
  const isKnown = error instanceof TokenError;
  const body = isKnown
    ? { code: error.fault, message: error.message }
    : { code: "unavailable", message: "Please try again in a moment" };
  return Response.json({ error: body }, { status, headers: noStore });
}
