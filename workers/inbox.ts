import { DurableObject } from "cloudflare:workers";
import type { LiveEvent } from "#app/context.ts";

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

  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends an event to every open tab. */
  push(event: LiveEvent): void {
    const text = JSON.stringify(event);
    for (const socket of this.ctx.getWebSockets()) socket.send(text);
  }

  override webSocketMessage(): void {
    // Nothing is said over the wire but ping; messages are sent by POST.
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 are reserved: they may be received but not sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }
}
