import { useNavigation, useRevalidator } from "@remix-run/react";
import ReconnectingSocket from "partysocket/ws";
import { useCallback, useEffect, useRef, useState } from "react";
import type { LiveEvent } from "#app/context.ts";
import { signedOutCode } from "#app/conversations/conversation.ts";
import { hasUnsavedInput } from "#app/inline-scripts/unsaved-input.ts";
import { isServerReachable } from "#app/ui/use-retries.ts";

/** How long the page waits before it repeats a failed request, or asks again if it may send one, in ms. */
const retryPause = 3000;

/**
 * Keeps the viewer's live connection (docs/specification.md#live-messages) while the page is open. It calls
 * `revalidate` for every event of its type, and after each reconnection, because events may have been missed.
 * The page then reads from the server.
 * @param failed a new object for every request that failed, which is then repeated; null if the last request
 * succeeded
 */
export function useLive(type: LiveEvent["type"], revalidate: () => void, failed: object | null): void {
  const latest = useRef(revalidate);
  latest.current = revalidate;
  useEffect(() => {
    const url = new URL("/live", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new ReconnectingSocket(url.href, [], {
      maxReconnectionDelay: 10_000,
      minReconnectionDelay: 500,
    });
    let opened = false;
    socket.addEventListener("open", () => {
      if (opened) latest.current();
      opened = true;
    });
    socket.addEventListener("message", ({ data }) => {
      if (data.includes(`"${type}"`)) latest.current();
    });
    socket.addEventListener("close", ({ code }) => {
      if (code === signedOutCode) socket.close();
    });
    return () => socket.close();
  }, [type]);
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => latest.current(), retryPause);
    return () => clearTimeout(timer);
  }, [failed]);
}

/**
 * Keeps a page as it is on the server: reads its data again for every event of a type, and when its tab
 * becomes visible (docs/specification.md#freshness). Where something was typed, nothing is replaced. A form
 * that is being sent comes first, and so does its notice: reading the page again would take it away.
 */
export function useFreshPage(type: LiveEvent["type"]): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const isIdle = state === "idle" && navigation.state === "idle";
  /** A new object for each reason to read the page again; null if it was read since. */
  const [reason, setReason] = useState<object | null>(null);
  const ask = useCallback(() => setReason({}), []);
  useLive(type, ask, null);
  useEffect(() => {
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, [ask]);
  useEffect(() => {
    if (!reason || !isIdle) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    async function refresh() {
      const mayReplace = document.visibilityState === "visible" && !hasUnsavedInput() && !isNoticeShown();
      const isNow = mayReplace && (await isServerReachable());
      if (isOver) return;
      if (!isNow) {
        timer = setTimeout(refresh, retryPause);
        return;
      }
      setReason((latest) => (latest === reason ? null : latest));
      revalidate();
    }
    refresh();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [reason, isIdle, revalidate]);
}

function isNoticeShown(): boolean {
  const notice = document.querySelector<HTMLElement>(".toast");
  return notice !== null && !notice.hidden && getComputedStyle(notice).visibility !== "hidden";
}

/**
 * In Lite, makes links and forms that lead away from the messages load a full page without scripts: the user
 * has turned scripts on for this page only. The listener is on `window` in the capture phase, so it runs
 * before React's router.
 */
export function useFullPageLoadsInLite(): void {
  useEffect(() => {
    if (!("lite" in document.documentElement.dataset)) return;
    function bypassRouter(event: Event) {
      const target = event.target instanceof Element ? event.target : null;
      const source = target?.closest(event.type === "click" ? "a" : "form");
      const to = source instanceof HTMLAnchorElement ? source.href : source?.getAttribute("action");
      if (to && new URL(to, location.href).pathname !== location.pathname) event.stopPropagation();
    }
    window.addEventListener("click", bypassRouter, true);
    window.addEventListener("submit", bypassRouter, true);
    return () => {
      window.removeEventListener("click", bypassRouter, true);
      window.removeEventListener("submit", bypassRouter, true);
    };
  }, []);
}
