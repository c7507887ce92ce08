import type { MetaDescriptor } from "@remix-run/cloudflare";
import { isRouteErrorResponse } from "@remix-run/react";
import { useContext } from "react";
import { brand } from "#app/brand.ts";
import { NotFoundScreen, SentenceScreen, WentWrongScreen } from "#app/layout/error-screens.tsx";
import { RequestContext } from "#app/layout/request-context.ts";

/** The screen for a thrown error or response. */
export function ErrorScreen({ error }: { error: unknown }) {
  const info = useContext(RequestContext);
  // A form that was not sent (app/parked/unsaved-form.ts).
  const html: string | undefined = isRouteErrorResponse(error) && error.data?.html;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, in which what was typed is escaped
  if (html) return <div className="wrap page" dangerouslySetInnerHTML={{ __html: html }} />;
  if (isNotFound(error)) return <NotFoundScreen />;
  if (hasSentence(error)) return <SentenceScreen status={error.status} sentence={error.data} />;
  return <WentWrongScreen requestId={info?.requestId ?? requestIdOnThePage()} />;
}

/** The head of a page whose loader, action or rendering failed. */
export function failureMeta(error: unknown): MetaDescriptor[] {
  const title: string | undefined = isRouteErrorResponse(error) && error.data?.title;
  return [{ title: `${title || (isNotFound(error) ? "404" : "Something went wrong")} | ${brand}` }];
}

/**
 * True for a thrown response with a sentence for people. Remix's own responses start with "Error: " and are
 * for developers.
 */
export function hasSentence(error: unknown): error is { status: number; data: string } {
  return (
    isRouteErrorResponse(error) &&
    [400, 403, 405, 413, 429, 503].includes(error.status) &&
    typeof error.data === "string" &&
    !error.data.startsWith("Error: ")
  );
}

export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** The id that the server rendered, during hydration. */
function requestIdOnThePage(): string | null {
  return typeof document === "undefined"
    ? null
    : (document.getElementById("request-id")?.textContent ?? null);
}
