import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { findKeptForm } from "#app/admin/kept-form.server.ts";
import { forgetTokens } from "#app/auth/sign-in/browser-session.server.ts";
import { brand } from "#app/brand.ts";
import { CardsLoading } from "#app/browse/cards-loading.tsx";
import type { Preferences } from "#app/context.ts";
import { useLiveEvents } from "#app/conversations/live/hub.ts";
import { pageScript } from "#app/inline-scripts/inline-scripts.ts";
import { ErrorScreen, failureMeta } from "#app/layout/error-boundary.tsx";
import { headerMenu, headerViewer } from "#app/layout/header.server.ts";
import { LoadedPage } from "#app/layout/loaded-page.tsx";
import { Offline } from "#app/layout/offline.tsx";
import { usePlaceLinks } from "#app/layout/place-links.ts";
import { RequestContext } from "#app/layout/request-context.ts";
import { Shell } from "#app/layout/shell.tsx";
import { useLinkFocus } from "#app/layout/use-link-focus.ts";
import { useRefusalFocus } from "#app/layout/use-refusal-focus.ts";
import { learnClocks } from "#app/lib/clocks.ts";
import { second } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { redirect } from "#app/lib/replies.ts";
import { handleOf } from "#app/page-handle.ts";
import { SmallPictures } from "#app/ui/small-pictures.ts";
import publicStylesheet from "./styles/public.css?url";

/** The data of the frame around every page. If a read fails, that part is left out. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const [viewer, menu, kept] = await Promise.all([
    headerViewer(context, request),
    headerMenu(context, request),
    findKeptForm(context, request),
  ]);
  if (viewer === "session ended") {
    forgetTokens(context);
    throw redirect(pathOf(request));
  }
  const toast = context.takeToast();
  return {
    origin: context.origin,
    viewer,
    menu,
    toast: toast && { ...toast, id: context.requestId },
    preferences: context.preferences,
    year: new Date(context.clock.now()).getUTCFullYear(),
    ...(kept ? { kept } : {}),
  };
}

/**
 * The frame is revalidated in four cases:
 *
 * - On navigation to another page, if it is older than 30 s (docs/specification.md#freshness), or if the
 *   viewer's socket has since reported a change to something that it shows.
 * - After actions, except those of the messages page. That page loads the unread count itself, and an error
 *   of this loader would replace the page and the text being typed.
 * - On navigation to /sign-in: the page that redirects there leaves a notice, which this loader shows.
 * - On navigation to and from messages, because reading them changes the unread count.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { formMethod, formAction, currentUrl, nextUrl } = args;
  const [from, to] = [currentUrl.pathname, nextUrl.pathname];
  if (formMethod && formMethod !== "GET" && formAction !== messagesPath) return true;
  if (from === to) return false;
  return from === messagesPath || to === messagesPath || to === "/sign-in" || Date.now() - loadedAt > fresh;
}

/** The maximum age of the frame when another page is opened, in ms. */
const fresh = 30 * second;
/**
 * When the browser received the frame that it shows, in real UTC ms. The first one comes with the document.
 */
let loadedAt = import.meta.env.SSR ? 0 : performance.timeOrigin;

/** The path of the same page, which is then shown signed out. */
function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

export const headers = failureHeaders;

export const meta: MetaFunction<typeof loader> = ({ error }) =>
  error ? failureMeta(error) : [{ title: brand }];

const messagesPath = "/messages";

const noPreferences: Preferences = {
  theme: "system",
  lite: false,
  saveData: false,
  small: false,
  scripts: true,
};

/** The document of pages and error screens. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const info = useContext(RequestContext);
  const { theme, lite, scripts } = data?.preferences ?? info?.preferences ?? noPreferences;
  const nonce = info?.nonce ?? nonceOnThePage();
  // The document contains its page's own styles. They disappear with their link when a page of another kind
  // is shown, and do not come back: from then on the page uses its linked stylesheet.
  const stylesheet = useMatches().map(handleOf).at(-1)?.stylesheet;
  const [ofDocument] = useState(stylesheet);
  const own = stylesheet && stylesheet === ofDocument ? inlined("own", info?.styles.own ?? "") : "";
  return (
    <html
      lang="en"
      data-theme={theme === "system" ? undefined : theme}
      data-lite={lite ? "" : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style
          id="css"
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, which React would escape
          dangerouslySetInnerHTML={{ __html: inlined("css", info?.styles.common ?? "") }}
        />
        {own ? (
          <style
            id="own"
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, which React would escape
            dangerouslySetInnerHTML={{ __html: own }}
          />
        ) : null}
        <link rel="stylesheet" href={publicStylesheet} />
        <Links />
      </head>
      <body>
        {children}
        {scripts ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
        <script
          id="first"
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, which React would escape
          dangerouslySetInnerHTML={{ __html: inlined("first", pageScript) }}
        />
      </body>
    </html>
  );
}

/**
 * For an error screen that renders the document again in the browser, which would refuse a style without the
 * nonce.
 */
function nonceOnThePage(): string | undefined {
  return typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLElement>("style[nonce]")?.nonce;
}

/**
 * Text that the page already contains: the browser's bundle reads it from the page instead of including it
 * twice.
 */
function inlined(id: string, text: string): string {
  return import.meta.env.SSR ? text : (document.getElementById(id)?.innerHTML ?? "");
}

export default function App() {
  const data = useLoaderData<typeof loader>();
  const { timeZone, clocks } = data.viewer ?? {};
  if (timeZone && clocks && !import.meta.env.SSR) learnClocks(timeZone, clocks);
  const ofDocument = useRef(data);
  useEffect(() => {
    // From now on links change the page without loading a document (page.script.ts).
    delete document.documentElement.dataset.waiting;
  }, []);
  useEffect(() => {
    if (data === ofDocument.current) return;
    loadedAt = Date.now();
    // live.script.ts may have shown or hidden it, which React does not know.
    const dot = document.getElementById("turn");
    if (dot) dot.hidden = !data.viewer?.turn;
  }, [data]);
  // What the header says has changed: the next page reads it again.
  useLiveEvents(({ type }) => {
    if (type === "order" || type === "badge") loadedAt = 0;
  });
  useRefusalFocus();
  useLinkFocus();
  usePlaceLinks();
  const messages = useRouteLoaderData<{ unread: number }>("conversations/messages.route");
  const { pathname, key } = useLocation();
  const viewer = data.viewer && messages ? { ...data.viewer, unread: messages.unread } : data.viewer;
  return (
    <SmallPictures.Provider value={data.preferences.small}>
      <Shell data={{ ...data, viewer }}>
        <CardsLoading>
          <LoadedPage>
            <Outlet />
          </LoadedPage>
        </CardsLoading>
        {pathname === messagesPath ? null : <Offline key={key} />}
      </Shell>
    </SmallPictures.Provider>
  );
}

/** Shows errors within header and footer if their data could be loaded. */
export function ErrorBoundary() {
  const screen = <ErrorScreen error={useRouteError()} />;
  const data = useRouteLoaderData<typeof loader>("root");
  return data ? <Shell data={data}>{screen}</Shell> : <main id="main">{screen}</main>;
}
