import type { Capabilities, Log, Preferences, Toast } from "#app/context.ts";
import type { PageHandle } from "#app/page-handle.ts";
import * as build from "#build/server/index.js";
import { type System, system } from "#workers/context.ts";
import { tokenCookies } from "#workers/request/authenticate.ts";
import type { SetCookies } from "#workers/request/cookies.ts";
import { contentSecurityPolicy } from "#workers/request/security-headers.ts";
import { repairSweep } from "#workers/scheduled.ts";
import { type DataCacheOptions, dataCache } from "./data-cache.ts";
import { withHashes } from "./inline-hashes.ts";
import type { Rendered } from "./page-cache.ts";
import { publicPaths, routeFinder } from "./public-path.ts";
import type { Removal } from "./removals.ts";
import { requestHandler } from "./request-handler.ts";

const render = requestHandler(build);

/** New with every build (entry.server.tsx). */
export const { buildId } = build.entry.module as typeof import("#app/entry.server.tsx");

/** The path of a public page, as the page cache's key; null for any other URL. */
export const publicPath = publicPaths(build);

/** The prefix of the keys of cached data, which is stored next to the pages. */
export const dataPrefix = (origin: string) => `${origin}/-/data/${buildId}`;

const findRoute = routeFinder(build.routes);

/** True for a page, whose header checks whether the viewer's session has ended; false for a file. */
export function hasHeader({ pathname }: Pick<URL, "pathname">): boolean {
  const row = findRoute(pathname.slice(1).split("/").map(decodeURIComponent));
  const module = row && build.routes[row.id]?.module;
  return module !== undefined && "default" in module;
}

/** What the route of an address declares. `.data` is the address of a page's data. */
export function routeOf({ pathname }: URL): { handle: PageHandle; takesForms: boolean } {
  const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return findRoute(page.slice(1).split("/")) ?? { handle: {}, takesForms: false };
}

/** True for a page of the operator's console, in any spelling of its address, or for the data of one. */
export function isConsole({ pathname }: Pick<URL, "pathname">): boolean {
  const page = pathname.replace(/\.data$/, "");
  return findRoute(page.slice(1).split("/").map(decodeURIComponent))?.id.startsWith("admin/") ?? false;
}

/** The build's version in the address of `/__manifest`, and what a browser needs to know about each route. */
export const { version: manifestVersion, routes: browserRoutes } = build.assets;

/** The ids of the route for a path and of its parent routes. */
export function routeIdsOf(path: string): string[] {
  const ids: string[] = [];
  let id = findRoute(path.slice(1).split("/"))?.id;
  for (; id !== undefined; id = build.routes[id]?.parentId) ids.push(id);
  return ids;
}

type Requester = Pick<
  Capabilities,
  | "viewer"
  | "pendingSecondFactor"
  | "accessExpiresAt"
  | "address"
  | "clientInfo"
  | "preferences"
  | "recentlyViewed"
  | "isPrefetch"
  | "draftKey"
  | "joined"
  | "nonce"
> & {
  toast: Toast | null;
  /** The secret TOKEN_KEYS. */
  keys: string;
};

/**
 * `sessionUnknown`: the header could not check whether the viewer's session has ended. `viewed`: the id of
 * the gig that counts as viewed; null if none does.
 */
type RenderedFor = {
  response: Response;
  set: SetCookies;
  ttl: () => number;
  sessionUnknown: boolean;
  viewed: string | null;
};

/**
 * Renders a page for one browser. `ttl` is how long it may be cached, in ms; 0 if a read or the rendering
 * logged a problem.
 */
export async function renderFor(
  request: Request,
  sys: System,
  sharing: Pick<DataCacheOptions, "database" | "from" | "fresh">,
  { toast, keys, ...requester }: Requester,
): Promise<RenderedFor> {
  const set: SetCookies = {};
  let hasProblem = false;
  let sessionUnknown = false;
  let viewed: string | null = null;
  let file: Response | null = null;
  const log: Log = (level, event, fields) => {
    if (level !== "info") hasProblem = true;
    sys.log(level, event, fields);
  };
  const prefix = dataPrefix(sys.origin);
  const context: Capabilities = {
    ...sys,
    ...requester,
    log,
    answersForm: request.method === "POST",
    repair: () => repairSweep(sys),
    dataCache: dataCache({ ...sharing, prefix, log, later: sys.later }),
    takeToast() {
      if (toast && !set.toast) set.toast = { value: null };
      return toast;
    },
    async giveTokens(session) {
      Object.assign(set, (await tokenCookies(session, keys, sys)).set);
    },
    sessionNotRead() {
      sessionUnknown = true;
    },
    countView(gigId) {
      viewed = gigId;
    },
    sendFile(response) {
      file = response;
    },
    cookies: {
      set(name, value, maxAge) {
        set[name] = { value, maxAge };
      },
    },
  };
  const page = await render(request, context);
  const response: Response = file ?? page;
  // A redirect shows nothing, so the notice is kept for its target.
  if (response.status > 300 && response.status < 400 && set.toast?.value === null) delete set.toast;
  const ttl = Number(response.headers.get("x-ttl") ?? 0);
  response.headers.delete("x-ttl");
  return { response, set, ttl: () => (hasProblem ? 0 : ttl), sessionUnknown, viewed };
}

type RequestScope = { env: Env; ctx: ExecutionContext; requestId: string; origin: string };

/**
 * Renders a page for all visitors, from a request without cookies (docs/architecture.md#page-cache).
 * @param removal the last one, which the page includes
 */
export async function renderForAll(
  path: string,
  preferences: Preferences,
  removal: Removal,
  { env, ctx, requestId, origin }: RequestScope,
): Promise<Rendered> {
  const { from } = removal;
  const sys = await system(env, ctx, requestId, from, origin);
  const nonce = crypto.randomUUID();
  // A cached page may contain only the preferences in its key.
  const saveData = preferences.lite && preferences.saveData;
  const requester = {
    viewer: null,
    pendingSecondFactor: null,
    accessExpiresAt: null,
    address: "",
    clientInfo: { device: "", place: null, timeZone: null },
    keys: env.TOKEN_KEYS,
    preferences: { ...preferences, saveData },
    recentlyViewed: [],
    isPrefetch: false,
    draftKey: null,
    joined: null,
    nonce,
    toast: null,
  };
  const sharing = { database: env.DB, from, fresh: true };
  const { response, set, ttl } = await renderFor(new Request(origin + path), sys, sharing, requester);
  const { status, headers } = response;
  // Render the body first: if that logs a problem, the page is not cached.
  const { html, inline } = withHashes(await response.text(), nonce);
  return {
    status,
    headers,
    html,
    policy: contentSecurityPolicy(inline, env),
    ttl: ttl(),
    viewed: set.recent?.value ?? null,
  };
}
