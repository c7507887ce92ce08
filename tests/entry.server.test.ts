import remix from "@remix-run/react/package.json";
import { expect, it } from "vitest";

/**
 * The version of Remix that `handOff` in app/entry.server.tsx and `takeData` in app/entry.client.tsx were
 * written for. They hand the loaders' data over in their own way
 * (docs/decisions/0074-hand-loader-data-over-as-json.md).
 */
const checkedVersion = "2.17.5";

it("Remix has the version whose private state the client entry sets", () => {
  const toCheck = [
    "Look at @remix-run/react/dist/browser.js: RemixBrowser must decode window.__remixContext.stream and then read",
    "window.__remixContext.state, whose errors deserializeErrors reads as `mapErrors` in app/entry.server.tsx writes them.",
    "Compare what Scripts in dist/components.js renders with app/inline-scripts/remix-scripts.ts.",
    "Check that a page hydrates without a warning (npm test runs the browser journeys). Then raise `checkedVersion` here.",
  ].join(" ");
  expect(remix.version, toCheck).toBe(checkedVersion);
});
