import { useEffect, useRef } from "react";
import type { LiveEvent } from "#app/conversations/live/events.ts";

/**
 * What the page's live connection says: an event, or that it was opened or lost (live.script.ts). After it
 * was opened, what happened before is not told: the page asks.
 */
export type PageEvent = LiveEvent | { type: "open" } | { type: "closed" };

/**
 * Listens while the page is open. A listener that shows a message calls `taken`: it does not count as unread
 * in the header then.
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

/** Tells this page an event, as if it had come over the wire. */
export function tellPage(event: LiveEvent): void {
  window.dispatchEvent(new CustomEvent("live", { detail: event, cancelable: true }));
}

/** Whether the connection is open now. */
export function isConnected(): boolean {
  return document.documentElement.dataset.live === "open";
}
