import type { CookieName, Preferences, Toast } from "#app/context.ts";
import { isLive } from "#app/conversations/conversation.ts";
import { preferencesOf } from "#app/layout/preferences.ts";

/** The cookies that a request sets, by name. `value: null` removes the cookie. `maxAge` in seconds. */
export type SetCookies = { [name in CookieName]?: { value: string | null; maxAge?: number } };

/** `__Host-` binds a cookie to this host and to https. Local http cannot use it. */
function fullName(name: string, local: boolean): string {
  return local ? name : `__Host-${name}`;
}

export type Cookies = {
  /** The refresh token. */
  session: string | null;
  /** The access token. */
  access: string | null;
  /** The state of the database at this browser's last write (docs/architecture.md#scale). */
  bookmark: string | null;
  toast: Toast | null;
  preferences: Preferences;
  /** Ids of gigs, newest first. */
  recentlyViewed: string[];
  /** Proves which drafts were typed in this browser. */
  draftKey: string | null;
  /** The sign-up that this browser made, sealed. */
  joined: string | null;
  /** An operator with a second factor has opened the console in this browser. It says no more than that. */
  hasBeenOperator: boolean;
};

/** Reads the product's cookies and ignores all others. */
export function readCookies(request: Request, local: boolean): Cookies {
  const all = new Map<string, string>();
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0) all.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return {
    session: all.get(fullName("session", local)) || null,
    access: all.get(fullName("access", local)) || null,
    bookmark: /^[\w-]{1,200}$/.exec(all.get(fullName("bookmark", local)) ?? "")?.[0] ?? null,
    toast: readToast(all.get(fullName("toast", local))),
    preferences: preferencesOf({
      theme: all.get(fullName("theme", local)),
      lite: all.get(fullName("lite", local)),
      saveData: request.headers.get("Save-Data") === "on",
      slow: slowConnections.includes(request.headers.get("ECT") ?? ""),
      live: isLive(new URL(request.url)),
    }),
    draftKey: /^[\w-]{43}$/.exec(all.get(fullName("draft", local)) ?? "")?.[0] ?? null,
    joined: /^[\w.-]{1,4000}$/.exec(all.get(fullName("joined", local)) ?? "")?.[0] ?? null,
    hasBeenOperator: all.get(fullName("operator", local)) === "1",
    recentlyViewed: (all.get(fullName("recent", local)) ?? "")
      .split(".")
      .filter(isUuid)
      .slice(0, maxRecentlyViewed),
  };
}

/**
 * The values of the ECT header that mean a slow connection. The fourth value is `4g`. security-headers.ts
 * requests the header.
 */
const slowConnections = ["slow-2g", "2g", "3g"];

/** How many gigs the cookie stores (docs/specification.md#recently-viewed). */
const maxRecentlyViewed = 10;

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}

function readToast(text: string | undefined): Toast | null {
  if (!text) return null;
  try {
    const { kind, text: sentence } = JSON.parse(decodeURIComponent(text));
    return ["success", "error", "info"].includes(kind) && typeof sentence === "string"
      ? { kind, text: sentence.slice(0, 300) }
      : null;
  } catch {
    return null;
  }
}

/** Adds cookies to a response: HttpOnly, SameSite=Lax, and Secure in production. */
export function writeCookies(response: Response, set: SetCookies, local: boolean): Response {
  for (const [name, cookie] of Object.entries(set)) {
    const maxAge = cookie.value === null ? "; Max-Age=0" : cookie.maxAge ? `; Max-Age=${cookie.maxAge}` : "";
    response.headers.append(
      "Set-Cookie",
      `${fullName(name, local)}=${cookie.value ?? ""}; Path=/; HttpOnly; SameSite=Lax${local ? "" : "; Secure"}${maxAge}`,
    );
  }
  return response;
}
