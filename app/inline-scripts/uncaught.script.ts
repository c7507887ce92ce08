import { report } from "./uncaught.ts";

/**
 * Reports errors that no one catches (docs/specification.md#client-errors) before the framework has started,
 * and where it never starts: on pages in Lite, of the signed in, and that start their scripts when they are
 * painted. Other public pages have no room for it in their first flight: there only entry.client.tsx listens.
 */
addEventListener("error", report);
addEventListener("unhandledrejection", report);
