import { DurableObject } from "cloudflare:workers";
import * as sessions from "#app/auth/sessions.server.ts";
import { closedFor } from "#app/conversations/conversation.ts";
import { findPartner } from "#app/conversations/conversations.server.ts";
import type { LiveEvent } from "#app/conversations/live/events.ts";
import { parseFrame } from "#app/conversations/live/frames.server.ts";
import { typingPause, watchLife } from "#app/conversations/live/frames.ts";
import { minute, second } from "#app/lib/dates.ts";
import { system } from "#workers/context.ts";

/** How many sockets one user may have open. */
const maxSockets = 300;
/** How often all sessions of the open sockets are checked, in ms. */
const checkPause = 15 * minute;
/** How many frames a page may send in `framePeriod` ms. */
const maxFrames = 20;
const framePeriod = 10 * second;

/** What is known about a socket, even after hibernation. `openedAt`, `expiresAt`: UTC ms. */
type Tab = {
  user: string;
  session: string;
  openedAt: number;
  expiresAt: number;
  /** The conversation shown while the page is visible; null: none. */
  watching: { conversation: string; partner: string } | null;
};

/** A user who wants to know whether this user is online. @property until UTC ms */
type Watcher = { conversation: string; until: number };

const watcherKey = (userId: string) => `watcher:${userId}`;

/**
 * One user's live connection (docs/architecture.md#message): a hibernating socket per open tab. Its name is
 * the viewer's id from the verified token, never from the URL. Messages are in D1; the object stores only who
 * watches this user, for a minute.
 */
export class Inbox extends DurableObject<Env> {
  /**
   * When each socket sent its last frames and typing events, UTC ms. Hibernation loses this, but then nothing
   * was sent recently.
   */
  readonly #frames = new Map<WebSocket, { times: number[]; typedAt: number }>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    // Answered without waking the object, so an idle tab costs nothing.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Opens a tab's socket. The headers say whose it is (workers/endpoints/live.ts). */
  override async fetch(request: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    const text = (name: string) => request.headers.get(name) ?? "";
    const tab: Tab = {
      user: text("x-user-id"),
      session: text("x-session-id"),
      openedAt: Date.now(),
      expiresAt: Number(text("x-session-expires")),
      watching: null,
    };
    const before = this.#open();
    this.ctx.acceptWebSocket(server, [tab.session]);
    server.serializeAttachment(tab);
    const unread = request.headers.get("x-unread");
    const turn = request.headers.get("x-turn") === "true";
    if (unread !== null) sendTo(server, { type: "badge", unread: Number(unread), turn });
    const [oldest] = before.toSorted((a, b) => tabOf(a).openedAt - tabOf(b).openedAt);
    if (oldest && before.length >= maxSockets) oldest.close(closedFor.room, "Too many tabs");
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(Date.now() + checkPause);
    if (before.length === 0) this.ctx.waitUntil(this.#tellWatchers(tab.user, true));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends an event to every open tab. */
  push(event: LiveEvent): void {
    for (const socket of this.#open()) sendTo(socket, event);
  }

  /** Closes the tabs of a session that has ended. */
  end(sessionId: string): void {
    for (const socket of this.#open(sessionId)) socket.close(closedFor.signedOut, "Signed out");
  }

  /** Another user's page shows the conversation with this one. @returns whether this user is online */
  async watched(by: string, conversation: string): Promise<boolean> {
    await this.ctx.storage.put<Watcher>(watcherKey(by), { conversation, until: Date.now() + watchLife });
    return this.#open().length > 0;
  }

  /** Renews a watch. @returns null if it has lapsed or is no longer allowed, and must be checked again */
  async stillWatched(by: string, conversation: string): Promise<boolean | null> {
    return (await this.#isWatchedBy(by, conversation)) ? await this.watched(by, conversation) : null;
  }

  async unwatched(by: string): Promise<void> {
    await this.ctx.storage.delete(watcherKey(by));
  }

  /** The other user of a conversation is typing: notifies the tabs that show it. */
  async typing(user: string, conversation: string): Promise<void> {
    if (!(await this.#isWatchedBy(user, conversation))) return;
    for (const socket of this.#open())
      if (tabOf(socket).watching?.conversation === conversation)
        sendTo(socket, { type: "typing", conversation, user });
  }

  /**
   * What this user may know about others' presence, or others about theirs, has changed: every page asks
   * again.
   */
  async forgetWatching(user: string): Promise<void> {
    for (const socket of this.#open()) {
      const { watching } = tabOf(socket);
      if (!watching) continue;
      const { conversation, partner } = watching;
      await this.#inboxOf(partner).unwatched(user);
      sendTo(socket, { type: "presence", conversation, user: partner, isOnline: null });
    }
    await this.#tellWatchers(user, null);
    for (const key of (await this.#watchers()).keys()) await this.ctx.storage.delete(key);
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    // Frames that arrive after a page was refused are ignored.
    if (socket.readyState !== WebSocket.OPEN) return;
    const now = Date.now();
    const sent = this.#frames.get(socket) ?? { times: [], typedAt: 0 };
    this.#frames.set(socket, sent);
    sent.times = [...sent.times.filter((at) => at > now - framePeriod), now];
    if (sent.times.length > maxFrames) return await this.#refuse(socket, 1008, "Too many frames");
    const frame = parseFrame(data);
    if ("refused" in frame) return await this.#refuse(socket, frame.refused, frame.why);
    const tab = tabOf(socket);
    if (frame.type === "watch") return await this.#watch(socket, tab, frame.conversation);
    const { watching } = tab;
    if (!watching) return;
    if (frame.type === "unwatch") {
      socket.serializeAttachment({ ...tab, watching: null } satisfies Tab);
      await this.#endWatch(tab.user, watching);
    } else if (now - sent.typedAt >= typingPause) {
      sent.typedAt = now;
      await this.#inboxOf(watching.partner).typing(tab.user, watching.conversation);
    }
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    this.#frames.delete(socket);
    // 1005 and 1006 are reserved: an endpoint may receive but not send them.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
    const { user, watching } = tabOf(socket);
    if (watching) await this.#endWatch(user, watching);
    if (this.#open().length === 0) await this.#tellWatchers(user, false);
  }

  /** While sockets are open: closes those whose session has ended, with one query for all. */
  override async alarm(): Promise<void> {
    const open = this.#open();
    if (open.length === 0) return;
    await this.ctx.storage.setAlarm(Date.now() + checkPause);
    const { db, clock } = await this.#system();
    const alive = await sessions.aliveOf(
      db,
      [...new Set(open.map((socket) => tabOf(socket).session))],
      clock.now(),
    );
    for (const socket of open)
      if (!alive.has(tabOf(socket).session)) socket.close(closedFor.signedOut, "Signed out");
  }

  /**
   * Subscribes a tab to the presence of the other user of a conversation. Without permission it receives
   * nothing.
   */
  async #watch(socket: WebSocket, tab: Tab, conversation: string): Promise<void> {
    const before = tab.watching;
    const isSame = before?.conversation === conversation;
    if (before && !isSame) {
      socket.serializeAttachment({ ...tab, watching: null } satisfies Tab);
      await this.#endWatch(tab.user, before);
    }
    let isOnline = isSame ? await this.#inboxOf(before.partner).stillWatched(tab.user, conversation) : null;
    let partner = isSame ? before.partner : null;
    if (isOnline === null) {
      const { db } = await this.#system();
      partner = await findPartner(db, conversation, tab.user);
      socket.serializeAttachment({
        ...tab,
        watching: partner === null ? null : { conversation, partner },
      } satisfies Tab);
      if (partner) isOnline = await this.#inboxOf(partner).watched(tab.user, conversation);
    }
    if (partner && socket.readyState === WebSocket.OPEN)
      sendTo(socket, { type: "presence", conversation, user: partner, isOnline });
  }

  /** A tab stops watching. Another tab of the user may still show the same conversation. */
  async #endWatch(user: string, { conversation, partner }: NonNullable<Tab["watching"]>): Promise<void> {
    const isWatched = this.#open().some((socket) => tabOf(socket).watching?.conversation === conversation);
    if (!isWatched) await this.#inboxOf(partner).unwatched(user);
  }

  async #tellWatchers(user: string, isOnline: boolean | null): Promise<void> {
    for (const [key, { conversation, until }] of await this.#watchers()) {
      if (until < Date.now()) await this.ctx.storage.delete(key);
      else {
        const watcher = this.#inboxOf(key.slice(watcherKey("").length));
        await watcher.push({ type: "presence", conversation, user, isOnline });
      }
    }
  }

  async #isWatchedBy(user: string, conversation: string): Promise<boolean> {
    const watcher = await this.ctx.storage.get<Watcher>(watcherKey(user));
    return watcher !== undefined && watcher.conversation === conversation && watcher.until > Date.now();
  }

  async #watchers(): Promise<Map<string, Watcher>> {
    return await this.ctx.storage.list<Watcher>({ prefix: watcherKey("") });
  }

  async #refuse(socket: WebSocket, code: number, why: string): Promise<void> {
    const { log } = await this.#system();
    log("warn", "socket closed", { user: tabOf(socket).user, code, why });
    socket.close(code, why);
  }

  /** Only open sockets: a closing one is still listed, but sending to it throws. */
  #open(tag?: string): WebSocket[] {
    return this.ctx.getWebSockets(tag).filter((socket) => socket.readyState === WebSocket.OPEN);
  }

  #inboxOf(userId: string) {
    return this.env.INBOX.get(this.env.INBOX.idFromName(userId));
  }

  async #system() {
    return await system(this.env, this.ctx, crypto.randomUUID());
  }
}

function tabOf(socket: WebSocket): Tab {
  return socket.deserializeAttachment();
}

function sendTo(socket: WebSocket, event: LiveEvent): void {
  socket.send(JSON.stringify(event));
}
