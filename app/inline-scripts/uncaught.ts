/** The notice's id. While it is shown, no other error is shown or sent. */
const id = "uncaught";

/**
 * Shows that something went wrong after an uncaught error or promise rejection, whatever was thrown, and
 * reports it (docs/specification.md#client-errors) if it was thrown in a file of this origin. An error with a
 * browser extension in its stack is not ours, and an aborted navigation, which rejects a promise within Remix
 * that has no handler, is not an error. `n:/` matches `chrome-extension://` and similar schemes.
 *
 * The thrown value may not be an `Error`. Then its stack is undefined and has no place. The id of the page's
 * request is in its `Server-Timing` header, because a cached page is the same for everyone.
 */
export function report(event: { error?: unknown; reason?: unknown }): void {
  const { message, name, stack } = Object(event.error || event.reason) as Required<Error>;
  const place = String(/http\S{1,300}:\d+:\d+/.exec(stack));
  if (name === "AbortError" || /n:\/|-masked-/.test(stack) || document.getElementById(id)) return;
  const page: Partial<PerformanceNavigationTiming> = performance.getEntriesByType("navigation")[0] || {};
  if (!place.indexOf(location.origin))
    navigator.sendBeacon(
      "/client-errors",
      JSON.stringify([String(message).slice(0, 300), place, page.serverTiming]),
    );
  const toast = document.createElement("div");
  toast.id = id;
  toast.className = "toast";
  toast.setAttribute("role", "alert");
  document.body.appendChild(toast);
  // Screen readers announce text added to an element with a role.
  toast.textContent = "Something went wrong. We're working on it!";
  setTimeout(() => {
    toast.remove();
  }, 10_000);
}
