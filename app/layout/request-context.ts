import { createContext } from "react";
import type { Capabilities } from "#app/context.ts";

/** What the document needs on the server, even if a loader failed. */
type RequestInfo = Pick<Capabilities, "nonce" | "preferences" | "requestId"> & {
  /** The texts of public.css and of the page's own stylesheet (app/stylesheets.server.ts). */
  styles: { common: string; own: string };
};

/** Filled by entry.server.tsx. Null in the browser, which reads the same values from the page. */
export const RequestContext = createContext<RequestInfo | null>(null);
