import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { dataDecoded } from "#app/decoded-data.ts";
import { KeptInput, keepInput } from "#app/ui/forms/keep-input.tsx";

// An aborted navigation rejects a promise within Remix that has no handler, which is not an error. All else
// is reported by the page itself (app/inline-scripts/uncaught.script.ts).
addEventListener("unhandledrejection", (event: PromiseRejectionEvent) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
});

/**
 * Makes the page's inert stylesheets (app/inline-scripts/script-timing.ts) such as Remix looks for: it
 * would request others again with each form that is sent. Those whose whole text is in the page are disabled,
 * and so never requested. For the others the page waits: it has only the styles of what it shows, and after
 * hydration it can show more.
 */
function takeStylesheets(): Promise<unknown> {
  if (import.meta.env.DEV)
    for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=inlined]")) {
      link.setAttribute("disabled", "");
      link.rel = "stylesheet";
    }
  const later = [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=style]")];
  return Promise.all(
    later.map(
      (link) =>
        new Promise((done) => {
          // A page with a stylesheet missing is better than one without scripts.
          link.onload = link.onerror = done;
          link.rel = "stylesheet";
        }),
    ),
  );
}

Promise.all([dataDecoded(), takeStylesheets()]).then(([isDecoded]) => {
  if (!isDecoded) return;
  startTransition(() => {
    const putBack = keepInput();
    hydrateRoot(
      document,
      <StrictMode>
        <KeptInput putBack={putBack}>
          <RemixBrowser />
        </KeptInput>
      </StrictMode>,
    );
  });
});
