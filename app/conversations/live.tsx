import ReconnectingSocket from "partysocket/ws";
import { useEffect, useRef } from "react";
import { signedOutCode } from "#app/conversations/conversation.ts";

/** How long a page waits that was not answered, in ms. */
const patience = 3000;

/**
 * Listens to the viewer's live wire while the page is open: `ask` is called for every event, and after each reconnection,
 * because something may have been said while the line was cut. The page then asks the server: D1 is the record. A question
 * that was not answered is asked again.
 * @param unanswered a new object for every question that failed; null: what is shown is the answer
 */
export function useLive(ask: () => void, unanswered: object | null): void {
  const latest = useRef(ask);
  latest.current = ask;
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
    if (!unanswered) return;
    const timer = setTimeout(() => latest.current(), patience);
    return () => clearTimeout(timer);
  }, [unanswered]);
}

/**
 * Where somebody in Lite has turned live on they did so for the messages alone: every way to another page is one without scripts. The
 * window hears of a click before React's router does.
 */
export function usePlainWaysInLite(): void {
  useEffect(() => {
    if (!("lite" in document.documentElement.dataset)) return;
    function pass(event: Event) {
      const pressed = event.target instanceof Element ? event.target : null;
      const way = pressed?.closest(event.type === "click" ? "a" : "form");
      const to = way instanceof HTMLAnchorElement ? way.href : way?.getAttribute("action");
      if (to && new URL(to, location.href).pathname !== location.pathname) event.stopPropagation();
    }
    window.addEventListener("click", pass, true);
    window.addEventListener("submit", pass, true);
    return () => {
      window.removeEventListener("click", pass, true);
      window.removeEventListener("submit", pass, true);
    };
  }, []);
}
