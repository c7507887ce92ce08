import type { HeadersFunction, MetaDescriptor } from "@remix-run/cloudflare";
import { isRouteErrorResponse } from "@remix-run/react";
import { useContext } from "react";
import { brand } from "#app/brand.ts";
import { NotFoundScreen, SentenceScreen, WentWrongScreen } from "#app/layout/error-screens.tsx";
import { RequestContext } from "#app/layout/request-context.ts";

/** The screen for whatever was thrown. */
export function ErrorScreen({ error }: { error: unknown }) {
  const served = useContext(RequestContext);
  if (isNotFound(error)) return <NotFoundScreen />;
  if (hasSentence(error)) return <SentenceScreen status={error.status} sentence={error.data} />;
  return <WentWrongScreen requestId={served?.requestId ?? requestIdOnThePage()} />;
}

/** The head of a page whose loader, action or rendering has thrown. */
export function failureMeta(error: unknown): MetaDescriptor[] {
  return [{ title: `${isNotFound(error) ? "404" : "Something went wrong"} | ${brand}` }];
}

/** When to ask again, as a failed main read says (app/lib/reads.ts) or a form that was tried too often; for a route that shows its failures itself. */
export const failureHeaders: HeadersFunction = ({ errorHeaders, actionHeaders }): Record<string, string> => {
  const later = (errorHeaders ?? actionHeaders).get("Retry-After");
  return later ? { "Retry-After": later } : {};
};

/** A response that was thrown with a sentence for people. What Remix itself says begins with "Error: " and is for us. */
export function hasSentence(error: unknown): error is { status: number; data: string } {
  return (
    isRouteErrorResponse(error) &&
    [400, 403, 405, 503].includes(error.status) &&
    typeof error.data === "string" &&
    !error.data.startsWith("Error: ")
  );
}

export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** The server's, while its page becomes React's. */
function requestIdOnThePage(): string | null {
  return typeof document === "undefined"
    ? null
    : (document.getElementById("request-id")?.textContent ?? null);
}
