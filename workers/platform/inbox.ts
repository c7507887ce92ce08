import { DurableObject } from "cloudflare:workers";
import type { LiveEvent } from "#app/context.ts";
import { signedOutCode } from "#app/conversations/conversation.ts";

/**
 * One user's live wire: a hibernating socket per open tab. Its name is the viewer's id, given by the door from the
 * session and never from the URL. It keeps no record; D1 is the record.
 */
export class Inbox extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    // Answered without waking the object, so that a quiet tab costs nothing.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Opens a tab's socket. The door names its session in `x-session-id`. */
  override async fetch(request: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    const session = request.headers.get("x-session-id");
    this.ctx.acceptWebSocket(server, session ? [session] : []);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends an event to every open tab. */
  push(event: LiveEvent): void {
    const text = JSON.stringify(event);
    for (const socket of open(this.ctx.getWebSockets())) socket.send(text);
  }

  /** Closes the tabs of a session that has ended. */
  end(sessionId: string): void {
    for (const socket of open(this.ctx.getWebSockets(sessionId))) socket.close(signedOutCode, "Signed out");
  }

  override webSocketMessage(): void {
    // Nothing is said over the wire but ping; messages are sent by POST.
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 are reserved: they may be received but not sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }
}

/** A socket that is closing is still listed, and would throw. */
function open(sockets: WebSocket[]): WebSocket[] {
  return sockets.filter((socket) => socket.readyState === WebSocket.OPEN);
}
