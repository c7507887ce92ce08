import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { checkoutMarkers } from "#app/inline-scripts/checkout-markers.ts";
import { keepSignedIn } from "#app/inline-scripts/keep-signed-in.ts";
import { type ScriptsStart, withScriptsOnIntent } from "#app/inline-scripts/scripts-on-intent.ts";
import { RequestContext } from "#app/layout/request-context.ts";

/** New with every build: pages that an older one has rendered are not shown any more. */
export const buildId = import.meta.env.BUILD_ID as string;

/**
 * Renders a page, whole: its loaders have brought all of it, so there is nothing to stream, and React makes text in half the time in
 * which it makes bytes. The header `x-ttl` tells the door how long everybody may be shown it, in ms; the door takes it off. A page
 * that could not be read tries again by itself.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const { nonce, preferences, requestId } = context;
  const { serverHandoffStream: data, ...known } = remix;
  const html = renderToString(
    <RequestContext.Provider value={{ nonce, preferences, requestId }}>
      <RemixServer context={known} url={request.url} nonce={nonce} />
    </RequestContext.Provider>,
  );
  const start: ScriptsStart = !preferences.scripts
    ? "none"
    : status === 503 || wantsScriptsNow(remix)
      ? "now"
      : "intent";
  const handed = start === "none" ? "" : handOff(await new Response(data).text(), nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("x-ttl", String(ttlOf(remix)));
  const { viewer, accessExpiresAt, clock } = context;
  const kept =
    viewer && accessExpiresAt !== null
      ? `<script nonce="${nonce}">${keepSignedIn(accessExpiresAt - clock.now())}${checkoutMarkers}</script>`
      : "";
  return new Response(`<!DOCTYPE html>${withScriptsOnIntent(html, start)}${handed}${kept}`, {
    headers,
    status,
  });
}

/**
 * What the loaders brought, for the browser's router: as Remix's own component hands it over at the end of the page, which can only be
 * rendered as a stream (its StreamTransfer).
 */
function handOff(data: string, nonce: string): string {
  const controller = "window.__remixContext.streamController";
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`;
}

/** The time of the page's own route (`handle = { keep }`), in ms; 0: nobody else is shown it. */
function ttlOf(remix: EntryContext): number {
  const own = remix.staticHandlerContext.matches.at(-1)?.route.id ?? "";
  const handle: unknown = remix.routeModules[own]?.handle;
  return typeof handle === "object" && handle !== null && "ttl" in handle ? Number(handle.ttl) : 0;
}

/** What loaders, actions and rendering threw: one line with the request's id. A missing page or a closed tab is no failure. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logFailure(context, request, error);
}

function logFailure(context: AppLoadContext, request: Request, error: unknown): void {
  context.log("error", "page failed", {
    method: request.method,
    path: new URL(request.url).pathname,
    error: inWords(error),
  });
}

function inWords(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  if (!(error instanceof Error)) return String(error);
  const said = error.stack ?? error.message;
  return error.cause ? `${said}\ncaused by ${inWords(error.cause)}` : said;
}

/** True when a route of the page exports `handle = { scripts: "now" }`. */
function wantsScriptsNow(remix: EntryContext): boolean {
  return remix.staticHandlerContext.matches.some(({ route }) => {
    const handle: unknown = remix.routeModules[route.id]?.handle;
    return typeof handle === "object" && handle !== null && "scripts" in handle && handle.scripts === "now";
  });
}
