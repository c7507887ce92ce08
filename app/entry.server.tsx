import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LinkDescriptor,
  LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import type { Preferences } from "#app/context.ts";
import {
  checkoutMarkers,
  classesOfToast,
  keepSignedIn,
  live,
  uncaught,
  viewedGig,
  whenPainted,
} from "#app/inline-scripts/inline-scripts.ts";
import { shortenRemixScripts } from "#app/inline-scripts/remix-scripts.ts";
import { applyScriptTiming, type ScriptTiming } from "#app/inline-scripts/script-timing.ts";
import { RequestContext } from "#app/layout/request-context.ts";
import { errorStack, loggedPath } from "#app/lib/errors.ts";
import { handleOf, type PageHandle } from "#app/page-handle.ts";
import { stylesOf, usedStylesOf } from "#app/stylesheets.server.ts";

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
  const { serverHandoffStream: _, ...known } = remix;
  const modules = remix.staticHandlerContext.matches.map(({ route }) => remix.routeModules[route.id]);
  const handles = modules.map(handleOf);
  const stylesheets = modules.flatMap((module) => linkedStylesheets(module?.links?.() ?? []));
  const styles = stylesOf(stylesheets);
  const html = renderToString(
    <RequestContext.Provider value={{ nonce, preferences, requestId, styles }}>
      <RemixServer context={known} url={request.url} nonce={nonce} />
    </RequestContext.Provider>,
  );
  const start = scriptsStart(preferences, status, handles);
  const handed = start === "none" ? "" : handOff(remix);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("x-ttl", String(handles.at(-1)?.ttl ?? 0));
  const watches = context.viewer !== null || start !== "intent";
  const page = import.meta.env.PROD
    ? shorten(html, start, stylesheets, watches ? classesOfToast : [])
    : applyScriptTiming(html, start, "inlined");
  const own =
    (watches ? uncaught : "") +
    (start === "now" ? whenPainted : "") +
    (html.includes(' data-viewed="') ? viewedGig : "");
  const scripts = handed + (own && `<script nonce="${nonce}">${own}</script>`) + sessionScripts(context);
  const text = `<!DOCTYPE html>${atEndOfBody(page, scripts)}`;
  // HTML cannot hold NUL. It can come from an address, or from an older row.
  return new Response(text.replaceAll("\0", "\uFFFD"), { headers, status });
}

/**
 * Takes what the page does not need out of it. It holds only the styles that its markup can need
 * (docs/decisions/0075-send-only-the-styles-that-a-page-shows.md). In development, edits of stylesheets are
 * put into the page, so it holds them all.
 */
function shorten(
  html: string,
  start: ScriptTiming,
  stylesheets: string[],
  addedClasses: readonly string[],
): string {
  const page = applyScriptTiming(shortenRemixScripts(html), start, start === "none" ? "inlined" : "later");
  const whole = stylesOf(stylesheets);
  const [before = "", after = ""] = page.split(whole);
  return before + usedStylesOf(stylesheets, before + after, addedClasses) + after;
}

function linkedStylesheets(links: LinkDescriptor[]): string[] {
  return links.flatMap((link) => ("rel" in link && link.rel === "stylesheet" && link.href) || []);
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
function sessionScripts({ viewer, accessExpiresAt, clock, nonce, preferences }: AppLoadContext): string {
  if (!viewer || accessExpiresAt === null) return "";
  const wire = preferences.scripts ? live(viewer.id) : "";
  return `<script nonce="${nonce}">${keepSignedIn(accessExpiresAt - clock.now())}${checkoutMarkers}${wire}</script>`;
}

/**
 * Gives the data of the loaders to the browser's router, as JSON that entry.client.tsx reads
 * (docs/decisions/0074-hand-loader-data-over-as-json.md). The data must be what JSON can hold.
 * tests/entry.server.test.ts says what to check when Remix is updated.
 */
function handOff({ staticHandlerContext, serializeError }: EntryContext): string {
  const { loaderData, actionData, errors } = staticHandlerContext;
  const state = { loaderData, actionData, errors: errors && mapErrors(errors, serializeError) };
  const text = JSON.stringify(state).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="data">${text}</script>`;
}

/** Errors in the form that Remix's browser code makes errors of again (`deserializeErrors`). */
function mapErrors(errors: Record<string, unknown>, serializeError: EntryContext["serializeError"]) {
  return Object.fromEntries(
    Object.entries(errors).map(([route, error]) => [
      route,
      isRouteErrorResponse(error)
        ? { ...error, __type: "RouteErrorResponse" }
        : { ...(error instanceof Error ? serializeError(error) : {}), __type: "Error" },
    ]),
  );
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
