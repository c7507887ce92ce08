import remix from "@remix-run/react/package.json";
import { expect, it } from "vitest";

/**
 * The version of Remix that `handOff` in app/entry.server.tsx was written for. The function writes the data
 * of the loaders into a private stream of Remix's browser code, because `renderToString` takes about 3 ms
 * less for a page than Remix's own way, which can only be rendered as a stream.
 */
const checkedVersion = "2.17.5";

it("Remix has the version whose private data stream the server entry writes", () => {
  const toCheck = [
    "Compare `StreamTransfer` in @remix-run/react/dist/single-fetch.js with `handOff` in app/entry.server.tsx:",
    "both must enqueue the text to window.__remixContext.streamController and close it at the end.",
    "Check that a page hydrates without a warning (npm test runs the browser journeys). Then raise `checkedVersion` here.",
  ].join(" ");
  expect(remix.version, toCheck).toBe(checkedVersion);
});
