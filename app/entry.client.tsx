import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Waits until Remix has decoded the page's data (docs/decisions/0008-wait-for-data-before-hydrating.md).
 * RemixBrowser suspends meanwhile without a boundary above it: a click in that moment makes React 18 fail
 * with error #345. The component starts decoding when it is called, before its first hook, and throws the
 * promise.
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (pending) {
    if (!(pending instanceof Promise)) throw pending;
    await pending;
  }
}

// An aborted navigation rejects a promise within Remix that has no handler. This is not an error.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Error && event.reason.name === "AbortError") event.preventDefault();
});

dataDecoded().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
