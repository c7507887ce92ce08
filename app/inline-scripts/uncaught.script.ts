import { report } from "./uncaught.ts";

/**
 * Reports uncaught errors (docs/specification.md#client-errors), before the framework starts and where it
 * never starts.
 */
addEventListener("error", report);
addEventListener("unhandledrejection", report);
