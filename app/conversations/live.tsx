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
