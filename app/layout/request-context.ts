import { createContext } from "react";
import type { Capabilities } from "#app/context.ts";

/** What the server knows of this answer even when a loader failed. */
export type RequestInfo = Pick<Capabilities, "nonce" | "preferences" | "requestId">;

/** Filled by entry.server.tsx. In the browser it is null: there, what it put on the page is read from the page. */
export const RequestContext = createContext<RequestInfo | null>(null);
