/** True while the notice is shown: nothing more is said or sent. */
let isShown = false;

/**
 * Says that something went wrong, and reports an error or a rejected promise that no one has caught
 * (docs/specification.md#client-errors): those that were thrown in a file of this origin, without an
 * extension on the way. The id of the page's request is in its `Server-Timing` header, because a cached page
 * is the same for all. This file is loaded when it is needed (app/entry.client.tsx).
 */
export function report({ error, reason }: { error?: unknown; reason?: unknown }): void {
  const { message, stack } = Object(error ?? reason) as Partial<Error>;
  const place = /https?:\S+:\d+/.exec(`${stack}`)?.[0];
  if (isShown || !place?.startsWith(location.origin) || /-extension:/.test(`${stack}`)) return;
  isShown = true;
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const text = JSON.stringify([`${message}`.slice(0, 300), place, page?.serverTiming]);
  navigator.sendBeacon("/client-errors", text);
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.role = "alert";
  document.body.appendChild(toast);
  // Text that is added to an element with a role is announced.
  toast.textContent = "Something went wrong. We're working on it!";
  setTimeout(() => {
    toast.remove();
    isShown = false;
  }, 10_000);
}
