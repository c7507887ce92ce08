import { useEffect, useRef } from "react";
import type { LiveEvent } from "#app/conversations/live/events.ts";

/**
 * What the page's live connection reports: an event, or that it was opened or lost (live.script.ts). Events
 * from before it was opened are not sent: the page requests what it missed.
 */
type PageEvent = LiveEvent | { type: "open" } | { type: "closed" };

/**
 * Listens while the page is open. A listener that shows a message calls `taken`, so that the message does not
 * count as unread in the header.
 */
export function useLiveEvents(listener: (event: PageEvent, taken: () => void) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    function hear(event: Event) {
      if (event instanceof CustomEvent) latest.current(event.detail, () => event.preventDefault());
    }
    window.addEventListener("live", hear);
    return () => window.removeEventListener("live", hear);
  }, []);
}

/** Dispatches an event to this page, as if it had come over the connection. */
export function tellPage(event: LiveEvent): void {
  window.dispatchEvent(new CustomEvent("live", { detail: event, cancelable: true }));
}

/** Whether the connection is open. */
export function isConnected(): boolean {
  return document.documentElement.dataset.live === "open";
}
