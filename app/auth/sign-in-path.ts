import { href } from "#app/lib/href.ts";

/** The longest path that `returnPath` accepts, in characters. */
const maxPathLength = 8000;

/**
 * The sign-in page.
 * @param back where the user goes after signing in: a path of this site. A path that is too long loses its
 *   query.
 * @param message one of `signInMessages`
 */
export function signInPath(back: string, message?: string): string {
  const path = back.length > maxPathLength ? (back.split("?")[0] ?? "/") : back;
  const query = new URLSearchParams({ redirectTo: path, ...(message ? { message } : {}) });
  return `${href("/sign-in")}?${query}`;
}

/**
 * A page of the sign-in flow, which passes the return path on.
 * @param back where the user goes afterwards: a path of this site
 */
export function wayPath(
  page:
    | "/sign-in"
    | "/sign-up"
    | "/sign-up/sent"
    | "/sign-in/factor"
    | "/forgot-password"
    | "/verify"
    | "/sign-out",
  back: string,
): string {
  return back === "/" ? page : `${page}?${new URLSearchParams({ redirectTo: back })}`;
}

/**
 * The page that asks for a second factor.
 * @param back where the user goes afterwards: a path of this site
 */
export const factorPath = (back: string) => wayPath("/sign-in/factor", back);

/**
 * The return path in this page's address, unchecked. Only pages of the sign-in flow have one; it is `/` on
 * all others, because the page cache ignores their parameters.
 */
export function wayOn({ pathname, search }: { pathname: string; search: string }): string {
  const isOnTheWay = /^\/(sign-(in|up)|forgot-password|verify)\b/.test(pathname);
  // Each link of the header repeats the path, encoded. `returnPath` refuses a longer one, too.
  return (
    (isOnTheWay && search.length < maxPathLength && new URLSearchParams(search).get("redirectTo")) || "/"
  );
}
