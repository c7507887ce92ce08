import { DurableObject } from "cloudflare:workers";
import { signedOutCode } from "#app/conversations/conversation.ts";
import type { LiveEvent } from "#app/conversations/live/events.ts";

/**
 * One user's live connection (docs/architecture.md#message): a hibernating socket per open tab. Its name is
 * the viewer's id from the verified token, never from the URL. It stores nothing; D1 has the messages.
 */
export class Inbox extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    // Answered without waking the object, so an idle tab costs nothing.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Opens a tab's socket. `x-session-id` names its session (workers/endpoints/live.ts). */
  override async fetch(request: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    const session = request.headers.get("x-session-id");
    this.ctx.acceptWebSocket(server, session ? [session] : []);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends an event to every open tab. */
  push(event: LiveEvent): void {
    const text = JSON.stringify(event);
    for (const socket of openOf(this.ctx.getWebSockets())) socket.send(text);
  }

  /** Closes the tabs of a session that has ended. */
  end(sessionId: string): void {
    for (const socket of openOf(this.ctx.getWebSockets(sessionId))) socket.close(signedOutCode, "Signed out");
  }

  override webSocketMessage(): void {
    // Clients send only pings, which are answered above. Messages are sent by POST.
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 are reserved: an endpoint may receive but not send them.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }
}

/** Only open sockets: a closing one is still listed, and sending to it throws. */
function openOf(sockets: WebSocket[]): WebSocket[] {
  return sockets.filter((socket) => socket.readyState === WebSocket.OPEN);
}
