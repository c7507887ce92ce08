import { report } from "./uncaught.ts";

/**
 * Reports errors that no one catches (docs/specification.md#client-errors), before the framework has started
 * and where it never starts.
 */
addEventListener("error", report);
addEventListener("unhandledrejection", report);
