import ReconnectingSocket from "partysocket/ws";
import { useEffect, useRef } from "react";

/**
 * Listens to the viewer's live wire while the page is open: `onNews` is called for every event, and after each
 * reconnection, because something may have been said while the line was cut. The page then asks the server: D1 is the record.
 */
export function useLive(onNews: () => void): void {
  const latest = useRef(onNews);
  latest.current = onNews;
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
    return () => socket.close();
  }, []);
}
