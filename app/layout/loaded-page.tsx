import { useLocation, useMatches } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";

/**
 * Renders the page, or loads its document if a navigation with scripts got an answer without the page's data:
 * the server hides the page from this viewer (docs/specification.md#operator-access), or it runs a newer
 * release that has other routes. Remix would render the page with `null`.
 */
export function LoadedPage({ children }: { children: ReactNode }) {
  const location = useLocation();
  // A document always has its data, and must not be loaded again and again.
  const [ofDocument] = useState(location);
  const isMissing = useMatches().at(-1)?.data === null && location !== ofDocument;
  useEffect(() => {
    if (isMissing) window.location.reload();
  }, [isMissing]);
  return isMissing ? null : children;
}
