import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import type { Preferences } from "#app/context.ts";
import { checkoutMarkers, keepSignedIn } from "#app/inline-scripts/inline-scripts.ts";
import { applyScriptTiming, type ScriptTiming } from "#app/inline-scripts/script-timing.ts";
import { RequestContext } from "#app/layout/request-context.ts";
import { errorStack, loggedPath } from "#app/lib/errors.ts";
import { handleOf, type PageHandle } from "#app/page-handle.ts";
import { stylesOf } from "#app/stylesheets.server.ts";

/** Changes with every build, so that cached pages of older builds are not shown. */
export const buildId = import.meta.env.BUILD_ID as string;

/**
 * Renders a page as one text. Its loaders have returned all data, so there is nothing to stream, and React
 * makes text in half the time in which it makes a stream. The header `x-ttl` says how long the page may be
 * cached, in ms; workers/render takes it off.
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
  const handles = remix.staticHandlerContext.matches.map(({ route }) =>
    handleOf(remix.routeModules[route.id]),
  );
  const stylesheets = handles.flatMap(({ stylesheet }) => stylesheet ?? []);
  const html = renderToString(
    <RequestContext.Provider value={{ nonce, preferences, requestId, styles: stylesOf(stylesheets) }}>
      <RemixServer context={known} url={request.url} nonce={nonce} />
    </RequestContext.Provider>,
  );
  const start = scriptsStart(preferences, status, handles);
  const handed = start === "none" ? "" : handOff(await new Response(data).text(), nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("x-ttl", String(handles.at(-1)?.ttl ?? 0));
  const page = applyScriptTiming(html, start, stylesheets);
  const scripts = handed + sessionScripts(context);
  const text = `<!DOCTYPE html>${atEndOfBody(page, scripts)}`;
  // HTML cannot hold NUL. It can come from an address, or from an older row.
  return new Response(text.replaceAll("\0", "\uFFFD"), { headers, status });
}

/** Puts elements last into the body. React's hydration ignores what follows its own elements there. */
function atEndOfBody(page: string, elements: string): string {
  const end = page.lastIndexOf("</body>");
  return page.slice(0, end) + elements + page.slice(end);
}

/** A page whose main read failed (503) starts its scripts at once: they try again. */
function scriptsStart({ scripts }: Preferences, status: number, handles: PageHandle[]): ScriptTiming {
  if (!scripts) return "none";
  return status === 503 || handles.some((handle) => handle.scripts === "now") ? "now" : "intent";
}

/** The scripts that only signed-in pages have. */
function sessionScripts({ viewer, accessExpiresAt, clock, nonce }: AppLoadContext): string {
  if (!viewer || accessExpiresAt === null) return "";
  return `<script nonce="${nonce}">${keepSignedIn(accessExpiresAt - clock.now())}${checkoutMarkers}</script>`;
}

/**
 * Gives the data of the loaders to the browser's router. Remix's own component for this (StreamTransfer) can
 * only be rendered as a stream: measured on a category page, that takes 8 to 13 ms instead of 7 to 9.
 * tests/entry.server.test.ts says what to check when Remix is updated.
 */
function handOff(data: string, nonce: string): string {
  const controller = "window.__remixContext.streamController";
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`;
}

/** Logs errors of loaders, actions and rendering. Missing pages and closed tabs are no errors. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logError(context, request, error);
}

function logError(context: AppLoadContext, request: Request, error: unknown): void {
  context.log("error", "page failed", {
    method: request.method,
    path: loggedPath(new URL(request.url).pathname),
    error: errorText(error),
  });
}

function errorText(error: unknown): string {
  return isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : errorStack(error);
}
