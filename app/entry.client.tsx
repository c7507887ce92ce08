import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { dataDecoded } from "#app/decoded-data.ts";
import { keepLostForms } from "#app/layout/lost-forms.ts";
import { keepPlaceLinks } from "#app/layout/place-links.ts";
import { KeptInput, keepInput } from "#app/ui/forms/keep-input.tsx";

// An aborted navigation rejects a promise within Remix that has no handler, which is not an error. The page
// itself reports everything else (app/inline-scripts/uncaught.script.ts).
addEventListener("unhandledrejection", (event: PromiseRejectionEvent) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
});

// When a form is sent, Remix looks for the page's stylesheets and would request them. The page contains their
// text (app/inline-scripts/script-timing.ts), and the browser does not request a disabled stylesheet.
for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=inlined]")) {
  link.setAttribute("disabled", "");
  link.rel = "stylesheet";
}

keepPlaceLinks();
keepLostForms();

/**
 * True if the browser has translated the page, its first link included. React would find text that differs
 * from what it renders and replace the document with an English one. Every page works without React, so it
 * stays as it is.
 */
function isTranslated(): boolean {
  return document.querySelector(".skip")?.textContent !== "Skip to content";
}

dataDecoded().then((isDecoded) => {
  if (!isDecoded || isTranslated()) return;
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
