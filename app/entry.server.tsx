import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { ServedContext } from "#app/layout/served.ts";

/** New with every build: pages that an older one has rendered are not shown any more. */
export const buildId = import.meta.env.BUILD_ID as string;

/**
 * Renders a page. `x-keep`: how long everybody may be shown it, in ms, when its route says so by its handle. The header `x-scripts` tells the door when the page's scripts start: `now`, at the first `intent`, or
 * `none` (design.md section 6); the door takes it off. A page that could not be read tries again by itself.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const { nonce, preferences, requestId } = context;
  let code = status;
  let shellStands = false;
  const body = await renderToReadableStream(
    <ServedContext.Provider value={{ nonce, preferences, requestId }}>
      <RemixServer context={remix} url={request.url} nonce={nonce} />
    </ServedContext.Provider>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        if (request.signal.aborted) return;
        code = 500;
        // Before the shell stands Remix gets the same error, logs it by handleError and renders the error screen.
        if (shellStands) logFailure(context, request, error);
      },
    },
  );
  shellStands = true;
  if (isbot(request.headers.get("User-Agent"))) await body.allReady;

  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "x-scripts",
    !preferences.scripts ? "none" : code === 503 || wantsScriptsNow(remix) ? "now" : "intent",
  );
  headers.set("x-keep", String(keepOf(remix)));
  return new Response(body, { headers, status: code });
}

/** The time of the page's own route (`handle = { keep }`), in ms; 0: nobody else is shown it. */
function keepOf(remix: EntryContext): number {
  const own = remix.staticHandlerContext.matches.at(-1)?.route.id ?? "";
  const handle: unknown = remix.routeModules[own]?.handle;
  return typeof handle === "object" && handle !== null && "keep" in handle ? Number(handle.keep) : 0;
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
