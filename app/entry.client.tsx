import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * RemixBrowser suspends until the page's data is decoded, and there is no boundary above it. A click in that moment makes
 * React 18 flush the suspended root and fail with #345. So the decoding, which the component starts when it is called and
 * before its first hook, is awaited first.
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (pending) {
    if (!(pending instanceof Promise)) throw pending;
    await pending;
  }
}

// A navigation that is given up rejects a promise within Remix that nobody waits for: no failure, and nothing to tell anybody.
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
