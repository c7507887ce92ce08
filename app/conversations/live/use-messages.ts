import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { isConnected, tellPage, useLiveEvents } from "#app/conversations/live/hub.ts";
import {
  changed,
  type Loaded,
  loadedState,
  type Missed,
  type PageState,
} from "#app/conversations/live/page-state.ts";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import type { Window } from "#app/conversations/thread/window.ts";
import { useVisible } from "#app/ui/use-visible.ts";

/** How long the page waits before it asks again after a failure, in ms. */
const retryPause = 3000;

/**
 * What an open page of messages shows (docs/specification.md#live-messages): what was loaded, what came over
 * the wire, and the pages of the conversation that were read later.
 * @param loaded `unanswered`: not null if the page could not be read again
 * @param isShown whether the conversation is on the screen, not only beside a list on a phone
 */
export function useMessages(loaded: Loaded & { unanswered: object | null }, isShown: boolean) {
  const [state, change] = useReducer(changed, loaded, loadedState);
  const source = useRef(loaded);
  useEffect(() => {
    if (source.current === loaded) return;
    source.current = loaded;
    // What was read before is shown again then.
    if (!loaded.unanswered) change({ type: "loaded", loaded });
  }, [loaded]);
  const isVisible = useVisible() && isShown;
  const latest = useRef(state);
  latest.current = state;
  const { conversation, window, hasGap, isListStale } = state;

  /** Asks for what was missed, until nothing is. @returns false if it could not be read */
  const resume = useCallback(async () => {
    const { conversation, window, list } = latest.current;
    const since = String(Math.max(0, ...list.map(({ updatedAt }) => updatedAt)));
    let after = window.messages.at(-1)?.number ?? 0;
    for (;;) {
      const thread: Record<string, string> =
        conversation && !window.newer ? { conversation, after: String(after) } : {};
      const missed = await ask<Missed>({ ...thread, list: since });
      if (!missed) return false;
      change({ type: "missed", conversation, missed });
      if (!missed.newer) return true;
      after = missed.messages.at(-1)?.number ?? after;
    }
  }, []);

  useLiveEvents((event, taken) => {
    if (event.type === "open") resume();
    else if (event.type !== "closed") {
      const isTaken = event.type === "message" && event.conversation === conversation && isVisible;
      if (isTaken) taken();
      change({ type: "event", event, isTaken });
    }
  });
  // What came between the loading and the first rendering here.
  useEffect(() => {
    if (isConnected()) resume();
  }, [resume]);

  useRepeated(hasGap, resume);
  const { revalidate, state: revalidation } = useRevalidator();
  const isListAsked = isListStale && isVisible && revalidation === "idle";
  const pause = loaded.unanswered ? retryPause : 0;
  useEffect(() => {
    if (!isListAsked) return;
    const timer = setTimeout(revalidate, pause);
    return () => clearTimeout(timer);
  }, [isListAsked, revalidate, pause]);

  useReading(conversation, isVisible && !window.newer ? lastToTell(state) : null, state.viewerId);

  const isLoading = useRef(false);
  async function load(type: "older" | "newer") {
    const edge = type === "older" ? window.messages[0] : window.messages.at(-1);
    if (!conversation || !edge || isLoading.current) return;
    isLoading.current = true;
    const from = type === "older" ? "before" : "after";
    const page = await ask<Window<MessageView>>({ conversation, [from]: String(edge.number) });
    isLoading.current = false;
    if (page) change({ type, conversation, page });
  }
  return {
    ...state,
    loadOlder: () => load("older"),
    loadNewer: () => load("newer"),
  };
}

/**
 * The number of the last message of the other that the server does not know as read; null if there is
 * none.
 */
function lastToTell({ window, viewerId, readUpTo }: PageState): number | null {
  const last = window.messages.findLast(({ senderId }) => senderId !== viewerId);
  return last && !last.isRead && last.number > readUpTo ? last.number : null;
}

/** Tells the server what was seen, once. @param upTo the number of a message in view; null: none is */
function useReading(conversation: string | null, upTo: number | null, reader: string): void {
  const [told, setTold] = useState({ conversation, upTo: 0 });
  const before = told.conversation === conversation ? told.upTo : 0;
  const isDue = conversation !== null && upTo !== null && upTo > before;
  const tell = useCallback(async () => {
    if (conversation === null || upTo === null) return true;
    try {
      const body = new URLSearchParams({ conversation, upTo: String(upTo) });
      const answer = await fetch("/messages/read", { method: "POST", body });
      if (!answer.ok) return answer.status === 401;
      setTold({ conversation, upTo });
      tellPage({ type: "read", conversation, reader, upTo, left: 0 });
      return true;
    } catch {
      // No line: the next try tells it.
      return false;
    }
  }, [conversation, upTo, reader]);
  useRepeated(isDue, tell);
}

/** Tries until it succeeds, while it is wanted. @param attempt resolves to whether it succeeded */
function useRepeated(isWanted: boolean, attempt: () => Promise<boolean>): void {
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    async function go() {
      if (!(await attempt()) && !isOver) timer = setTimeout(go, retryPause);
    }
    go();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, attempt]);
}

/** JSON of what the page misses; null if it cannot be read now. */
async function ask<Answer>(asked: Record<string, string>): Promise<Answer | null> {
  try {
    const answer = await fetch(`/messages/since?${new URLSearchParams(asked)}`);
    return answer.ok ? ((await answer.json()) as Answer) : null;
  } catch {
    // No line. The page asks again when there is one.
    return null;
  }
}
