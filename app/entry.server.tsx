import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server.node";
import type { Preferences } from "#app/context.ts";
import type { MailFrame } from "#app/emails/mail-content.ts";
import { MailPage } from "#app/emails/mail-page.tsx";
import {
  checkoutMarkers,
  heroFilm,
  keepSignedIn,
  live,
  uncaught,
  viewedGig,
  whenPainted,
} from "#app/inline-scripts/inline-scripts.ts";
import { applyScriptTiming, type ScriptTiming } from "#app/inline-scripts/script-timing.ts";
import { RequestContext } from "#app/layout/request-context.ts";
import { errorStack, loggedPath } from "#app/lib/errors.ts";
import { handleOf, type PageHandle } from "#app/page-handle.ts";
import { commonStyles, ownStyles } from "#app/stylesheets.server.ts";

/** Changes with every build, so that cached pages of older builds are not shown. */
export const buildId = import.meta.env.BUILD_ID as string;

/**
 * Renders a page as one text (docs/decisions/0001-render-whole-pages.md). The header `x-ttl` says how long
 * the page may be cached, in ms; workers/render removes it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const { nonce, preferences, requestId } = context;
  const modules = remix.staticHandlerContext.matches.map(({ route }) => remix.routeModules[route.id]);
  const handles = modules.map(handleOf);
  const stylesheet = handles.at(-1)?.stylesheet;
  const styles = { common: commonStyles, own: stylesheet ? ownStyles(stylesheet) : "" };
  const html = await renderToText(
    <RequestContext.Provider value={{ nonce, preferences, requestId, styles }}>
      <RemixServer context={remix} url={request.url} nonce={nonce} />
    </RequestContext.Provider>,
    nonce,
  );
  const start = scriptsStart(preferences, status, handles);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("x-ttl", String(handles.at(-1)?.ttl ?? 0));
  const page = applyScriptTiming(html, start);
  const own =
    uncaught +
    (start === "now" ? whenPainted : "") +
    (html.includes(' data-viewed="') ? viewedGig : "") +
    (html.includes("<video ") ? heroFilm : "");
  const scripts = `<script nonce="${nonce}">${own}</script>${sessionScripts(context)}`;
  // HTML cannot hold NUL. It can come from an address, from an older row, or from React.
  const body = withScripts(page, scripts).replaceAll("\0", "");
  return new Response(body, { headers, status });
}

/** The HTML of an email. It is rendered here because this bundle has React. */
export function mailHtml(frame: MailFrame): string {
  return `<!doctype html>${renderToStaticMarkup(<MailPage {...frame} />)}`;
}

/**
 * Waits for the whole page, so that React writes it in order, without scripts that move its parts. Remix
 * handles errors.
 */
function renderToText(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((done, fail) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: fail,
      onAllReady: () => done(text(pipe(new PassThrough()))),
    });
  });
}

const endOfPage = "</body></html>";

/**
 * Adds scripts at the end of a page. Remix writes the loaders' data after `</html>`, where HTML allows no
 * content, so this data moves into the body, too. React's hydration ignores what follows its own elements
 * there.
 */
function withScripts(page: string, scripts: string): string {
  const end = page.lastIndexOf(endOfPage);
  return page.slice(0, end) + page.slice(end + endOfPage.length) + scripts + endOfPage;
}

/** A page whose main read failed (503) starts its scripts immediately, because they retry it. */
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

/** Logs errors of loaders, actions and rendering. Missing pages and closed tabs are not errors. */
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
