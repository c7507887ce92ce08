import { hasUnsavedInput } from "./unsaved-input.ts";

/**
 * Renews the access token of a signed-in page (docs/specification.md#sessions): while the page is visible it
 * checks the time every 30 s, and requests the next token 90 s before the end. A failed request is repeated
 * by the next check. The answer 401 means that the session has ended: the page is loaded again, signed out,
 * unless the viewer has typed something.
 *
 * Signing out removes the viewer's messages that wait in this browser, and what they typed for others
 * (`storedMessages` in app/conversations/sending/outbox.ts).
 */

/** How long the page's token is still valid, in ms: the server puts the number here (inline-scripts.ts). */
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
    // Storage is forbidden: it holds nothing.
  }
});
