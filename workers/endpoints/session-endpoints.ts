import * as sessions from "#app/auth/sessions.server.ts";
import { TokenError } from "#app/auth/token-errors.ts";
import { keySet } from "#app/auth/tokens.server.ts";
import type { System } from "#workers/context.ts";
import { isLocal } from "#workers/context.ts";
import { authenticate, noTokens } from "#workers/request/authenticate.ts";
import { type readCookies, writeCookies } from "#workers/request/cookies.ts";

type Cookies = Pick<ReturnType<typeof readCookies>, "access" | "session">;

/** GET /.well-known/jwks.json (docs/specification.md#auth-calls): kept by others for an hour, so a new key is put in front an hour before the old one goes. */
export async function publicKeys(keys: string): Promise<Response> {
  try {
    const headers = { "Cache-Control": "public, max-age=3600" };
    return Response.json(await keySet(keys), { headers });
  } catch (error) {
    return failure(error, 500);
  }
}

/**
 * POST /auth/refresh (docs/specification.md#auth-calls): new tokens, as cookies. 200 `{expires_in, expires_at}` in seconds; 401
 * `{error: {code, message}}` when the session is over, which asking again will not change; 503 when it cannot be known now.
 */
export async function refresh(cookies: Cookies, env: Env, sys: System): Promise<Response> {
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
    sys.log("warn", "refresh failed", { error: String(error) });
    return failure(error, 503);
  }
}

const noStore = { "Cache-Control": "no-store" };

function failure(error: unknown, status: number): Response {
  const known = error instanceof TokenError;
  const body = known
    ? { code: error.fault, message: error.message }
    : { code: "unavailable", message: "Please try again in a moment" };
  return Response.json({ error: body }, { status, headers: noStore });
}

/** GET /live (Upgrade): the viewer's own wire, for a session that has not ended. */
export async function live(request: Request, cookies: Cookies, env: Env, sys: System): Promise<Response> {
  if (request.headers.get("Upgrade") !== "websocket")
    return new Response("A socket is expected here", { status: 426 });
  const { viewer } = await authenticate(cookies, env.TOKEN_KEYS, sys, { mayRefresh: false });
  if (!viewer || !(await sessions.isAlive(sys.db, viewer.sessionId, sys.clock.now())))
    return new Response("Sign in first", { status: 401 });
  const socket = new Request(request);
  socket.headers.set("x-session-id", viewer.sessionId);
  return env.INBOX.get(env.INBOX.idFromName(viewer.id)).fetch(socket);
}
