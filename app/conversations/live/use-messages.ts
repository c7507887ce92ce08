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
import { href } from "#app/lib/href.ts";
import { useVisible } from "#app/ui/use-visible.ts";

/** The pause before the page asks again after a failure, in ms. */
const retryPause = 3000;

/**
 * What an open page of messages shows (docs/specification.md#live-messages): the loaded data, what arrived
 * over the connection, and the pages of the conversation that were loaded later.
 * @param loaded `unanswered`: not null if the page could not be read again
 * @param isShown whether the conversation is on the screen; on a phone, the list may be shown instead
 */
export function useMessages(loaded: Loaded & { unanswered: object | null }, isShown: boolean) {
  const [state, change] = useReducer(changed, loaded, loadedState);
  const source = useRef(loaded);
  useEffect(() => {
    if (source.current === loaded) return;
    source.current = loaded;
    // Otherwise `loaded` is the old data.
    if (!loaded.unanswered) change({ type: "loaded", loaded });
  }, [loaded]);
  const isVisible = useVisible() && isShown;
  const latest = useRef(state);
  latest.current = state;
  const { conversation, window, hasGap, isListStale } = state;

  /** Requests what was missed, until nothing is missing. @returns false if it could not be read */
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
  // Catches up on events between loading and the first render.
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
 * The number of the other participant's last message; null if there is none, or the server knows that it was
 * read.
 */
function lastToTell({ window, viewerId, readUpTo }: PageState): number | null {
  const last = window.messages.findLast(({ senderId }) => senderId !== viewerId);
  return last && !last.isRead && last.number > readUpTo ? last.number : null;
}

/** Reports what was seen to the server, once. @param upTo the number of a message in view; null: none is */
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
      // No connection: the next attempt reports it.
      return false;
    }
  }, [conversation, upTo, reader]);
  useRepeated(isDue, tell);
}

/**
 * Repeats an attempt while it is wanted, until it succeeds. @param attempt resolves to whether it succeeded
 */
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

/** Requests what the page has missed, as JSON; null if it cannot be read now. */
async function ask<Answer>(asked: Record<string, string>): Promise<Answer | null> {
  try {
    const answer = await fetch(`${href("/messages/since")}?${new URLSearchParams(asked)}`);
    return answer.ok ? ((await answer.json()) as Answer) : null;
  } catch {
    // No connection. The page asks again when it is back.
    return null;
  }
}
