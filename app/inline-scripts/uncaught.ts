/** The notice's id: while it is shown, nothing more is said or sent. */
const id = "uncaught";

/**
 * Says that something went wrong, and reports an error or a rejected promise that no one has caught
 * (docs/specification.md#client-errors): those that were thrown in a file of this origin, without an
 * extension on the way. An aborted navigation rejects a promise within Remix that has no handler, which is
 * not an error. It is written for few bytes: `n:/` is in `chrome-extension://` and its like.
 *
 * What was thrown may be no `Error`: then its stack is undefined, which has no place. The id of the page's
 * request is in its `Server-Timing` header, because a cached page is the same for all.
 */
export function report(event: { error?: unknown; reason?: unknown }): void {
  const { message, name, stack } = Object(event.error || event.reason) as Required<Error>;
  const place = String(/http\S{1,300}:\d+:\d+/.exec(stack));
  if (name === "AbortError" || place.indexOf(location.origin) || /n:\/|-masked-/.test(stack)) return;
  if (document.getElementById(id)) return;
  const page: Partial<PerformanceNavigationTiming> = performance.getEntriesByType("navigation")[0] || {};
  navigator.sendBeacon(
    "/client-errors",
    JSON.stringify([String(message).slice(0, 300), place, page.serverTiming]),
  );
  const toast = document.createElement("div");
  toast.id = id;
  toast.className = "toast";
  toast.setAttribute("role", "alert");
  document.body.appendChild(toast);
  // Text that is added to an element with a role is announced.
  toast.textContent = "Something went wrong. We're working on it!";
  setTimeout(() => {
    toast.remove();
  }, 10_000);
}
