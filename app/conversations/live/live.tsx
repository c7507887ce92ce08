import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { LiveEvent } from "#app/conversations/live/events.ts";
import { useLiveEvents } from "#app/conversations/live/hub.ts";
import { hasUnsavedInput } from "#app/inline-scripts/unsaved-input.ts";
import { isServerReachable } from "#app/ui/use-retries.ts";

/** The pause before the page asks again whether it may read its data, in ms. */
const retryPause = 3000;

/** True if Back or Forward loaded the document, and its data has not been reloaded yet. */
let isFromHistory =
  !import.meta.env.SSR &&
  performance
    .getEntriesByType("navigation")
    .some((entry) => "type" in entry && entry.type === "back_forward");

/**
 * Keeps a page up to date with the server: reads its data again after every relevant event, after a lost
 * connection, when its tab becomes visible, and after Back, for which the browser may show a document that it
 * has kept (docs/specification.md#freshness). Nothing is replaced while a form has typed text. A form that is
 * being sent, and its notice, come first: reading the page again would remove the notice. The page gets the
 * reply to a form with `useReply`, which keeps it.
 * @param concerns whether the page shows what an event is about
 */
export function useFreshPage(concerns: (event: LiveEvent) => boolean): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const isIdle = state === "idle" && navigation.state === "idle";
  /** A new object for each reason to read the page again; null if it has been read since. */
  const [reason, setReason] = useState<object | null>(null);
  const ask = useCallback(() => setReason({}), []);
  const wasClosed = useRef(false);
  useLiveEvents((event) => {
    if (event.type === "closed") wasClosed.current = true;
    else if (event.type === "open" ? wasClosed.current : concerns(event)) ask();
  });
  useEffect(() => {
    if (isFromHistory) ask();
    isFromHistory = false;
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
 * In Lite, makes links and forms that leave the messages load a full page without scripts: the user has
 * turned scripts on for this page only. The listener is on `window` in the capture phase, so it runs before
 * React's router.
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
