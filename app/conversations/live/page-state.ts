import { removedMessage } from "#app/conversations/conversation.ts";
import { previewOf } from "#app/conversations/files/message-file.ts";
import type { ConversationView } from "#app/conversations/list/list.ts";
import type { LiveEvent } from "#app/conversations/live/events.ts";
import {
  type MessageView,
  type OfferCard,
  type RequestCard,
  removedContent,
} from "#app/conversations/thread/thread-view.ts";
import { joined, type Window, withNewer, withOlder } from "#app/conversations/thread/window.ts";

type Messages = Window<MessageView>;

/** What an open page of messages shows, and what it still needs to request. */
export type PageState = {
  viewerId: string;
  /** Latest first. */
  list: ConversationView[];
  /** The conversation that is shown, and which part of it; null: none. */
  conversation: string | null;
  at: string | null;
  window: Messages;
  /** The number up to which the viewer had read when this page was loaded. */
  readUpTo: number;
  /** Messages of the conversation are missing. */
  hasGap: boolean;
  /** A conversation is missing from the list. */
  isListStale: boolean;
};

/** What an open page missed while it was disconnected (since.route.ts). */
export type Missed = {
  messages: MessageView[];
  newer: boolean;
  /** The number up to which the other has read. */
  readUpTo: number;
  /** Conversations with a newer message. */
  list: ConversationView[];
  /** There are more of them. */
  more: boolean;
};

/** The server's data for a page view. */
export type Loaded = {
  viewerId: string;
  list: ConversationView[];
  thread: (Messages & { id: string; at: string; reads: number | null }) | null;
};

export type Change =
  | { type: "loaded"; loaded: Loaded }
  | { type: "older" | "newer"; conversation: string; page: Messages }
  | { type: "missed"; conversation: string | null; missed: Missed }
  | { type: "event"; event: LiveEvent; isTaken: boolean };

/** The state of a page that was just loaded. */
export function loadedState({ viewerId, list, thread }: Loaded): PageState {
  return {
    viewerId,
    list,
    conversation: thread?.id ?? null,
    at: thread?.at ?? null,
    window: thread ?? { messages: [], older: false, newer: false },
    readUpTo: thread?.reads ?? 0,
    hasGap: false,
    isListStale: false,
  };
}

/** The state of a page after a change. Changes may arrive twice or late: each is applied once. */
export function changed(state: PageState, change: Change): PageState {
  switch (change.type) {
    case "loaded": {
      const next = loadedState(change.loaded);
      return next.at === state.at ? { ...next, window: joined(state.window, next.window) } : next;
    }
    case "older":
    case "newer": {
      if (change.conversation !== state.conversation) return state;
      const join = change.type === "older" ? withOlder : withNewer;
      return { ...state, window: join(state.window, change.page) };
    }
    case "missed":
      return afterMissed(state, change.conversation, change.missed);
    case "event":
      return afterEvent(state, change.event, change.isTaken);
  }
}

function afterEvent(state: PageState, event: LiveEvent, isTaken: boolean): PageState {
  if (event.type === "message") {
    const listed = withLatest(state, event.conversation, event.message, isTaken);
    return event.conversation === state.conversation ? withMessage(listed, event) : listed;
  }
  if (event.type === "read") {
    if (event.reader === state.viewerId)
      return { ...state, list: withUnread(state.list, event.conversation, event.left) };
    return event.conversation === state.conversation
      ? { ...state, window: readBy(state, event.upTo) }
      : state;
  }
  if (event.type === "removed") return withoutText(state, event.conversation, event.number);
  if (event.type === "offer") return withOffer(state, event.offer);
  if (event.type === "request") return withRequest(state, event.id, event.request);
  return state;
}

/** Replaces an offer in every message that sends or mentions it. One that is not newer changes nothing. */
function withOffer(state: PageState, offer: OfferCard): PageState {
  return withMessages(state, (message) =>
    message.offer?.id === offer.id && message.offer.version < offer.version ? { ...message, offer } : message,
  );
}

/** Replaces the request of a message. A request that was answered never reopens. */
function withRequest(state: PageState, id: string, request: RequestCard): PageState {
  return withMessages(state, (message) =>
    message.id === id && message.request?.state === "open" ? { ...message, request } : message,
  );
}

function withMessages(state: PageState, changed: (message: MessageView) => MessageView): PageState {
  return { ...state, window: { ...state.window, messages: state.window.messages.map(changed) } };
}

/** Replaces the text of a message that an operator removed, in the conversation and in the list. */
function withoutText(state: PageState, conversation: string, number: number): PageState {
  const list = state.list.map((row) =>
    row.id === conversation && row.latest === number ? { ...row, lastMessage: removedMessage } : row,
  );
  if (conversation !== state.conversation) return { ...state, list };
  return withMessages({ ...state, list }, (message) =>
    message.number === number ? { ...message, ...removedContent } : message,
  );
}

/** Adds a message at the end of the conversation, or notes a gap if the one before it is missing. */
function withMessage(
  state: PageState,
  { message, previous }: { message: MessageView; previous: number | null },
): PageState {
  const { window } = state;
  const last = window.messages.at(-1)?.number ?? null;
  // It is already here, or on a page that is not loaded yet.
  if (window.newer || (last !== null && message.number <= last)) return state;
  if (previous !== last) return { ...state, hasGap: true };
  return { ...state, window: { ...window, messages: [...window.messages, message] } };
}

function withLatest(
  state: PageState,
  conversation: string,
  message: MessageView,
  isTaken: boolean,
): PageState {
  const row = state.list.find(({ id }) => id === conversation);
  if (!row) return { ...state, isListStale: true };
  if (message.number <= row.latest) return state;
  const isNew = message.senderId !== state.viewerId && !isTaken;
  const latest = {
    ...row,
    lastMessage: previewOf(message.content, message.files),
    updatedAt: message.createdAt,
    latest: message.number,
    unread: row.unread + (isNew ? 1 : 0),
  };
  return { ...state, list: [latest, ...state.list.filter((other) => other !== row)] };
}

function withUnread(list: ConversationView[], id: string, unread: number): ConversationView[] {
  return list.map((row) => (row.id === id ? { ...row, unread } : row));
}

function readBy(state: PageState, upTo: number): Messages {
  const messages = state.window.messages.map((message) =>
    message.senderId === state.viewerId && message.number <= upTo && !message.isRead
      ? { ...message, isRead: true }
      : message,
  );
  return { ...state.window, messages };
}

function afterMissed(state: PageState, conversation: string | null, missed: Missed): PageState {
  const ids = new Set(missed.list.map(({ id }) => id));
  const list = [...missed.list, ...state.list.filter(({ id }) => !ids.has(id))];
  const listed = { ...state, list, isListStale: missed.more };
  if (conversation === null || conversation !== state.conversation) return listed;
  const window = state.window.newer
    ? state.window
    : withNewer(state.window, { messages: missed.messages, older: true, newer: false });
  return {
    ...listed,
    window: readBy({ ...listed, window }, missed.readUpTo),
    hasGap: !state.window.newer && missed.newer,
  };
}
