import { hasUnsavedInput } from "./unsaved-input.ts";

/**
 * Renews the access token of a signed-in page (docs/specification.md#sessions): while the page is visible it
 * checks the time every 30 s, and requests the next token 90 s before the end. The next check repeats a
 * failed request. A 401 means that the session has ended: the page reloads, signed out, unless the viewer has
 * typed something.
 *
 * Signing out removes the viewer's unsent messages and drafts of messages from this browser (`storedMessages`
 * in app/conversations/sending/outbox.ts).
 */

/** The remaining lifetime of the page's token, in ms. The server inserts the number (inline-scripts.ts). */
declare const EXPIRES_IN: number;

let endsAt = Date.now() + EXPIRES_IN;
let timer: ReturnType<typeof setInterval> | undefined;

function renewIfDue(): void {
  if (endsAt - Date.now() > 90_000) return;
  fetch("/auth/refresh", { method: "POST" }).then(
    (response) => {
      if (response.ok)
        return response.json<{ expires_in: number }>().then((token) => {
          endsAt = Date.now() + token.expires_in * 1000;
        });
      if (response.status !== 401) return;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", watch);
      if (!hasUnsavedInput()) location.reload();
    },
    () => {},
  );
}

function watch(): void {
  clearInterval(timer);
  if (document.visibilityState !== "visible") return;
  renewIfDue();
  timer = setInterval(renewIfDue, 30_000);
}

document.addEventListener("visibilitychange", watch);
watch();

document.addEventListener("submit", ({ target }) => {
  if ((target as Element).getAttribute("action") !== "/sign-out") return;
  try {
    for (const key of Object.keys(localStorage)) if (!key.indexOf("messages:")) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so there is nothing to remove.
  }
});
