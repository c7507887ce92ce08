import ReconnectingSocket from "partysocket/ws";
import { useEffect, useRef } from "react";
import { signedOutCode } from "#app/conversations/conversation.ts";

/** How long the page waits before it repeats a failed request, in ms. */
const retryPause = 3000;

/**
 * Keeps the viewer's live connection (docs/specification.md#live-messages) while the page is open. It calls
 * `revalidate` for every event, and after each reconnection, because events may have been missed. The page
 * then reads from the server.
 * @param failed a new object for every request that failed, which is then repeated; null if the last request
 * succeeded
 */
export function useLive(revalidate: () => void, failed: object | null): void {
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
    socket.addEventListener("message", () => latest.current());
    socket.addEventListener("close", ({ code }) => {
      if (code === signedOutCode) socket.close();
    });
    return () => socket.close();
  }, []);
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => latest.current(), retryPause);
    return () => clearTimeout(timer);
  }, [failed]);
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
