// The local worker for `npm run bench -- live`: it makes accounts as the load does, and counts how often an
// inbox is woken.
import { Inbox as ProductInbox } from "#workers/app.ts";
import load from "../load/worker.ts";

let woken = 0;

export class Inbox extends ProductInbox {
  override async fetch(request: Request): Promise<Response> {
    woken++;
    return await super.fetch(request);
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    woken++;
    await super.webSocketMessage(socket, data);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    woken++;
    await super.webSocketClose(socket, code);
  }

  override async alarm(): Promise<void> {
    woken++;
    await super.alarm();
  }
}

export default {
  ...load,
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname === "/bench/woken") return Response.json({ woken });
    return await load.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<Env>;
