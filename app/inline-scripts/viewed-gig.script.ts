/**
 * Puts the gig of the page first in `recentlyViewed`, which contains at most ten
 * (docs/specification.md#recently-viewed), and reports the view of a prefetched page to the server
 * (docs/specification.md#next-page). Scrolling starts the framework's scripts, which show the gigs viewed
 * before at the end of the page: with a wheel or the scroll bar there may be no other gesture.
 */
const viewed = document.querySelector<HTMLElement>("[data-viewed]")?.dataset.viewed ?? "";
const page = performance.getEntriesByType("navigation")[0] as { deliveryType?: string } | undefined;
// Not empty if the document was prefetched, which the server does not count as a view. If this request fails,
// the gig is only missing from /services/recent.
if (page?.deliveryType) fetch("", { method: "HEAD", keepalive: true }).catch(() => {});

addEventListener("scroll", () => document.dispatchEvent(new Event("painted")), { once: true });

try {
  const before: string[] = JSON.parse(localStorage.recentlyViewed || "[]");
  const others = before.filter((id) => id !== viewed);
  localStorage.recentlyViewed = JSON.stringify([viewed].concat(others).slice(0, 10));
} catch {
  // Storage may be forbidden or hold something else. Then nothing is remembered.
}

export {};
