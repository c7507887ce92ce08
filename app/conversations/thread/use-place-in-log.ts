import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** A distance from the end that still counts as the end, in px. */
const nearEnd = 80;
/** The initial distance of the line "New messages" from the top of the log, in px: as in messages.css. */
const above = 24;

type Loaders = { loadOlder: () => void; loadNewer: () => void };

/**
 * Keeps the reader's place in the log. It opens at the line "New messages". Messages added above or below do
 * not move what is being read; at the end, the end stays in view. The viewer's own message scrolls to the
 * end. Scrolling to either end of the loaded messages loads more.
 * @param own how many of the viewer's own messages are being sent
 */
export function usePlaceInLog(log: RefObject<HTMLElement | null>, own: number, loaders: Loaders): void {
  const latest = useRef(loaders);
  latest.current = loaders;
  const place = useRef<Place | null>(null);

  // The stylesheet does this where it can, before the scripts. The reader may have scrolled since.
  useLayoutEffect(() => {
    if (CSS.supports("scroll-initial-target", "nearest")) return;
    const region = log.current;
    const line = region?.querySelector(".fresh");
    if (region && line) region.scrollTop += offsetIn(region, line) - above;
  }, [log]);

  useEffect(() => {
    const region = log.current;
    if (!region) return;
    const keep = () => {
      place.current = placeOf(region);
    };
    keep();
    region.addEventListener("scroll", keep, { passive: true });
    return () => region.removeEventListener("scroll", keep);
  }, [log]);

  // After each rendering, restore what was in view.
  useLayoutEffect(() => {
    const region = log.current;
    const before = place.current;
    if (!region || !before) return;
    if (before.bubble?.isConnected) region.scrollTop += offsetIn(region, before.bubble) - before.offset;
    place.current = placeOf(region);
  });

  useLayoutEffect(() => {
    if (own === 0 || !log.current) return;
    log.current.scrollTop = 0;
    place.current = placeOf(log.current);
  }, [log, own]);

  useEffect(() => {
    const region = log.current;
    if (!region) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          if (target.hasAttribute("data-older")) latest.current.loadOlder();
          else latest.current.loadNewer();
        }
      },
      { root: region },
    );
    for (const link of region.querySelectorAll("[data-older], [data-newer]")) watcher.observe(link);
    return () => watcher.disconnect();
  });
}

/** The bubble whose place is kept; null at the end of the log, which stays in view. */
type Place = { bubble: Element | null; offset: number };

function placeOf(region: HTMLElement): Place {
  // The log is reversed: its end is 0, and everything above has negative values.
  if (region.scrollTop > -nearEnd) return { bubble: null, offset: 0 };
  const bubble = [...region.querySelectorAll(".msg")].find((one) => offsetIn(region, one) >= 0) ?? null;
  return { bubble, offset: bubble ? offsetIn(region, bubble) : 0 };
}

/** How far an element is below the upper edge of the region, in px. */
function offsetIn(region: Element, element: Element): number {
  return element.getBoundingClientRect().top - region.getBoundingClientRect().top;
}
