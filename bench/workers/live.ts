// The local worker for `npm run bench -- live`: it creates accounts as the load does, and counts how often an
// inbox wakes up.
import { Inbox as ProductInbox } from "#workers/app.ts";
import load from "./load.ts";

let woken = 0;

export class Inbox extends ProductInbox {
  override fetch(request: Request) {
    woken++;
    return super.fetch(request);
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer) {
    woken++;
    return super.webSocketMessage(socket, data);
  }

  override webSocketClose(socket: WebSocket, code: number) {
    woken++;
    return super.webSocketClose(socket, code);
  }

  override alarm() {
    woken++;
    return super.alarm();
  }
}

export default {
  ...load,
  fetch: (request, env, ctx) =>
    new URL(request.url).pathname === "/bench/woken"
      ? Response.json({ woken })
      : load.fetch(request, env, ctx),
} satisfies ExportedHandler<Env>;
