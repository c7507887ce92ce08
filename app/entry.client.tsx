import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { KeptInput, keepInput } from "#app/ui/forms/keep-input.tsx";

/**
 * Takes the page's data out of the page. Remix would decode them from a stream: it is given an empty one, and
 * its result is replaced (docs/decisions/0074-hand-loader-data-over-as-json.md).
 *
 * The wait is for that decoding (docs/decisions/0008-wait-for-data-before-hydrating.md): RemixBrowser
 * suspends meanwhile without a boundary above it, and a click in that moment makes React 18 fail with error
 * #345. The component starts decoding when it is called, before its first hook, and throws the promise.
 */
async function takeData(): Promise<void> {
  const remix = window.__remixContext;
  remix.stream = new Response("[{}]").body ?? undefined;
  try {
    RemixBrowser({});
  } catch (pending) {
    if (!(pending instanceof Promise)) throw pending;
    await pending;
  }
  remix.state = JSON.parse(document.getElementById("data")?.textContent ?? "");
}

/**
 * What no one has caught is reported. Some pages have done so before (app/inline-scripts/uncaught.script.ts):
 * then nothing more is said. An aborted navigation rejects a promise within Remix that has no handler, which
 * is not an error.
 */
function onUncaught(event: ErrorEvent & PromiseRejectionEvent): void {
  if (event.reason?.name === "AbortError") event.preventDefault();
  else
    import("#app/inline-scripts/uncaught.ts").then(
      ({ report }) => report(event),
      () => {},
    );
}
addEventListener("error", onUncaught as EventListener);
addEventListener("unhandledrejection", onUncaught as EventListener);

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

Promise.all([takeData(), takeStylesheets()]).then(() =>
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
  }),
);
