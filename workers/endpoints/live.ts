import * as sessions from "#app/auth/sessions.server.ts";
import { closedFor } from "#app/conversations/conversation.ts";
import { countUnread } from "#app/profiles/profiles.server.ts";
import { findTurn } from "#app/profiles/turn.server.ts";
import type { System } from "#workers/context.ts";
import { authenticate } from "#workers/request/authenticate.ts";
import type { Cookies } from "#workers/request/cookies.ts";

/**
 * GET /live with Upgrade: a socket to the viewer's own inbox (docs/architecture.md#message). The inbox's name
 * comes from the verified token, never from the URL. Answers 401 to a visitor, and closes the socket of a
 * session that has ended, with a code that stops the page from reconnecting.
 */
export async function openLiveSocket(
  request: Request,
  cookies: Pick<Cookies, "access" | "session">,
  env: Env,
  sys: System,
): Promise<Response> {
  if (request.headers.get("Upgrade") !== "websocket")
    return new Response("This address accepts only WebSocket connections", { status: 426 });
  const { viewer } = await authenticate(cookies, env.TOKEN_KEYS, sys, { mayRefresh: false });
  const expiresAt = viewer && (await sessions.findExpiry(sys.db, viewer.sessionId, sys.clock.now()));
  if (!viewer) return new Response("Sign in first", { status: 401 });
  if (expiresAt === null) return closedSocket();
  const socket = new Request(request);
  // What the page's header says dates from its loading or its last connection.
  if (new URL(request.url).searchParams.has("badge")) {
    const [unread, turn] = await Promise.all([countUnread(sys.db, viewer.id), findTurn(sys.db, viewer.id)]);
    socket.headers.set("x-unread", String(unread));
    socket.headers.set("x-turn", String(turn));
  }
  socket.headers.set("x-user-id", viewer.id);
  socket.headers.set("x-session-id", viewer.sessionId);
  socket.headers.set("x-session-expires", String(expiresAt));
  return env.INBOX.get(env.INBOX.idFromName(viewer.id)).fetch(socket);
}

function closedSocket(): Response {
  const [page, own] = Object.values(new WebSocketPair());
  own?.accept();
  own?.close(closedFor.signedOut, "Signed out");
  return new Response(null, { status: 101, webSocket: page ?? null });
}
